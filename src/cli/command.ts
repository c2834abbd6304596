import type { OutputFormat } from '../frontends/headless/headless-options.js';
import type { ProgramOptions } from './option-values.js';
import type { SubcommandCall } from './subcommand.js';

export type Command =
	| { readonly type: 'show'; readonly text: string }
	| { readonly type: 'interactive'; readonly run: RunOptions; readonly prompt: string }
	| {
			readonly type: 'print';
			readonly run: RunOptions;
			/** The words of the command line; what standard input brings is added later. */
			readonly prompt: string;
			/** Whether a word is `-`: standard input is waited for, however long it takes. */
			readonly isInputAwaited: boolean;
	  }
	| SubcommandCall;

/** Session that the command line asks to go on with: by an id or its beginning, the newest here, one from the list. */
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

/** Options of a run as they were written, checked against each other. */
export type RunOptions = Omit<ProgramOptions, 'resume' | 'worktree'> & {
	/** A git worktree to work in; without a name a new one. */
	readonly worktree: { readonly name: string | null; readonly isCopying: boolean } | null;
	readonly resume: ResumeOption | null;
};
