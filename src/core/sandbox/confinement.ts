import type { NetworkHold } from '../agent-network.js';
import type { AgentSandbox } from './sandbox.js';

export type WorkspaceAccess = 'read' | 'write';

/** A process that was ended, as it could have gone on writing: `file` was open, else one went through a socket. */
export type EndedProcess = { readonly pid: number; readonly name: string; readonly path: string | null };

/** A listening process outside of the sandbox that has this file of the agent's own open. */
export type OutsideProcess = { readonly pid: number; readonly name: string; readonly path: string };

export type AccessChange =
	| { readonly type: 'changed'; readonly ended: readonly EndedProcess[] }
	/** Only a restart makes the workspace certainly read-only: the process may have copies of the mounts. */
	| {
			readonly type: 'held';
			readonly path: string | null;
			readonly ended: readonly EndedProcess[];
			readonly mayNest?: true;
	  }
	| { readonly type: 'failed'; readonly reason: string };

/** A change for the commands that run in sandboxes. */
export type ViewsChange = {
	readonly ended: readonly EndedProcess[];
	/** A command may have handed the agent a folder that stays writable, since the last change: only a restart closes it. */
	readonly isHandedOn?: true;
};

export type CommandsChange = ViewsChange & {
	/** Commands that run without a sandbox; null: none. `gone` settles when they have ended. */
	readonly loose: { readonly commands: readonly string[]; readonly gone: Promise<void> } | null;
};

/** Where the browser of a sign-in comes back to an agent whose network is its own. */
export type SignInCallbacks = {
	/** Forwards this port of the machine to the agent, for the browser's redirect. */
	open(port: number): void;
	/** No sign-in is under way any more: closes every port. What was led in before may come to its end. */
	close(): void;
};

export type Confinement = {
	readonly kind: Extract<AgentSandbox, 'fence' | 'shadow'>;
	readonly access: WorkspaceAccess;
	/** One change at a time, in order. After `changed`, no process in the sandbox can do otherwise. */
	setAccess(access: WorkspaceAccess): Promise<AccessChange>;
	/** Sets the additional folders, and mounts new ones. Returns those that the agent sees only after a restart. */
	setFolders(folders: readonly string[]): Promise<readonly string[]>;
	setRules(rules: readonly DeniedPath[]): Promise<RulesChange>;
	/** Hides new secrets: keys, sockets. Null, or why it failed. */
	hideNew(): Promise<string | null>;
	/** Outside processes that the agent could make act for it, as far as they can be found. */
	outside(): Promise<readonly OutsideProcess[]>;
	/** Absent: there is nothing to do. */
	readonly callbacks?: SignInCallbacks;
	/** Ends the sandbox, and every process in it. Idempotent. */
	close(): Promise<void>;
};

/** Path pattern of a deny rule: what it matches cannot be read, or not be changed. */
export type DeniedPath = {
	readonly denies: 'read' | 'edit';
	/** Below the workspace and each additional folder, or absolute. */
	readonly glob: string;
	/** Whether a file or folder matches by any of its names: below its root, and as an absolute path. */
	readonly matches: (names: readonly string[]) => boolean;
};

export type RulesChange = {
	/** Why some of it is not covered; null: all of it is. */
	readonly failed: string | null;
	/** New files are covered in every folder that a rule may reach. */
	readonly isAllWatched: boolean;
};

/** No sandbox: because the agent has none, or because the user saw the whole command line and agreed. */
export type Unconfined = {
	readonly kind: 'none';
	readonly because: Exclude<AgentSandbox, Confinement['kind']> | 'agreed';
};

export type ConfinementChoice = ConfinementOptions | Unconfined;

export type ConfinementOptions = {
	readonly kind: Confinement['kind'];
	readonly access: WorkspaceAccess;
	/** Agent whose folder stands in for the home folder; absent: a new one. */
	readonly agent?: string;
	readonly nests?: true;
	/** Its own files and folders outside of the workspace; a folder ends with a slash. */
	readonly writable: readonly string[];
	readonly planFolders: readonly string[];
	readonly denied: readonly DeniedPath[];
	/** Absent: the whole network of this machine. */
	readonly network?: NetworkHold;
};
