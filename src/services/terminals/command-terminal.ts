import { readSync } from 'node:fs';
import { constants } from 'node:os';
import { StringDecoder } from 'node:string_decoder';
import type { PtyProcess } from 'node-pty';
import { defined } from '../../core/defined.js';
import type { ProcessGuard } from '../../core/ports.js';
import type { TerminalOutput } from '../../core/terminals-port.js';
import type { ExitStatus } from '../../core/tool-call.js';
import { endProcesses } from '../programs/end-processes.js';
import { processExists } from '../programs/process-list.js';
import { OutputRing } from './output-ring.js';

export type TerminalEvents = { onData(data: string): void; onExit(exit: ExitStatus): void };

/** Milliseconds for which output is gathered. */
const BATCH_TIME = 16;
/** Characters reported at once: a flood must not pile up. */
const BATCH_CHARS = 256 * 1024;

export class Terminal {
	readonly sessionId: string;
	/** Resolves when the command has ended and all its output was reported. */
	readonly exited: Promise<ExitStatus>;
	readonly #pty: PtyProcess;
	readonly #events: TerminalEvents;
	readonly #ring: OutputRing;
	readonly #guard: ProcessGuard | undefined;
	readonly #isLeaderWaiting: boolean;
	readonly #mark: string | undefined;
	readonly #decoder = new StringDecoder('utf8');
	#batch = '';
	#batchTimer: NodeJS.Timeout | null = null;
	#limitTimer: NodeJS.Timeout | null = null;
	#exit: ExitStatus | null = null;
	#ending: Promise<boolean> | null = null;

