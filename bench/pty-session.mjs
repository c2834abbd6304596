// A program on a real terminal: what it writes is parsed by a headless one, and what counts is what
// is on that screen.
import headless from '@xterm/headless';
import { spawn } from 'node-pty';

export const COLUMNS = 120;
export const ROWS = 40;

const FULL_CLEAR = /\x1b\[[23]J|\x1bc/g;
const FRAME = /\x1b\[\?2026h/g;

/** Runs a command line on a terminal, of 120 × 40 cells unless given. Times are `performance.now()`. */
export function startSession(file, args, { cwd, env, columns = COLUMNS, rows: height = ROWS }) {
	const terminal = new headless.Terminal({ cols: columns, rows: height, scrollback: 0, allowProposedApi: true });
	const counts = { bytes: 0, writes: 0, frames: 0, clears: 0 };
	const watchers = new Set();
	const startedAt = performance.now();
	const pty = spawn(file, args, { name: 'xterm-256color', cols: columns, rows: height, cwd, env });
	let isEnded = false;
	const ended = new Promise((done) => {
		pty.onExit(({ exitCode }) => {
			isEnded = true;
			done({ exitCode, at: performance.now() });
		});
	});

	pty.onData((text) => {
		const at = performance.now();
		counts.bytes += Buffer.byteLength(text);
		counts.writes += 1;
		counts.frames += text.match(FRAME)?.length ?? 0;
		counts.clears += text.match(FULL_CLEAR)?.length ?? 0;
		terminal.write(text, () => {
			// What a terminal holds back until the frame is whole is not seen yet.
			if (watchers.size === 0 || terminal.modes.synchronizedOutputMode) return;
			const seen = screen();
			for (const watcher of watchers) watcher(seen, at);
		});
	});
	// Queries are answered by the headless terminal, as by a real one.
	terminal.onData((text) => write(text));

	function screen() {
		const { active } = terminal.buffer;
		const rows = Array.from({ length: terminal.rows }, (_, row) =>
			active.getLine(active.baseY + row)?.translateToString(true),
		);
		return rows.join('\n');
	}

	function write(text) {
		if (!isEnded) pty.write(text);
	}

	/** When the bytes arrived that made `test(screen)` true. Throws after `limit` ms, or when the program ends. */
	async function until(test, limit = 30_000) {
		if (test(screen())) return performance.now();
		let watcher;
		let timer;
		const seen = new Promise((done, failed) => {
			watcher = (text, at) => {
				if (test(text)) done(at);
			};
			const giveUp = (reason) => failed(new Error(`${reason}; the screen:\n${screen()}`));
			timer = setTimeout(giveUp, limit, `not seen in ${limit} ms: ${test}`);
			void ended.then(({ exitCode }) => giveUp(`the program ended with ${exitCode}`));
			watchers.add(watcher);
		});
		try {
			return await seen;
		} finally {
			watchers.delete(watcher);
			clearTimeout(timer);
		}
	}

	return {
		pid: pty.pid,
		terminal,
		startedAt,
		ended,
		screen,
		write,
		until,
		counts: () => ({ ...counts }),
		resize(columns, rows) {
			terminal.resize(columns, rows);
			pty.resize(columns, rows);
		},
		/** Waits until nothing was written for `quiet` ms. */
		async settle(quiet = 400) {
			for (let before = -1; before !== counts.bytes; ) {
				before = counts.bytes;
				await pause(quiet);
			}
		},
		/** Leaves as a user does, and ends what does not. */
		async close() {
			write('\x03');
			await pause(50);
			write('\x03');
			const timer = setTimeout(() => pty.kill('SIGKILL'), 5000);
			await ended;
			clearTimeout(timer);
			terminal.dispose();
		},
	};
}

/** Waits. */
export function pause(milliseconds) {
	return new Promise((done) => setTimeout(done, milliseconds));
}
