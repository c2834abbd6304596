import type { Result } from './failure.js';
import type { CommandAccess } from './sandbox/command-access.js';
import type { CommandsChange, WorkspaceAccess } from './sandbox/confinement.js';
import type { ExitStatus } from './tool-call.js';

/** Commands in pseudo-terminals. Implemented in `services/`. */
export type TerminalsPort = {
	/** Whether one more may be open, so that one too many costs no look at files; absent: always. `create` checks again. */
	hasRoom?(): boolean;
	/** Whether `create` would find an executable of this name. Absent: never. */
	isProgram?(request: Pick<TerminalSpawn, 'command' | 'cwd' | 'env'>): Promise<boolean>;
	create(request: TerminalSpawn, listener: TerminalListener): Promise<Result<CreatedTerminal>>;
	/** Whether an absolute path exists and the sandbox of this terminal does not show it. Absent: never. */
	hides?(terminalId: string, path: string): Promise<boolean>;
	/** Whether an absolute path is on a read-only file system, in a sandbox or not. Absent: never. */
	isReadOnly?(path: string): Promise<boolean>;
	/** Whether something on this machine listens on this TCP port. Absent: unknown. */
	listens?(port: number): Promise<boolean>;
	output(terminalId: string): Result<TerminalOutput>;
	waitForExit(terminalId: string, signal: AbortSignal): Promise<Result<ExitStatus>>;
	kill(terminalId: string): Promise<Result<void>>;
	/** Kills and forgets it; idempotent. */
	release(terminalId: string): Promise<Result<void>>;
	/** Sets the workspace access of running and later commands, until the next call. Absent: no change. Never rejects. */
	setAccess?(access: WorkspaceAccess): Promise<CommandsChange>;
	/** Ends every terminal of one session, or of all; settles when their process groups are gone. */
	closeAll(sessionId?: string): Promise<void>;
};

/** `cwd` is absolute and was checked. */
export type TerminalSpawn = {
	readonly sessionId: string;
	readonly command: string;
	readonly args: readonly string[];
	readonly env: readonly { readonly name: string; readonly value: string }[];
	readonly cwd: string;
	/** Bytes of output to keep; the oldest is dropped, at a character boundary. */
	readonly outputByteLimit?: number;
	/** Folder without programs: what is allowed by its name must be what the name says. */
	readonly notFrom?: string;
	/** Rights in a sandbox, where one can be had; absent: no sandbox. */
	readonly sandbox?: CommandAccess;
};

/** `isSandboxed`: the command does run in a sandbox. */
export type CreatedTerminal = { readonly terminalId: string; readonly isSandboxed?: true };

export type TerminalListener = {
	onData(terminalId: string, data: string): void;
	onExit(terminalId: string, exit: ExitStatus, isDiscarded?: boolean): void;
};

export type TerminalOutput = { readonly output: string; readonly truncated: boolean; readonly exit?: ExitStatus };