	constructor(
		pty: PtyProcess,
		options: {
			readonly sessionId: string;
			readonly byteLimit: number;
			readonly runtimeLimit: number | null;
			readonly events: TerminalEvents;
			readonly guard?: ProcessGuard | undefined;
			/** The started process only waits for the command and exits with its status. */
			readonly isLeaderWaiting?: boolean;
			/** Unique variable in the command's environment (`Leader.mark`): stopping it ends all processes that have it. */
			readonly mark?: string;
		},
	) {
		this.#pty = pty;
		this.sessionId = options.sessionId;
		this.#events = options.events;
		this.#guard = options.guard;
		this.#guard?.add(pty.pid);
		this.#isLeaderWaiting = options.isLeaderWaiting ?? false;
		this.#mark = options.mark;
		this.#ring = new OutputRing(options.byteLimit);
		pty.on('error', () => {
			// Reading fails when the other side is closed (EIO): node-pty reports the end by itself.
		});
		pty.onData((data) => this.#take(typeof data === 'string' ? Buffer.from(data) : data));
		drainBeforeClose(pty, (data) => this.#take(data));
		this.exited = new Promise((resolve) => {
			pty.onExit(({ exitCode, signal }) => {
				if (this.#exit === null) resolve(this.#finish(exitCode, signal ?? 0));
			});
		});
		if (options.runtimeLimit !== null) {
			this.#limitTimer = setTimeout(this.#endLate, options.runtimeLimit, options.runtimeLimit);
		}
	}

	get isRunning(): boolean {
		return this.#exit === null;
	}

	output(): TerminalOutput {
		const { text, truncated } = this.#ring.read();
		return { output: text, truncated, ...(this.#exit === null ? {} : { exit: this.#exit }) };
	}

	write(data: string): void {
		if (this.#exit === null) this.#pty.write(data);
	}

	/** Ignored after the end, and for an impossible size. */
	resize(columns: number, rows: number): void {
		if (this.#exit !== null || !(columns >= 1) || !(rows >= 1)) return;
		try {
			this.#pty.resize(columns, rows);
		} catch {
			// The terminal ended this moment: its size no longer matters.
		}
	}

	end(): Promise<boolean> {
		this.#ending ??= this.#endNow().finally(() => {
			this.#ending = null;
		});
		return this.#ending;
	}

	readonly #endLate = (limit: number): void => {
		this.#take(
			Buffer.from(`\r\n[ended by acp-tui: it ran for longer than ${limit / 1000} s, the limit of a command]\r\n`),
		);
		void this.end();
	};

	async #endNow(): Promise<boolean> {
		if (process.platform === 'win32') {
			this.#pty.kill();
			await this.exited;
			return true;
		}
		const { pid } = this.#pty;
		const isGone = await endProcesses({
			pid,
			hasExited: () => this.#exit !== null,
			exited: this.exited,
			isWaiting: this.#isLeaderWaiting,
			// Processes in other sessions that an ended command left are services.
			...defined({ mark: this.#exit === null ? this.#mark : undefined }),
			guard: this.#guard,
		});
		// Its background processes count until here.
		if (isGone) this.#guard?.remove(pid);
		return isGone;
	}

	#take(data: Buffer): void {
		this.#batch += this.#decoder.write(data);
		this.#ring.append(data);
		if (this.#batch.length >= BATCH_CHARS) {
			this.#flushBatch();
		} else if (this.#batch !== '') {
			this.#batchTimer ??= setTimeout(() => this.#flushBatch(), BATCH_TIME);
		}
	}

	#flushBatch(): void {
		clearTimeout(this.#batchTimer ?? undefined);
		this.#batchTimer = null;
		const batch = this.#batch;
		this.#batch = '';
		if (batch !== '') this.#events.onData(batch);
	}

	#finish(code: number, signal: number): ExitStatus {
		clearTimeout(this.#limitTimer ?? undefined);
		this.#batch += this.#decoder.end();
		this.#ring.finish();
		this.#flushBatch();
		this.#exit = signal === 0 ? { code, signal: null } : { code: null, signal: nameSignal(signal) };
		this.#events.onExit(this.#exit);
		return this.#exit;
	}
}

/** A signal's name (15 is `SIGTERM`); `SIG` and the number where it has none. */
function nameSignal(number: number): string {
	const found = Object.entries(constants.signals).find(([, value]) => value === number);
	return found?.[0] ?? `SIG${number}`;
}

/** Bytes; more than a terminal driver buffers. */
const MOST_BYTES = 4 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;

/** Milliseconds until it is looked for again whether a command that has closed its terminal runs, twice as many each time. */
const LOOK_AGAIN = 1;
const LOOK_SELDOM = 500;

/**
 * Reads the rest before the terminal's descriptor is closed. node-pty closes it 200 ms after the command ended, read or
 * not: a busy event loop would lose the end of the output. It also closes it when nobody has the other side open, as
 * `touch` has not just before it exits: the system would send SIGHUP to what still runs, so that waits for the end.
 * There is no API for this, so its private socket is used; in a version without it nothing changes.
 */
function drainBeforeClose(pty: PtyProcess, onData: (data: Buffer) => void): void {
	const socket: unknown = Reflect.get(pty, '_socket');
	const descriptor: unknown = Reflect.get(pty, 'fd');
	if (process.platform === 'win32' || !hasDestroy(socket) || typeof descriptor !== 'number') return;
	const destroy = socket.destroy.bind(socket);
	let isDrained = false;
	let wait = LOOK_AGAIN;
	socket.destroy = (error) => {
		if (error !== undefined && processExists(pty.pid)) {
			setTimeout(() => socket.destroy(error), wait);
			wait = Math.min(2 * wait, LOOK_SELDOM);
			return socket;
		}
		if (!isDrained) {
			isDrained = true;
			readRest(descriptor, onData);
		}
		return destroy(error);
	};
}

function hasDestroy(value: unknown): value is { destroy: (error?: Error) => unknown } {
	return typeof value === 'object' && value !== null && 'destroy' in value && typeof value.destroy === 'function';
}

function readRest(descriptor: number, onData: (data: Buffer) => void): void {
	for (let total = 0; total < MOST_BYTES; ) {
		const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
		let count = 0;
		try {
			count = readSync(descriptor, chunk, 0, CHUNK_BYTES, null);
		} catch {
			// EAGAIN: nothing is left; EIO: nobody has the other side open. Both are the end.
		}
		if (count === 0) return;
		total += count;
		onData(chunk.subarray(0, count));
	}
}
