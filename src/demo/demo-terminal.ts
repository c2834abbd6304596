import type { CommandLine } from './command-line.js';
import { StepFailed, type ToolHandle } from './demo-tool.js';
import { request, type Turn } from './demo-turn.js';

/** End of a command, with the end of what it wrote. */
export type RunResult = {
	readonly exitCode: number | null;
	readonly signal: string | null;
	readonly output: string;
	readonly truncated: boolean;
};

const OUTPUT_LIMIT = 64 * 1024;
/** Time that a cancelled turn waits for the client to confirm that a terminal is gone, in milliseconds. */
const CLOSE_TIMEOUT = 1_000;

export function endingOf(result: RunResult): string {
	if (result.signal !== null) return `was ended by ${result.signal}`;
	if (result.exitCode === null) return 'ended, and nobody said how';
	return `ended with exit code ${result.exitCode}`;
}

/** Runs a command in a terminal of the client, its output live in the tool's card. */
export async function runLine(turn: Turn, tool: ToolHandle, line: CommandLine): Promise<RunResult> {
	if (!turn.session.can.terminals) throw new StepFailed('The client offers no terminals.');
	const { id: sessionId, cwd } = turn.session;
	turn.signal.throwIfAborted();
	// Not given up on a cancel: a terminal that is created late must be released too.
	const creating = turn.client.request('terminal/create', {
		sessionId,
		command: line.command,
		args: [...line.args],
		cwd,
		outputByteLimit: OUTPUT_LIMIT,
	});
	let terminalId: string | null = null;
	const close = async (): Promise<void> => {
		terminalId ??= (await creating).terminalId;
		if (turn.signal.aborted) await turn.client.request('terminal/kill', { sessionId, terminalId });
		await turn.client.request('terminal/release', { sessionId, terminalId });
	};
	try {
		terminalId = (await orCancel(turn, creating)).terminalId;
		await tool.update({ status: 'in_progress', content: [{ type: 'terminal', terminalId }] });
		const exit = await request(turn, 'terminal/wait_for_exit', { sessionId, terminalId });
		const { output, truncated } = await request(turn, 'terminal/output', { sessionId, terminalId });
		return { exitCode: exit.exitCode ?? null, signal: exit.signal ?? null, output, truncated };
	} finally {
		await atMost(CLOSE_TIMEOUT, close());
	}
}

/** Settles with `work`, or rejects at once when the turn is cancelled. */
async function orCancel<Value>(turn: Turn, work: Promise<Value>): Promise<Value> {
	const stop = Promise.withResolvers<never>();
	const onAbort = () => stop.reject(turn.signal.reason);
	turn.signal.addEventListener('abort', onAbort, { once: true });
	try {
		return await Promise.race([work, stop.promise]);
	} finally {
		turn.signal.removeEventListener('abort', onAbort);
	}
}

/** Waits for a clean-up that may fail or never answer; neither changes how the turn ends. */
async function atMost(milliseconds: number, work: Promise<void>): Promise<void> {
	const late = Promise.withResolvers<void>();
	const timer = setTimeout(late.resolve, milliseconds);
	try {
		await Promise.race([work, late.promise]);
	} catch {
		// The terminal was never there, or the client has let go of it already.
	} finally {
		clearTimeout(timer);
	}
}
