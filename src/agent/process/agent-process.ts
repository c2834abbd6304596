import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import process from 'node:process';
import { finished } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import type { AgentLaunch } from '../../core/agent-info.js';
import type { PreparedLaunch } from '../../core/agent-port.js';
import { type Result, succeed } from '../../core/failure.js';
import { once } from '../../core/once.js';
import type { ProcessGuard } from '../../core/ports.js';
import { within } from '../within.js';
import { startFailure } from './start-failure.js';

type LeaderExit = { readonly code: number | null; readonly signal: string | null };

export type AgentProcess = {
	readonly pid: number;
	readonly stdin: ChildProcessWithoutNullStreams['stdin'];
	readonly stdout: ChildProcessWithoutNullStreams['stdout'];
	/** Settles when the process has ended and its output could be read. */
	readonly exited: Promise<LeaderExit>;
	stderrTail(): readonly string[];
	/** Ends the whole group within three seconds; idempotent, never rejects. */
	end(): Promise<void>;
};

export type ProcessSurroundings = {
	readonly onStderr: (line: string) => void;
	/** Ends the group where this program cannot. */
	readonly guard?: ProcessGuard | undefined;
};

/** Milliseconds for leaving after standard input ended, for obeying SIGTERM, and for dying of SIGKILL. */
const LEAVE_GRACE = 400;
const TERM_GRACE = 1400;
const KILL_GRACE = 300;

/** Starts an agent as leader of its own process group; fails with `agent-start`. */
export async function startProcess(
	launch: AgentLaunch,
	prepared: Extract<PreparedLaunch, { type: 'ready' }>,
	around: ProcessSurroundings,
): Promise<Result<AgentProcess>> {
	const { command, args, cwd, env } = prepared;
	let child: ChildProcessWithoutNullStreams;
	try {
		child = spawn(command, [...args], {
			cwd,
			// Shells of the agent take this for their folder where it leads there, by a link too.
			env: { ...env, PWD: cwd },
			detached: process.platform !== 'win32',
			windowsHide: true,
			stdio: 'pipe',
		});
	} catch (error) {
		return startFailure(launch, cwd, error);
	}
	const exit = new Promise<LeaderExit>((resolve) => {
		child.once('exit', (code, signal) => resolve({ code, signal }));
	});
	// A broken pipe is reported by the write that met it, and by the exit.
	child.stdin.on('error', () => {});
	const started = await new Promise<true | Error>((resolve) => {
		child.once('spawn', () => resolve(true));
		child.on('error', resolve);
	});
	if (started !== true || child.pid === undefined) return startFailure(launch, cwd, started);
	return succeed(attach(child, child.pid, exit, around));
}

function attach(
	child: ChildProcessWithoutNullStreams,
	pid: number,
	exit: Promise<LeaderExit>,
	around: ProcessSurroundings,
): AgentProcess {
	const stderr = createStderrLines(around.onStderr);
	child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
	const drained = Promise.allSettled([finished(child.stdout), finished(child.stderr)]);
	// Nothing outlives this program, even when it ends without closing the connection.
	const killGroup = () => void signalGroup(pid, 'SIGKILL');
	process.once('exit', killGroup);
	around.guard?.add(pid);

	const groupGone = exit
		.then(() => endLeftovers(pid))
		.finally(() => {
			process.off('exit', killGroup);
			around.guard?.remove(pid);
		});
	const exited = exit.then(async (how) => {
		// The last output is still in the pipe, which a surviving child may hold open.
		await within(drained, LEAVE_GRACE);
		stderr.end();
		child.stdout.destroy();
		child.stderr.destroy();
		return how;
	});

	const end = once(async () => {
		child.stdin.end();
		if ((await within(exit, LEAVE_GRACE)) === null) {
			signalGroup(pid, 'SIGTERM');
			if ((await within(exit, TERM_GRACE)) === null) {
				signalGroup(pid, 'SIGKILL');
				if ((await within(exit, KILL_GRACE)) === null) return;
			}
		}
		await groupGone;
	});
	return { pid, stdin: child.stdin, stdout: child.stdout, exited, stderrTail: stderr.tail, end };
}

const hasGroups = process.platform !== 'win32';

/** Signals a group; 0 only checks. False: nobody is there. Not long after its exit: the number may be reused. */
function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
	try {
		process.kill(hasGroups ? -leader : leader, signal);
		return true;
	} catch {
		// ESRCH: no process is left. EPERM: none that we may signal.
		return false;
	}
}

const LOOK_EVERY = 20;

/** Milliseconds between SIGTERM and SIGKILL for members whose leader is gone. */
const MEMBER_GRACE = 400;

/** Ends what an exited leader left: SIGTERM, then SIGKILL. Settles within 700 ms, even if a dead member stays. */
async function endLeftovers(leader: number): Promise<void> {
	if (!hasGroups || !signalGroup(leader, 'SIGTERM')) return;
	if (await isGoneWithin(leader, MEMBER_GRACE)) return;
	if (signalGroup(leader, 'SIGKILL')) await isGoneWithin(leader, 300);
}

async function isGoneWithin(leader: number, milliseconds: number): Promise<boolean> {
	for (let waited = 0; waited < milliseconds; waited += LOOK_EVERY) {
		await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
		if (!signalGroup(leader, 0)) return true;
	}
	return false;
}

const TAIL_LINES = 20;
/** Characters of a line that are kept. */
export const LINE_LIMIT = 2000;

/** Cuts standard error into lines of bounded length for `onLine`, and keeps the last ones. */
export function createStderrLines(onLine: (line: string) => void) {
	const decoder = new StringDecoder('utf8');
	const tail: string[] = [];
	let partial = '';

	function take(line: string): void {
		const text = line.endsWith('\r') ? line.slice(0, -1) : line;
		if (text === '') return;
		tail.push(text);
		if (tail.length > TAIL_LINES) tail.shift();
		onLine(text);
	}

	/** Adds to the line that is being built; what exceeds the limit is dropped, not kept. */
	function grow(text: string): void {
		if (partial.length < LINE_LIMIT) partial += text.slice(0, LINE_LIMIT - partial.length);
	}

	function add(text: string): void {
		const pieces = text.split('\n');
		for (const [index, piece] of pieces.entries()) {
			grow(piece);
			if (index === pieces.length - 1) break;
			take(partial);
			partial = '';
		}
	}

	return {
		push: (chunk: Buffer): void => add(decoder.write(chunk)),
		end(): void {
			add(decoder.end());
			take(partial);
			partial = '';
		},
		/** The last lines, oldest first. */
		tail: (): readonly string[] => [...tail],
	};
}
