import type { Result } from './failure.js';
import type { TerminalSignInPlan } from './sign-in/terminal-sign-in.js';
import type { ExitStatus } from './tool-call.js';

type Program = Pick<TerminalSignInPlan, 'command' | 'args' | 'cwd' | 'env'>;

/** Command lines of the user, each in a pseudo-terminal. Implemented in `services/`. No method throws. */
export type ShellPort = {
	/** Starts a line in the user's shell; fails with `could-not-start`. `isWhole`: it has the whole terminal. */
	run(
		commandId: string,
		line: string,
		options: { readonly isWhole: boolean },
		listener: ShellListener,
	): Promise<Result<void>>;
	/** For a sign-in with the whole terminal. Fails with `could-not-start`. */
	start(commandId: string, program: Program, listener: ShellListener): Promise<Result<void>>;
	/** Ends the process group and forgets it; idempotent. */
	end(commandId: string): Promise<void>;
	/** Input as bytes; ignored after the end. */
	write(commandId: string, data: string): void;
	resize(commandId: string, columns: number, rows: number): void;
	close(): Promise<void>;
};

export type ShellListener = { onData(data: string): void; onExit(exit: ExitStatus): void };
