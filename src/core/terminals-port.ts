import type { Result } from './failure.js';
import type { CommandAccess } from './sandbox/command-access.js';
import type { CommandsChange, WorkspaceAccess } from './sandbox/confinement.js';
import type { ExitStatus } from './tool-call.js';

/** Commands in pseudo-terminals. Implemented in `services/`. */
export type TerminalsPort = {
	/**
	 * Whether one more may be open, so that what is one too many costs no look at files; absent: always.
	 * `create` says so again.
	 */
	hasRoom?(): boolean;
	/** Whether `create` would find a program of this name: a file that may be run. Absent: never. */
	isProgram?(request: Pick<TerminalSpawn, 'command' | 'cwd' | 'env'>): Promise<boolean>;
	/** Starts one; fails with `could-not-start`. `onData` gets raw output, `onExit` comes once. */
	create(request: TerminalSpawn, listener: TerminalListener): Promise<Result<CreatedTerminal>>;
	/** Whether an absolute path exists and the sandbox of this terminal does not show it. Absent: never. */
	hides?(terminalId: string, path: string): Promise<boolean>;
	/** Whether an absolute path can be changed by nobody, in a sandbox or not: its file system is read-only. Absent: never. */
	isReadOnly?(path: string): Promise<boolean>;
	/** Whether something on this machine listens on this TCP port. Absent: nobody knows. */
	listens?(port: number): Promise<boolean>;
	output(terminalId: string): Result<TerminalOutput>;
	waitForExit(terminalId: string, signal: AbortSignal): Promise<Result<ExitStatus>>;
	kill(terminalId: string): Promise<Result<void>>;
	/** Kills it if it runs and forgets it; idempotent. */
	release(terminalId: string): Promise<Result<void>>;
	/**
	 * Lets the commands that run change the workspace, or not any more. Once it settles, none in a sandbox can do
	 * otherwise, nor one that is started later, until it is called again. Absent: they are left as they are. Never rejects.
	 */
	setAccess?(access: WorkspaceAccess): Promise<CommandsChange>;
	/** Ends every terminal of one session, or of all; settles when their process groups are gone. */
	closeAll(sessionId?: string): Promise<void>;
};

/** What a terminal is started with; `cwd` is absolute and was checked. */
export type TerminalSpawn = {
	readonly sessionId: string;
	readonly command: string;
	readonly args: readonly string[];
	readonly env: readonly { readonly name: string; readonly value: string }[];
	readonly cwd: string;
	readonly outputByteLimit?: number;
	/** A folder in which no program is looked for: what is let through for its name must be what the name says. */
	readonly notFrom?: string;
	/** What it may do in a sandbox, where one can be had; absent: it runs without one. */
	readonly sandbox?: CommandAccess;
};

/** A terminal that was started. `isSandboxed`: its command does run in a sandbox. */
export type CreatedTerminal = { readonly terminalId: string; readonly isSandboxed?: true };

/** Gets the life of one terminal. */
export type TerminalListener = {
	onData(terminalId: string, data: string): void;
	onExit(terminalId: string, exit: ExitStatus): void;
};

/** `terminal/output`. */
export type TerminalOutput = { readonly output: string; readonly truncated: boolean; readonly exit?: ExitStatus };
