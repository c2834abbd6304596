import type { AgentLaunch } from '../agent-info.js';
import type { AgentSandbox, SandboxUnavailable } from '../sandbox/sandbox.js';
import type { AgentProfile } from './profile.js';

/** Where the sandbox of an agent is set; `session`: it was chosen in this run. */
export type SandboxSource =
	/** `answer`: the user was asked at an earlier start. */
	| { readonly type: 'session' | 'command-line' | 'default' | 'answer' }
	| { readonly type: 'user' | 'project'; readonly file: string };

/** What may hold the agent that runs, as far as the config and this machine say. */
export type SandboxChoices = {
	readonly source: SandboxSource;
	/** The project's config holds the agent at least like this; null: it says nothing of it. */
	readonly least: { readonly sandbox: AgentSandbox; readonly file: string } | null;
	/** Those that cannot be had on this machine, and why. */
	readonly missing: Partial<Readonly<Record<AgentSandbox, SandboxUnavailable>>>;
	/** The user's config file, in which a choice is kept, and the name of the agent there; null: it has no name. */
	readonly keptIn: { readonly file: string; readonly name: string } | null;
};

/** What was chosen: for this session, or for every one from now on (`isKept`). */
export type SandboxChoice = {
	readonly sandbox: AgentSandbox;
	readonly isKept: boolean;
	/** It is the answer to the question before a start, which is not asked again. */
	readonly isAnswer?: true;
	/** A folder that the agent may write to from now on. */
	readonly opens?: string;
	/** The agent named it, not the user: only folders that are safe to offer are opened. */
	readonly isNamedByAgent?: true;
};

/** A folder that can be opened to the agent that was refused to write there. */
export type RefusedFolder = FolderOffer & {
	/** As the agent named it. */
	readonly path: string;
	/** The agent that was refused. */
	readonly launch: AgentLaunch;
};

/** A folder that is safe to offer. */
export type FolderOffer = {
	/** Its real path. */
	readonly folder: string;
	readonly keptIn: SandboxChoices['keptIn'];
};

/** What has to do with choosing a sandbox for the agent that runs. */
export type SandboxChoiceEvent =
	/** The user looks at what there is. */
	| { readonly type: 'look-up-sandboxes' }
	| { readonly type: 'sandboxes-looked-up'; readonly choices: SandboxChoices }
	| ({ readonly type: 'choose-sandbox' } & SandboxChoice)
	/** A folder can be opened for what the agent was refused. */
	| { readonly type: 'folder-looked-up'; readonly found: RefusedFolder }
	/** The agent is started with this from now on; `keptIn`: the config file that says so, null for this session alone. */
	| {
			readonly type: 'sandbox-chosen';
			readonly profile: AgentProfile;
			readonly keptIn: string | null;
			/** The folder that was opened to it; absent: the sandbox itself was chosen. */
			readonly opened?: string;
	  };

/** What choosing a sandbox wants done. */
export type SandboxChoiceEffect =
	/** Reports back with `sandboxes-looked-up`. */
	| { readonly type: 'look-up-sandboxes' }
	/** Reports back with `folder-looked-up` where a folder can be opened to write this path. */
	| { readonly type: 'look-up-folder'; readonly path: string }
	/** Reports back with `sandbox-chosen`, and starts the agent again where it changed. */
	| ({ readonly type: 'choose-sandbox' } & SandboxChoice);
