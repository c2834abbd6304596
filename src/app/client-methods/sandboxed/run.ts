import type { ActionRequest } from '../../../core/policy/types.js';
import type { CommandAccess } from '../../../core/sandbox/command-access.js';
import type { TerminalOutput, TerminalSpawn } from '../../../core/terminals-port.js';
import { lastBytes } from '../../../core/text/clip.js';
import type { ExitStatus } from '../../../core/tool-call.js';

/** Command in a sandbox: one terminal for the agent, however often it runs. */
export type SandboxedRun = {
	readonly id: string;
	readonly spawn: TerminalSpawn;
	readonly action: ActionRequest;
	/** Null once it runs without a sandbox. */
	access: CommandAccess | null;
	current: string;
	/** Output of earlier runs with the separator line, and notes after the end. */
	before: string;
	after: string;
	isTruncated: boolean;
	exit: ExitStatus | null;
	stopWatching: () => void;
	hasFilledDisk: boolean;
	readonly ended: PromiseWithResolvers<ExitStatus>;
	/** Aborts when the agent kills or releases it: nobody is asked about it any more. */
	readonly left: AbortController;
};

export function beginRun(id: string, spawn: TerminalSpawn, action: ActionRequest, access: CommandAccess): SandboxedRun {
	return {
		...{ id, spawn, action, access, current: id },
		...{ before: '', after: '', isTruncated: false, exit: null },
		...{ stopWatching: () => {}, hasFilledDisk: false },
		ended: Promise.withResolvers(),
		left: new AbortController(),
	};
}

/** Output for the agent: of all runs, cut to its limit, and the exit once that is settled. */
export function outputOf(run: SandboxedRun, now: TerminalOutput): TerminalOutput {
	const whole = run.before + now.output + run.after;
	const most = run.spawn.outputByteLimit;
	const output = most === undefined ? whole : lastBytes(whole, most);
	const truncated = run.isTruncated || now.truncated || output.length < whole.length;
	return { output, truncated, ...(run.exit === null ? {} : { exit: run.exit }) };
}
