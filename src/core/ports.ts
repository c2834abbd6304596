import type { AgentPort } from './agent-port.js';
import type { AgentsPort } from './agents/agent-list.js';
import type { AgentFactsPort } from './agents/known-facts.js';
import type { OwnSettingsPort } from './agents/own-settings.js';
import type { ChoicesPort } from './agents/remembered-choices.js';
import type { AskingPort } from './asking.js';
import type { OwnCommandsPort } from './commands/own-command.js';
import type { CommitPort } from './commit/commit.js';
import type { Result } from './failure.js';
import type { HooksPort } from './hooks/hook.js';
import type { OwnMemoryPort } from './memory.js';
import type { CommandChecksPort, RulesPort } from './policy/policy-ports.js';
import type { PathFact } from './policy/policy-types.js';
import type { ReviewMarksPort, ReviewPort } from './review/review.js';
import type { CommandLayerPort } from './sandbox/command-layer.js';
import type { SessionIndexPort } from './session-index.js';
import type { SessionLogsPort } from './sessions/session-log-ports.js';
import type { AgentShadowPort } from './shadow/agent-shadow.js';
import type { ShellPort } from './shell-port.js';
import type { CredentialsPort } from './sign-in/credentials.js';
import type { TerminalSignInPort } from './sign-in/terminal-sign-in.js';
import type { SnapshotsPort } from './snapshots.js';
import type { TerminalsPort } from './terminals-port.js';
import type { UsagePort } from './usage/usage-report.js';
import type { WorktreesPort } from './worktrees/worktree.js';

/** Files inside the workspace. Implemented in `services/`. */
export type FilesPort = {
	/** Absolute path, links resolved on the deepest existing part. Never fails. */
	inspect(path: string): Promise<PathFact>;
	/** Reads text; nothing where the path leads elsewhere than to `real`, where it led when it was decided about. */
	read(
		path: string,
		options?: { readonly line?: number; readonly limit?: number; readonly real?: string | null },
	): Promise<Result<string>>;
	/** Marks that change when a file is written; null: no file, undefined: only reading tells. */
	marks?(paths: readonly string[]): Promise<readonly (string | null | undefined)[]>;
	/** Links that a shell may put in place of an absolute pattern; null where there are too many, or one is an option. */
	linksBehind?(pattern: string, areWords?: boolean): Promise<readonly string[] | null>;
	/** Writes atomically, making folders; `real` as for `read`. Fails like it, and with `disk-full`. */
	write(path: string, content: string, real?: string | null): Promise<Result<void>>;
};

export type FoldersPort = {
	/** Resolved, none inside another or the workspace. The same array until one is added. */
	list(): readonly string[];
	/** `path`: absolute, relative to the workspace, or `~/…`. Fails with `usage` and why. */
	add(path: string): Promise<Result<AddedFolder>>;
	/** Folders that are unusable at the moment (removed, unmounted, not allowed), each with why. */
	unusable(): Promise<readonly { readonly folder: string; readonly because: string }[]>;
};

export type AddedFolder = {
	readonly directories: readonly string[];
	/** Resolved; null when it is part of another. */
	readonly added: string | null;
	readonly note: string | null;
};

/** Ends process groups (by their leader's pid) that outlive this program, however it ended. No method throws. */
export type ProcessGuard = {
	/** Call it as soon as the leader runs. */
	add(group: number): void;
	/** Call it when the group is empty: the pid may be reused soon. */
	remove(group: number): void;
};

/** The git branch, looked up without running git hooks, and folders. */
export type WorkspacePort = {
	branch(): Promise<string | null>;
	/** Absent: unknown. */
	hasFolder?(path: string): Promise<boolean>;
};

/** The log file. Secrets never reach it. */
export type LogPort = {
	write(level: 'debug' | 'info' | 'warn' | 'error', what: string, facts?: Readonly<Record<string, unknown>>): void;
};

/** `after` returns a function that cancels the timer. */
export type ClockPort = { now(): number; after(milliseconds: number, run: () => void): () => void };

export type IdPort = { next(prefix: string): string };

export type Ports = {
	readonly agent: AgentPort;
	readonly agents?: AgentsPort;
	readonly files: FilesPort;
	/** Files as the agent sees them, in a shadow; absent: it always sees `files`. */
	readonly agentFiles?: FilesPort;
	readonly shadow?: AgentShadowPort;
	readonly folders: FoldersPort;
	readonly terminals: TerminalsPort;
	readonly commandLayer?: CommandLayerPort;
	/** Terminals for a parallel session. */
	readonly newTerminals: () => TerminalsPort;
	readonly commandChecks: CommandChecksPort;
	readonly shell: ShellPort;
	/** Absent: the user has no commands of their own. */
	readonly ownCommands?: OwnCommandsPort;
	readonly workspace: WorkspacePort;
	readonly worktrees: WorktreesPort;
	readonly commit: CommitPort;
	/** Absent: no snapshots, so nothing is watched or undone. */
	readonly snapshots?: SnapshotsPort;
	readonly review: ReviewPort;
	readonly reviewMarks: ReviewMarksPort;
	readonly rules: RulesPort;
	readonly credentials: CredentialsPort;
	readonly terminalSignIn: TerminalSignInPort;
	/** Absent: asking records hold for this session alone. */
	readonly asking?: AskingPort;
	readonly ownSettings?: OwnSettingsPort;
	readonly ownMemory: OwnMemoryPort;
	readonly choices?: ChoicesPort;
	readonly agentFacts?: AgentFactsPort;
	readonly sessionLogs?: SessionLogsPort;
	readonly sessionIndex: SessionIndexPort;
	readonly usage?: UsagePort;
	/** Absent: no hook runs. */
	readonly hooks?: HooksPort;
	readonly log: LogPort;
	readonly clock: ClockPort;
	/** A random number from 0 to 1. */
	readonly chance: () => number;
	readonly ids: IdPort;
};
