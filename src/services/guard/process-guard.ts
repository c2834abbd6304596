import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';
import { Writable } from 'node:stream';
import type { ProcessGuard } from '../../core/ports.js';
import { WATCHDOG } from './watchdog.js';

export type OwnedGuard = ProcessGuard & {
	/** Has a temporary folder of this program (`/…/acp-tui-` and six characters) removed when this process is killed. */
	addFolder(folder: string): void;
	removeFolder(folder: string): void;
	close(): void;
};

// From a descriptor of its own: as an argument it would fill the screen of whoever lists processes.
const READ_PROGRAM = 'eval "$(cat <&3)" 3<&-';

type Sign = '+' | '-' | 'f' | 'F';

/** Starts of the watchdog before it is given up. */
const MOST_STARTS = 3;

/**
 * Ends process groups that outlive this program, also when it is killed: a small shell in a session of its own reads
 * their numbers from a pipe, and acts when the pipe breaks. Started with the first group. Where the shell cannot be
 * started, nothing else changes.
 */
export function createProcessGuard(): OwnedGuard {
	const groups = new Set<number>();
	const folders = new Set<string>();
	let watchdog: ChildProcess | null = null;
	let starts = 0;
	let isClosed = false;

	const start = (): Writable | null => {
		if (isClosed || process.platform === 'win32' || starts >= MOST_STARTS) return null;
		starts += 1;
		try {
			// Its own working directory, so that it holds nobody's folder.
			const child = spawn('/bin/sh', ['-c', READ_PROGRAM, 'acp-tui-watchdog'], {
				cwd: '/',
				env: { PATH: SYSTEM_PATH, LC_ALL: 'C' },
				detached: true,
				stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
			});
			const forget = (): void => {
				if (watchdog === child) watchdog = null;
			};
			child.once('error', forget);
			child.once('exit', forget);
			const [stdin, , , program] = child.stdio;
			if (stdin === null || !(program instanceof Writable)) return null;
			// The exit reports a broken pipe.
			stdin.on('error', forget);
			program.on('error', forget);
			program.end(WATCHDOG);
			child.unref();
			unrefPipe(stdin);
			unrefPipe(program);
			watchdog = child;
			return stdin;
		} catch {
			// No descriptor or no process is left: what was to be guarded runs all the same.
			return null;
		}
	};

	const say = (sign: Sign, what: number | string): void => {
		watchdog?.stdin?.write(`${sign} ${what}\n`);
	};

	/** Sent to the running watchdog; a new one is sent everything. */
	const watch = (sign: Sign, what: number | string): void => {
		if (watchdog !== null) say(sign, what);
		else if (start() !== null) {
			for (const group of groups) say('+', group);
			for (const folder of folders) say('f', folder);
		}
	};

	return {
		add(group) {
			groups.add(group);
			watch('+', group);
		},
		remove(group) {
			if (groups.delete(group)) say('-', group);
		},
		addFolder(folder) {
			// The watchdog reads lines.
			if (folder.includes('\n')) return;
			folders.add(folder);
			watch('f', folder);
		},
		removeFolder(folder) {
			if (folders.delete(folder)) say('F', folder);
		},
		close() {
			isClosed = true;
			watchdog?.stdin?.end();
		},
	};
}

/** The watchdog's programs are the system's, never a cloned repository's: the user's `PATH` is ignored. */
const SYSTEM_PATH = '/usr/bin:/bin:/usr/local/bin:/run/current-system/sw/bin:/run/current-system/profile/bin';

/** Lets the process end while the pipe is open; the type does not say that the stream is a socket. */
function unrefPipe(pipe: Writable): void {
	if ('unref' in pipe && typeof pipe.unref === 'function') pipe.unref();
}
