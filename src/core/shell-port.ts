import type { Result } from './failure.js';
import type { TerminalSignInPlan } from './sign-in/terminal-sign-in.js';
import type { ExitStatus } from './tool-call.js';

/** A program with all that it is started with. */
type Program = Pick<TerminalSignInPlan, 'command' | 'args' | 'cwd' | 'env'>;

/** Command lines of the user, each in a pseudo-terminal. Implemented in `services/`. No method throws. */
export type ShellPort = {
	/**
	 * Starts a line in the user's own shell, in the workspace; fails with `could-not-start`. `isWhole`: it will have the whole terminal, so its environment is the user's.
	 */
	run(
		commandId: string,
		line: string,
		options: { readonly isWhole: boolean },
		listener: ShellListener,
	): Promise<Result<void>>;
	/**
	 * Starts a program for a sign-in, which will have the whole terminal; fails with `could-not-start`. Absent: none can be.
	 */
	start?(commandId: string, program: Program, listener: ShellListener): Promise<Result<void>>;
	/** Ends it with all that it started, and forgets it; idempotent. */
	end(commandId: string): Promise<void>;
	/** Keys of the user, as bytes; nothing happens when it has ended. */
	write(commandId: string, data: string): void;
	resize(commandId: string, columns: number, rows: number): void;
	/** Ends all of them. */
	close(): Promise<void>;
};

/** Gets what one command of the user writes, and its end. */
export type ShellListener = { onData(data: string): void; onExit(exit: ExitStatus): void };
