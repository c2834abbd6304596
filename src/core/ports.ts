import type { AgentPort } from './agent-port.js';
import type { AgentsPort } from './agents/agent-list.js';
import type { ChoicesPort } from './agents/choices.js';
import type { AgentFactsPort } from './agents/facts.js';
import type { OwnSettingsPort } from './agents/own-settings.js';
import type { AskingPort } from './asking.js';
import type { Result } from './failure.js';
import type { CommandChecksPort, RulesPort } from './policy/ports.js';
import type { PathFact } from './policy/types.js';
import type { CommandLayerPort } from './sandbox/command-layer.js';
import type { SessionLogsPort } from './sessions/ports.js';
import type { SessionIndexPort } from './sessions/session-index.js';
import type { AgentShadowPort } from './shadow/agent-shadow.js';
import type { ShellPort } from './shell-port.js';
import type { CredentialsPort } from './sign-in/credentials.js';
import type { TerminalSignInPort } from './sign-in/terminal-sign-in.js';
import type { SnapshotsPort } from './snapshots.js';
import type { TerminalsPort } from './terminals-port.js';
import type { UsagePort } from './usage/ports.js';
import type { WorktreesPort } from './worktrees/ports.js';

/** Files inside the workspace. Implemented in `services/`. */
export type FilesPort = {
	/** Gathers the facts of a path: absolute, links resolved on the deepest existing part. Never fails. */
	inspect(path: string): Promise<PathFact>;
	/**
	 * Reads text. `real` is where the path led when it was decided about: when it leads elsewhere by now nothing is read.
	 * Fails with `outside-workspace`, `not-found`, `too-large`, `not-text`, `not-a-file`, `no-permission`, `invalid`.
	 */
	read(
		path: string,
		options?: { readonly line?: number; readonly limit?: number; readonly real?: string | null },
	): Promise<Result<string>>;
	/**
	 * The links that a shell may put in place of an absolute pattern, or that are below a folder (`/folder/**`); null where
	 * that is too much to look at, and where a name begins with a dash, or with `areWords` may be more than one word.
	 */
	linksBehind?(pattern: string, areWords?: boolean): Promise<readonly string[] | null>;
	/** Writes atomically, making folders; `real` as for `read`. Fails like it, and with `disk-full`. */
	write(path: string, content: string, real?: string | null): Promise<Result<void>>;
};

/** The folders beside the workspace that agents may work in as well. Implemented in `services/`. No method throws. */
export type FoldersPort = {
	/** Resolved, none inside another or the workspace. Another list whenever one was added, else the same. */
	list(): readonly string[];
	/** Adds one: absolute, relative to the workspace, or `~/…`. Fails with `usage` and why. */
	add(path: string): Promise<Result<AddedFolder>>;
	/** Those that cannot be worked in at the moment (removed, unmounted, not allowed), each with why. */
	unusable(): Promise<readonly { readonly folder: string; readonly because: string }[]>;
};

/** What came of adding a folder. */
export type AddedFolder = {
	/** All of them now. */
	readonly directories: readonly string[];
	/** Resolved; null when it is part of another. */
	readonly added: string | null;
	/** What the user should know: which folder is part of which. */
	readonly note: string | null;
};

/**
 * Ends process groups that outlive this program, whatever way it ended. Implemented in `services/`; no
 * method throws. A group is its leader's number. A process that has to stay in the program's own group is added by
 * its own number: it is ended with what it started.
 */
export type ProcessGuard = {
	/** Call it as soon as the leader runs. */
	add(group: number): void;
	/** Call it when nobody of the group is left: the number may be somebody else's soon. */
	remove(group: number): void;
};

/** Facts of the workspace that are shown: the git branch, looked up without running git hooks. */
export type WorkspacePort = {
	branch(): Promise<string | null>;
	/** Whether this folder is there, wherever it is; absent: nobody knows. */
	hasFolder?(path: string): Promise<boolean>;
};

/** The log file. Values are plain facts; secrets never reach it. */
export type LogPort = {
	write(level: 'debug' | 'info' | 'warn' | 'error', what: string, facts?: Readonly<Record<string, unknown>>): void;
};

/** Time, so that tests own it. `after` returns a function that calls the timer off. */
export type ClockPort = { now(): number; after(milliseconds: number, run: () => void): () => void };

/** Unique ids. */
export type IdPort = { next(prefix: string): string };

/** Everything that the app needs of the world. */
export type Ports = {
	readonly agent: AgentPort;
	/** Absent: nobody is there to choose another agent. */
	readonly agents?: AgentsPort;
	readonly files: FilesPort;
	/** Files as the agent sees them, where it works on a view of the workspace; absent: it always sees `files`. */
	readonly agentFiles?: FilesPort;
	/** Absent: no agent works on a view of the workspace. */
	readonly shadow?: AgentShadowPort;
	/** Absent: there is the workspace alone. */
	readonly folders?: FoldersPort;
	readonly terminals: TerminalsPort;
	/** Absent: no command runs in a layer over the workspace. */
	readonly commandLayer?: CommandLayerPort;
	/** Terminals of their own, for a session beside this one; absent: it gets none. */
	readonly terminalsBeside?: () => TerminalsPort;
	/** Absent: git never counts as reading, and programs are taken for what their names say. */
	readonly commandChecks?: CommandChecksPort;
	/** Absent: nobody is there to run anything themselves. */
	readonly shell?: ShellPort;
	readonly workspace: WorkspacePort;
	/** Absent: nobody is there to look after git worktrees. */
	readonly worktrees?: WorktreesPort;
	/** Absent: nothing is kept, so nothing is watched or taken back. */
	readonly snapshots?: SnapshotsPort;
	readonly rules: RulesPort;
	/** Absent: no keys are kept. */
	readonly credentials?: CredentialsPort;
	/** Absent: there is no terminal to sign in on. */
	readonly terminalSignIn?: TerminalSignInPort;
	/** Absent: what an agent shows about asking holds for this session alone. */
	readonly asking?: AskingPort;
	/** Absent: nobody knows what agents' own settings allow. */
	readonly ownSettings?: OwnSettingsPort;
	/** Absent: nothing that is chosen of an agent is kept. */
	readonly choices?: ChoicesPort;
	/** Absent: nothing is kept of what agents can do. */
	readonly agentFacts?: AgentFactsPort;
	/** Absent: sessions are not kept. */
	readonly sessionLogs?: SessionLogsPort;
	/** Absent: there is no list of older sessions. */
	readonly sessionIndex?: SessionIndexPort;
	/** Absent: sessions are not kept, so there are no figures of others. */
	readonly usage?: UsagePort;
	readonly log: LogPort;
	readonly clock: ClockPort;
	/** A random number from 0 to 1; absent: 0. */
	readonly chance?: () => number;
	readonly ids: IdPort;
};
