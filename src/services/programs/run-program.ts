import { spawn } from 'node:child_process';
import type { ProcessGuard } from '../../core/ports.js';

export type ProgramRun = {
	/** A path, never a name that would be looked up once more. */
	readonly file: string;
	readonly args: readonly string[];
	readonly cwd: string;
	/** The complete environment. */
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly signal: AbortSignal;
	readonly guard?: ProcessGuard | undefined;
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

const KEPT_LINES = 200;
const LONGEST_LINE = 2000;
const KILL_AFTER = 2000;

/** Runs a program in a process group of its own; when `signal` aborts, ends it, with SIGKILL after two seconds. */
export function runProgram(run: ProgramRun): Promise<ProgramEnd> {
	const { file, args, cwd, env, signal, guard, onLine, input, onOutput } = run;
	if (signal.aborted) return Promise.resolve({ type: 'stopped' });
	return new Promise((settle) => {
		const isGroup = process.platform !== 'win32';
		const child = spawn(file, args, {
			cwd,
			env: { ...env },
			stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
			detached: isGroup,
			windowsHide: true,
		});
		const group = child.pid;
		if (group !== undefined && isGroup) guard?.add(group);
		const send = (name: NodeJS.Signals): void => {
			try {
				if (isGroup && group !== undefined) process.kill(-group, name);
				else child.kill(name);
			} catch {
				// It has ended by itself.
			}
		};
		let killing: NodeJS.Timeout | undefined;
		let leaving: NodeJS.Timeout | undefined;
		const stop = (): void => {
			send('SIGTERM');
			killing = setTimeout(() => send('SIGKILL'), KILL_AFTER);
		};
		signal.addEventListener('abort', stop, { once: true });
		const lines: string[] = [];
		const keep = (line: string): void => {
			lines.push(line);
			if (lines.length > KEPT_LINES) lines.shift();
			onLine?.(line);
		};
		for (const from of ['stdout', 'stderr'] as const) {
			const stream = child[from];
			if (stream === null) continue;
			splitLines(stream, keep);
			if (onOutput !== undefined) stream.on('data', (text: string) => onOutput(from, text));
		}
		// Whoever reads none of its input, or not all of it, may do so.
		child.stdin?.on('error', () => {});
		child.stdin?.end(input);
		const end = (result: ProgramEnd): void => {
			clearTimeout(killing);
			clearTimeout(leaving);
			signal.removeEventListener('abort', stop);
			// What it left running belongs to nobody.
			send('SIGKILL');
			if (group !== undefined && isGroup) guard?.remove(group);
			settle(signal.aborted ? { type: 'stopped' } : result);
		};
		child.once('error', (error) => end({ type: 'not-started', error }));
		child.once('exit', () => {
			// A grandchild that keeps the pipes open would be waited for: no signal reaches one in a group of its own.
			leaving = setTimeout(() => {
				send('SIGKILL');
				child.stdout?.destroy();
				child.stderr?.destroy();
			}, KILL_AFTER);
		});
		child.once('close', (code, by) => end({ type: 'exited', code: code ?? 1, signal: by, lines }));
	});
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
