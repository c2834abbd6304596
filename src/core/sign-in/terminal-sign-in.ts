import type { AgentLaunch } from '../agent-info.js';
import type { AuthMethod } from '../auth-method.js';
import type { Result } from '../failure.js';
import type { ConfinementChoice } from '../sandbox/confinement.js';
import type { ExitStatus } from '../tool-call.js';

export type TerminalSignInPlan = {
	/** The whole command line, quoted. */
	readonly line: string;
	/** Starts the agent's own program; for any other the user has to see `line` and agree. */
	readonly isOwnProgram: boolean;
	readonly command: string;
	readonly args: readonly string[];
	readonly cwd: string;
	readonly env: Readonly<Record<string, string | undefined>>;
};

type TerminalSignInEnd = ExitStatus & {
	/** Failed to understand its arguments: without the agent's usual ones it may. */
	readonly isUsageError: boolean;
};

export type EnclosedSignIn = {
	readonly program: Pick<TerminalSignInPlan, 'command' | 'args' | 'cwd' | 'env'>;
	/** Ends the sandbox with every process in it. Idempotent. */
	close(): Promise<void>;
};

type TerminalSignInOptions = {
	/** The arguments of the method alone, without the agent's usual ones. */
	readonly isPlain: boolean;
	/** The user has to see the line and agree also where it starts the agent's own program. */
	readonly mustAgree: boolean;
};

/** Signs in with a program on this terminal. Implemented in `services/`. No method throws. */
export type TerminalSignInPort = {
	/** Finds the method's program. Fails with `could-not-start`, also for a line that cannot be shown. */
	plan(
		launch: AgentLaunch,
		method: Extract<AuthMethod, { readonly type: 'terminal' | 'terminal-command' }>,
		options: TerminalSignInOptions,
	): Promise<Result<TerminalSignInPlan>>;
	/** Fails with `could-not-start` where its sandbox cannot be had. */
	enclose(plan: TerminalSignInPlan, sandbox: ConfinementChoice): Promise<Result<EnclosedSignIn>>;
	/** Runs a plan on the terminal, which is given away before; `signal` ends it. Fails with `could-not-start`. */
	run(plan: TerminalSignInPlan, sandbox: ConfinementChoice, signal: AbortSignal): Promise<Result<TerminalSignInEnd>>;
};
