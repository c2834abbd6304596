import { spawn } from 'node:child_process';
import type { ProcessGuard } from '../../core/ports.js';
import { endProcesses, newMark } from './end-processes.js';

export type ProgramRun = {
	/** A path, never a name that would be looked up once more. */
	readonly file: string;
	readonly args: readonly string[];
	readonly cwd: string;
	/** The complete environment. */
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly signal: AbortSignal;
	readonly guard?: ProcessGuard | undefined;
	/** Ends with all that it ever started, within a second. Absent: has two to clean up, and its services go on. */
	readonly endsAll?: true;
	readonly onLine?: (line: string) => void;
	/** Written to its standard input; absent: it has none. */
	readonly input?: string;
	/** Called with all that it writes, as it comes. */
	readonly onOutput?: (from: 'stdout' | 'stderr', text: string) => void;
};

/** The end of a run: an exit code, cancelled by `signal` of the caller, or not started (with the reason). */
export type ProgramEnd =
	| {
			readonly type: 'exited';
			readonly code: number;
			readonly signal: NodeJS.Signals | null;
			readonly lines: readonly string[];
	  }
	| { readonly type: 'stopped' }
	| { readonly type: 'not-started'; readonly error: unknown };

const MOST_LINES = 200;
const LONGEST_LINE = 2000;
/** Milliseconds for which its output is read on after its exit, while something else holds it open. */
const LEFT_AFTER = 2000;

/**
 * Runs a program in a process group of its own. When `signal` aborts before its exit, ends it with its descendants; abort
 * or not, nothing of its group outlives it. What is being ended has ended when the run settles.
 */
export function runProgram(run: ProgramRun): Promise<ProgramEnd> {
	const { file, args, cwd, env, signal, guard, endsAll = false, onLine, input, onOutput } = run;
	if (signal.aborted) return Promise.resolve({ type: 'stopped' });
	return new Promise((settle) => {
		const isGroup = process.platform !== 'win32';
		const marked = endsAll ? newMark() : null;
		const child = spawn(file, args, {
			cwd,
			env: { ...env, ...marked?.env },
			stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
			detached: isGroup,
			windowsHide: true,
		});
		const group = child.pid;
		if (group !== undefined && isGroup) guard?.add(group);
		const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
		const hasExited = (): boolean => child.exitCode !== null || child.signalCode !== null;
		let leaving: NodeJS.Timeout | undefined;
		let isStopped = false;
		let ending: Promise<void> | null = null;
		const endAll = async (): Promise<void> => {
			isStopped = !hasExited();
			const leader = { pid: group ?? 0, hasExited, exited, guard };
			if (!isGroup || group === undefined) child.kill();
			else await endProcesses({ ...leader, ...(marked === null ? { isCleaning: true } : { mark: marked.mark }) });
			child.stdout?.destroy();
			child.stderr?.destroy();
		};
		const stop = (): void => {
			ending ??= endAll();
		};
		signal.addEventListener('abort', stop, { once: true });
		const lines: string[] = [];
		const keep = (line: string): void => {
			lines.push(line);
			if (lines.length > MOST_LINES) lines.shift();
			onLine?.(line);
		};
		for (const from of ['stdout', 'stderr'] as const) {
			const stream = child[from];
			if (stream === null) continue;
			splitLines(stream, keep);
			if (onOutput !== undefined) stream.on('data', (text: string) => onOutput(from, text));
		}
		// The program need not read all of its input (EPIPE).
		child.stdin?.on('error', () => {});
		child.stdin?.end(input);
		const end = async (result: ProgramEnd): Promise<void> => {
			clearTimeout(leaving);
			signal.removeEventListener('abort', stop);
			// Later its number may be a stranger's.
			if (ending === null && group !== undefined && isGroup) killGroup(group);
			await ending;
			if (group !== undefined && isGroup) guard?.remove(group);
			settle(isStopped ? { type: 'stopped' } : result);
		};
		child.once('error', (error) => end({ type: 'not-started', error }));
		child.once('exit', () => {
			leaving = setTimeout(stop, LEFT_AFTER);
		});
		child.once('close', (code, by) => end({ type: 'exited', code: code ?? 1, signal: by, lines }));
	});
}

/** Ends what a program left running in its group: it belongs to nobody. */
function killGroup(group: number): void {
	try {
		process.kill(-group, 'SIGKILL');
	} catch {
		// The process has ended by itself.
	}
}

function splitLines(stream: NodeJS.ReadableStream, onLine: (line: string) => void): void {
	let rest = '';
	stream.setEncoding('utf8');
	stream.on('data', (chunk: string) => {
		const parts = (rest + chunk).split('\n');
		// A line without an end is cut, not kept.
		rest = (parts.pop() ?? '').slice(0, LONGEST_LINE);
		for (const part of parts) onLine(part.slice(0, LONGEST_LINE).trimEnd());
	});
	stream.on('end', () => {
		if (rest !== '') onLine(rest.trimEnd());
	});
}
