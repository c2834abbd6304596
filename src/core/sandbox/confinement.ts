import type { NetworkHold } from '../network/network.js';
import type { AgentSandbox } from './sandbox.js';

/** Whether an agent in a sandbox may change the workspace and the folders beside it. */
export type WorkspaceAccess = 'read' | 'write';

/**
 * A process in the sandbox that was ended, as it could have gone on changing what is read-only from then on: it held
 * this file open for writing, or, where there is none, had a view of its own of the workspace.
 */
export type EndedProcess = { readonly pid: number; readonly name: string; readonly path: string | null };

/** A process outside of the sandbox that listens, and has this file of the agent's own open. */
export type OutsideProcess = { readonly pid: number; readonly name: string; readonly path: string };

/** What came of changing the access. */
export type AccessChange =
	| { readonly type: 'changed'; readonly ended: readonly EndedProcess[] }
	/**
	 * The agent's own process holds this open for writing, or (`mayNest`) can have made sandboxes of its own, with copies of
	 * the mounts: only when it is started anew is the workspace certain to be read-only.
	 */
	| {
			readonly type: 'held';
			readonly path: string | null;
			readonly ended: readonly EndedProcess[];
			readonly mayNest?: true;
	  }
	| { readonly type: 'failed'; readonly reason: string };

/** What came of changing the access of commands that run. */
export type CommandsChange = {
	/** In their sandboxes. */
	readonly ended: readonly EndedProcess[];
	/** Commands that run without a sandbox, which nothing holds; null: none. `gone` settles when they have ended. */
	readonly loose: { readonly commands: readonly string[]; readonly gone: Promise<void> } | null;
};

/** Where the browser of a sign-in comes back to an agent whose network is its own. */
export type SignInCallbacks = {
	/** It comes back to this port of the machine, and is led in from now on. */
	open(port: number): void;
	/** No sign-in is under way any more: closes every port. What was led in before may come to its end. */
	close(): void;
};

/** The sandbox that an agent runs in. Implemented in `services/`; no method throws. */
export type Confinement = {
	readonly kind: Extract<AgentSandbox, 'fence' | 'shadow'>;
	/** What was reached last. */
	readonly access: WorkspaceAccess;
	/** One change at a time, in order. Once it says `changed`, no process in the sandbox can do otherwise. */
	setAccess(access: WorkspaceAccess): Promise<AccessChange>;
	/**
	 * The folders beside the workspace from now on. Those that are new are shown to the agent; what comes back are those
	 * that it sees only once it is started again.
	 */
	setFolders(folders: readonly string[]): Promise<readonly string[]>;
	/** What deny rules say from now on. */
	setRules(rules: readonly DeniedPath[]): Promise<RulesChange>;
	/** Hides what came to be since: keys, sockets. Null, or why it could not. */
	hideNew(): Promise<string | null>;
	/** Who the agent can have do outside what it cannot do itself, as far as it can be seen. */
	outside(): Promise<readonly OutsideProcess[]>;
	/** Absent: there is nothing to do. */
	readonly callbacks?: SignInCallbacks;
	/** Ends it, and every process in it. Idempotent. */
	close(): Promise<void>;
};

/** A path pattern of a deny rule: what it covers cannot be read, or not be changed. */
export type DeniedPath = {
	readonly denies: 'read' | 'edit';
	/** The pattern, below the workspace and each folder beside it, or absolute. */
	readonly glob: string;
	/** True for a file or folder by any of its names: below its root, and as an absolute path. */
	readonly matches: (names: readonly string[]) => boolean;
};

/** What came of covering what deny rules name. */
export type RulesChange = {
	/** Why some of it is not covered; null: all of it is. */
	readonly failed: string | null;
	/** What is made later is covered in every folder that a rule may reach. */
	readonly isAllWatched: boolean;
};

/**
 * A program that is started on an agent's word without a sandbox: because its agent has none, or because the user saw
 * the whole command line and agreed.
 */
export type Unconfined = {
	readonly kind: 'none';
	readonly because: Exclude<AgentSandbox, Confinement['kind']> | 'agreed';
};

/** What was decided about the sandbox of a program that is started on an agent's word. */
export type ConfinementChoice = ConfinementOptions | Unconfined;

/** What an agent in a sandbox is started with. */
export type ConfinementOptions = {
	readonly kind: Confinement['kind'];
	readonly access: WorkspaceAccess;
	/** Whose the folder is that it sees in the place of the home folder; absent: it has a new one. */
	readonly agent?: string;
	/** It runs its commands in sandboxes of its own. */
	readonly nests?: true;
	/** Its own files and folders outside of the workspace; a folder ends with a slash. */
	readonly writable: readonly string[];
	/** Where it may write plans in every mode. */
	readonly planFolders: readonly string[];
	readonly denied: readonly DeniedPath[];
	/** What it reaches; absent: all that this machine does. */
	readonly network?: NetworkHold;
};
