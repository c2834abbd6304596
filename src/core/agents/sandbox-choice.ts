import type { AgentLaunch } from '../agent-info.js';
import type { AgentSandbox, SandboxUnavailable } from '../sandbox/sandbox.js';
import type { AgentProfile } from './profile.js';

/** Where the sandbox of an agent is set; `session`: chosen in this run. */
export type SandboxSource =
	/** `answer`: to the question at an earlier start. */
	| { readonly type: 'session' | 'command-line' | 'default' | 'answer' }
	| { readonly type: 'user' | 'project'; readonly file: string };

export type SandboxChoices = {
	readonly source: SandboxSource;
	readonly least: { readonly sandbox: AgentSandbox; readonly file: string } | null;
	readonly missing: Partial<Readonly<Record<AgentSandbox, SandboxUnavailable>>>;
	/** The user's config file, in which a choice is saved, and the agent's name there; null: it has no name. */
	readonly savedIn: { readonly file: string; readonly name: string } | null;
};

/** `isKept`: for every session from now on, else for this one. */
export type SandboxChoice = {
	readonly sandbox: AgentSandbox;
	readonly isKept: boolean;
	readonly isAnswer?: true;
	readonly opens?: string;
	/** Named by the agent, not the user: only folders that are safe to offer are opened. */
	readonly isNamedByAgent?: true;
};

export type RefusedFolder = FolderOffer & { readonly path: string; readonly launch: AgentLaunch };

export type FolderOffer = { readonly folder: string; readonly savedIn: SandboxChoices['savedIn'] };

/** `savedIn`: config file that the choice was saved to, null for this session alone. */
export type ChosenSandbox = {
	readonly profile: AgentProfile;
	readonly savedIn: string | null;
	readonly opened?: string;
};

export type SandboxChoiceEvent =
	| { readonly type: 'look-up-sandboxes' }
	| { readonly type: 'sandboxes-looked-up'; readonly choices: SandboxChoices }
	| ({ readonly type: 'choose-sandbox' } & SandboxChoice)
	| { readonly type: 'folder-looked-up'; readonly found: RefusedFolder }
	| ({ readonly type: 'sandbox-chosen' } & ChosenSandbox);

export type SandboxChoiceEffect =
	/** Reports back with `sandboxes-looked-up`. */
	| { readonly type: 'look-up-sandboxes' }
	/** Reports back with `folder-looked-up` where a folder can be opened to write this path. */
	| { readonly type: 'look-up-folder'; readonly path: string }
	/** Reports back with `sandbox-chosen`, and starts the agent again where it changed. */
	| ({ readonly type: 'choose-sandbox' } & SandboxChoice);
