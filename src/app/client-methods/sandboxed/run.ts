import type { ActionRequest } from '../../../core/policy/types.js';
import type { CommandAccess } from '../../../core/sandbox/command-access.js';
import type { TerminalOutput, TerminalSpawn } from '../../../core/terminals-port.js';
import { lastBytes } from '../../../core/text/last-bytes.js';
import type { ExitStatus } from '../../../core/tool-call.js';

/** A command that was started in a sandbox; for its agent it is one terminal, however often it runs. */
export type SandboxedRun = {
	/** The terminal's id, for the agent and the transcript. */
	readonly id: string;
	readonly spawn: TerminalSpawn;
	readonly action: ActionRequest;
	/** What its sandbox lets it do; null once it runs without one. */
	access: CommandAccess | null;
	/** The terminal in which it runs now. */
	current: string;
	/** What it said before, with the line that parts it from now; and what is said of it at its end. */
	before: string;
	after: string;
	isTruncated: boolean;
	/** How it ended for the agent. */
	exit: ExitStatus | null;
	/** Ends the watch on the room that it takes. */
	stopWatching: () => void;
	/** It was ended as it filled the disk. */
	hasFilledDisk: boolean;
	readonly ended: PromiseWithResolvers<ExitStatus>;
	/** Aborts when the agent ends or releases it: nobody is asked about it any more. */
	readonly left: AbortController;
};

/** A run that has just begun. */
export function beginRun(id: string, spawn: TerminalSpawn, action: ActionRequest, access: CommandAccess): SandboxedRun {
	return {
		...{ id, spawn, action, access, current: id },
		...{ before: '', after: '', isTruncated: false, exit: null },
		...{ stopWatching: () => {}, hasFilledDisk: false },
		ended: Promise.withResolvers(),
		left: new AbortController(),
	};
}

/** What the agent sees of it: everything it said so far, as much as the agent wants, and its end when that is settled. */
export function outputOf(run: SandboxedRun, now: TerminalOutput): TerminalOutput {
	const whole = run.before + now.output + run.after;
	const most = run.spawn.outputByteLimit;
	const output = most === undefined ? whole : lastBytes(whole, most);
	const truncated = run.isTruncated || now.truncated || output.length < whole.length;
	return { output, truncated, ...(run.exit === null ? {} : { exit: run.exit }) };
}
