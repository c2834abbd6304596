import { spawn } from 'node:child_process';
import type { CommandLine } from './command-line.js';
import { StepFailed, type ToolHandle } from './tool.js';
import { request, type Turn } from './turn.js';

/** How a command ended, with the end of what it wrote. */
export type RunResult = {
	readonly exitCode: number | null;
	readonly signal: string | null;
	readonly output: string;
	readonly truncated: boolean;
};

const OUTPUT_LIMIT = 64 * 1024;
/** How long a cancelled turn waits for the client to confirm that a terminal is gone, in milliseconds. */
const CLOSE_TIMEOUT = 1_000;

/** Runs a command with live output in the tool's card: in a terminal of the client where it has them, else here. */
export function runLine(turn: Turn, tool: ToolHandle, line: CommandLine): Promise<RunResult> {
	return turn.session.can.terminals ? runInTerminal(turn, tool, line) : runHere(turn, tool, line);
}

/** How a command ended, in words. */
export function endingOf(result: RunResult): string {
	if (result.signal !== null) return `was ended by ${result.signal}`;
	if (result.exitCode === null) return 'ended, and nobody said how';
	return `ended with exit code ${result.exitCode}`;
}

async function runInTerminal(turn: Turn, tool: ToolHandle, line: CommandLine): Promise<RunResult> {
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

/** For clients without terminals: a child of ours in its own group, its output sent in `_meta` as other agents do. */
async function runHere(turn: Turn, tool: ToolHandle, line: CommandLine): Promise<RunResult> {
	turn.signal.throwIfAborted();
	const { cwd } = turn.session;
	const child = spawn(line.command, line.args, { cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
	let output = '';
	let news = Promise.resolve();
	// The first failure to tell is remembered by `news`; after a cancel there is nothing to tell.
	const tell = (meta: Record<string, unknown>, withContent = false) => {
		const content = withContent ? { content: [{ type: 'terminal' as const, terminalId: tool.id }] } : {};
		news = news.then(() => (turn.signal.aborted ? undefined : tool.update({ ...content, _meta: meta })));
		news.catch(() => undefined);
	};
	const take = (data: string) => {
		output = (output + data).slice(-OUTPUT_LIMIT);
		tell({ terminal_output: { terminal_id: tool.id, data } });
	};
	tell({ terminal_info: { terminal_id: tool.id, cwd } }, true);
	child.stdout.setEncoding('utf8').on('data', take);
	child.stderr.setEncoding('utf8').on('data', take);
	const ended = Promise.withResolvers<{ code: number | null; signal: NodeJS.Signals | null }>();
	child.once('error', (error) => ended.reject(new StepFailed(`\`${line.command}\` did not start: ${error.message}`)));
	child.once('close', (code, signal) => ended.resolve({ code, signal }));
	const onAbort = () => killGroup(child.pid, child.kill.bind(child), turn.gone.aborted);
	turn.signal.addEventListener('abort', onAbort, { once: true });
	try {
		const { code, signal } = await orCancel(turn, ended.promise);
		tell({ terminal_exit: { terminal_id: tool.id, exit_code: code, signal } });
		await news;
		return { exitCode: code, signal, output, truncated: output.length === OUTPUT_LIMIT };
	} finally {
		turn.signal.removeEventListener('abort', onAbort);
	}
}

/** Ends the child and what it started: politely, then for good. Without a client this process ends too, so there is no time. */
function killGroup(
	pid: number | undefined,
	killChild: (signal: NodeJS.Signals) => boolean,
	isLastMoment: boolean,
): void {
	if (pid === undefined) return;
	const kill = (signal: NodeJS.Signals) => {
		try {
			process.kill(-pid, signal);
		} catch {
			// No such group (any more), or a platform without groups: the child alone, if it still runs.
			killChild(signal);
		}
	};
	kill('SIGTERM');
	if (isLastMoment) kill('SIGKILL');
	else setTimeout(() => kill('SIGKILL'), 500).unref();
}
