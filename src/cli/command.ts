import type { AgentNetwork } from '../core/agent-network.js';
import type { AgentSandboxSetting } from '../core/sandbox/sandbox.js';
import type { OutputFormat } from '../frontends/headless/options.js';
import type { SubcommandCall } from './subcommand.js';

export type Command =
	| { readonly type: 'show'; readonly text: string }
	| {
			readonly type: 'interactive';
			readonly run: RunOptions;
			readonly prompt: string;
			readonly isScreenReader: boolean;
	  }
	| {
			readonly type: 'print';
			readonly run: RunOptions;
			/** The words of the command line; what standard input brings is added later. */
			readonly prompt: string;
			readonly timeoutSeconds: number | null;
			readonly format: OutputFormat;
			/** There is a `-` among the words: standard input is waited for, however long it takes. */
			readonly isInputAwaited: boolean;
			/** `--input-format stream-json`: there is no prompt yet. */
			readonly isConversation?: true;
	  }
	| SubcommandCall;

/** What the command line asks to go on with: a session by an id or its beginning, the newest here, one from the list. */
export type ResumeOption = (
	| { readonly type: 'id'; readonly id: string }
	| { readonly type: 'newest' }
	| { readonly type: 'list' }
) & {
	readonly isFork: boolean;
	/** Where the agent cannot resume it, a new session gets a briefing. */
	readonly isBriefed?: true;
	readonly isPrinted: boolean;
};

export const OUTPUT_FORMATS: readonly OutputFormat[] = ['text', 'json', 'stream-json'];

/** Options of a run, as they were written; null where nothing was. */
export type RunOptions = {
	readonly agent: string | null;
	readonly agentCommand: string | null;
	readonly cwd: string | null;
	/** One of ours, or a name of the config. */
	readonly mode: string | null;
	readonly model: string | null;
	readonly sandbox: AgentSandboxSetting | null;
	readonly network: AgentNetwork | null;
	readonly writable: readonly string[];
	readonly isBypassAllowed: boolean;
	readonly allow: readonly string[];
	readonly deny: readonly string[];
	/** Folders beside the workspace, relative to it. */
	readonly additionalDirectories: readonly string[];
	readonly mcpConfig: readonly string[];
	/** The id of the method to sign in by before the prompt; with `-p`. */
	readonly authMethod: string | null;
	/** A git worktree to work in; without a name a new one. */
	readonly worktree: { readonly name: string | null; readonly isCopying: boolean } | null;
	readonly resume: ResumeOption | null;
	readonly record: string | null;
	readonly isPersistenceOff: boolean;
	/** How often `-p` sends the prompt again at most. */
	readonly retries: number | null;
	readonly isDebug: boolean;
};
