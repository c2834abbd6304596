import { close, fdatasync, fstat, open, read, write, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { joinLines } from '../../core/sessions/join-lines.js';
import { formatLine, type LogLine } from '../../core/sessions/log-format.js';
import type { LogListener } from '../../core/sessions/ports.js';
import { systemError } from '../errno.js';
import { APPEND, createLog, createLogAtOnce } from './create-log.js';
import { isLocalDisk } from './local-disk.js';
import { SESSION_LOG } from './messages.js';
import { withoutSecrets } from './without-secrets.js';

/** Lines are gathered for so long (ms): also on a busy machine nothing is older than 100 ms when it is safe. */
const WRITE_AFTER = 45;
/** On a disk of this machine a write only copies into memory; one that takes longer (ms) is the last that is waited for. */
const MOST_WAIT = 8;
/** Bytes of one write: what is longer goes in several, so that nothing else waits for it. */
const MOST_BATCH = 256 * 1024;
/** What may wait while nothing can be written; beyond it lines are dropped, and it is said where they would stand. */
const MOST_WAITING = 16 * 1024 * 1024;
const MOST_WAITING_LINES = 50_000;
/** Nothing can be written: tried again after this long (ms), twice as long each time, at most. */
const RETRY_AFTER = 2000;
const RETRY_AT_MOST = 30_000;
/** What the end of the program waits for (ms). */
const CLOSE_PATIENCE = 1000;

const LINE_FEED = 0x0a;

const opened = promisify(open);
const looked = promisify(fstat);
const readPart = promisify(read);
const written = promisify(write);
const kept = promisify(fdatasync);
const closed = promisify(close);

/** How a log is written: `header` begins a new file, which must not be there; null goes on in one. */
export type WriterOptions = {
	readonly file: string;
	readonly header: string | null;
	readonly listener: LogListener;
};

/**
 * Appends lines to a log, gathered, whole lines at a time. It never throws and is never waited for. What cannot be written
 * waits and is tried again; of a partial write the rest follows, so that no line is torn.
 */
export class LogWriter {
	readonly #options: WriterOptions;
	/** The descriptor of the file. */
	#file: number | null = null;
	#lines: LogLine[] = [];
	/** What is being written, and how much of it is left. */
	#rest: Buffer | null = null;
	#timer: NodeJS.Timeout | null = null;
	#dueAt = 0;
	#writing: Promise<void> | null = null;
	#trouble: string | null = null;
	#retryAfter = RETRY_AFTER;
	#retryTimer: NodeJS.Timeout | null = null;
	/** Lines were dropped. */
	#hasGap = false;
	/** It was tried to make the file at once. */
	#isBegun = false;
	#isTorn = false;
	/** Writes are quick: the file is on a disk of this machine. */
	#isLocal = false;
	#isClosed = false;
	#syncing: Promise<void> | null = null;
	#isSyncDue = false;
	readonly #onExit = (): void => this.#writeNow();

	constructor(options: WriterOptions) {
		this.#options = options;
		process.once('exit', this.#onExit);
	}

	/** Opens a log to go on in. Throws the system's error; a last line that was cut off is ended first. */
	async open(): Promise<void> {
		const file = await opened(this.#options.file, APPEND);
		const facts = await looked(file);
		if (!facts.isFile()) {
			await closed(file);
			throw new Error('it is no file');
		}
		const { buffer } = await readPart(file, Buffer.alloc(1), 0, 1, Math.max(0, facts.size - 1));
		this.#isTorn = facts.size > 0 && buffer[0] !== LINE_FEED;
		this.#isLocal = await isLocalDisk(this.#options.file);
		this.#file = file;
	}

	/** Takes a line, to be written soon; costs next to nothing. */
	append(line: LogLine): void {
		if (this.#isClosed) return;
		const { file, header } = this.#options;
		const isFirst = !this.#isBegun;
		if (isFirst && header !== null) {
			this.#file = createLogAtOnce(file, header);
			this.#isLocal = this.#file !== null;
		}
		this.#isBegun = true;
		const last = this.#lines.at(-1);
		const joined = last === undefined ? null : joinLines(last, line);
		if (joined !== null) this.#lines[this.#lines.length - 1] = joined;
		else this.#lines.push(line);
		if (line.turn === null) this.#isSyncDue = true;
		if (this.#trouble !== null) this.#dropTooMuch();
		// Making the file may have taken long on a busy disk.
		else if (isFirst && this.#isLocal) void this.#run();
		else this.#writeSoon();
	}

	/** A program that got no time for longer than lines may wait writes them before it does anything else. */
	#writeSoon(): void {
		const now = performance.now();
		if (this.#timer === null) {
			const delay = this.#file === null ? 0 : WRITE_AFTER;
			this.#dueAt = now + delay;
			this.#timer = setTimeout(() => void this.#run(), delay);
		} else if (now > this.#dueAt && this.#isLocal && this.#writing === null && this.#syncing === null) void this.#run();
	}

	/** Settles when everything so far is in the file, or could not be written. */
	async flush(): Promise<void> {
		// A run that is under way may have taken its last lines already.
		do await this.#run();
		while (this.#trouble === null && (this.#rest !== null || this.#lines.length > 0));
	}

	/** Writes what is left and closes the file; settles within a second. */
	async close(): Promise<void> {
		const ended = (async () => {
			await this.flush();
			this.#isClosed = true;
			await this.#syncing;
			if (this.#file === null) return;
			await kept(this.#file);
			await closed(this.#file);
		})().catch(() => {
			// It was said when it could not be written.
		});
		let timer: NodeJS.Timeout | undefined;
		const patience = new Promise<void>((done) => {
			timer = setTimeout(done, CLOSE_PATIENCE);
		});
		await Promise.race([ended, patience]);
		clearTimeout(timer);
		clearTimeout(this.#retryTimer ?? undefined);
		this.#isClosed = true;
		process.off('exit', this.#onExit);
	}

	#run(): Promise<void> {
		clearTimeout(this.#timer ?? undefined);
		this.#timer = null;
		this.#writing ??= this.#writeAll().finally(() => {
			this.#writing = null;
		});
		return this.#writing;
	}

	async #writeAll(): Promise<void> {
		try {
			// After trouble that dropped all that waited, an empty batch finds out whether the file can be written again.
			while (this.#rest !== null || this.#lines.length > 0 || this.#trouble !== null) {
				const file = this.#file ?? (await this.#create());
				this.#rest ??= this.#nextBatch();
				while (this.#rest !== null) {
					const rest: Buffer = this.#rest;
					// What is written while the disk is asked to keep it may wait for that.
					const bytesWritten =
						this.#isLocal && this.#syncing === null
							? this.#writeAtOnce(file, rest)
							: (await written(file, rest)).bytesWritten;
					this.#rest = bytesWritten < rest.length ? rest.subarray(bytesWritten) : null;
				}
				if (this.#trouble !== null) this.#recover();
			}
			this.#sync();
		} catch (error) {
			this.#fail(error);
		}
	}

	async #create(): Promise<number> {
		const { file, header } = this.#options;
		this.#file = await createLog(file, header ?? '');
		this.#isLocal = await isLocalDisk(file);
		return this.#file;
	}

	/** Costs a tenth of what it costs to have another thread do it. */
	#writeAtOnce(file: number, bytes: Buffer): number {
		const begun = performance.now();
		const count = writeSync(file, bytes);
		if (performance.now() - begun > MOST_WAIT) this.#isLocal = false;
		return count;
	}

	#nextBatch(): Buffer {
		const parts = this.#isTorn ? ['\n'] : [];
		this.#isTorn = false;
		let size = 0;
		let taken = 0;
		for (const line of this.#lines) {
			if (size >= MOST_BATCH) break;
			const text = formatLine(withoutSecrets(line));
			parts.push(text);
			size += text.length;
			taken += 1;
		}
		this.#lines = this.#lines.slice(taken);
		return Buffer.from(parts.join(''));
	}

	#fail(error: unknown): void {
		const { why } = systemError(error);
		if (this.#trouble === null) {
			this.#trouble = why;
			this.#options.listener.onTrouble({ message: SESSION_LOG.notKept(why), hint: SESSION_LOG.notKeptHint });
		}
		if (this.#isClosed) return;
		this.#retryTimer = setTimeout(() => void this.#run(), this.#retryAfter).unref();
		this.#retryAfter = Math.min(RETRY_AT_MOST, this.#retryAfter * 2);
	}

	#recover(): void {
		const why = this.#trouble ?? '';
		this.#trouble = null;
		this.#retryAfter = RETRY_AFTER;
		const { listener } = this.#options;
		if (this.#hasGap) this.#lines.unshift(...listener.afterGap(SESSION_LOG.gap(why)));
		this.#hasGap = false;
		listener.onTrouble(null);
	}

	/** Nothing can be written for long: memory is not filled with what waits. */
	#dropTooMuch(): void {
		const { length } = this.#lines;
		if (length < MOST_WAITING_LINES && (length % 64 !== 0 || this.#waitingChars() < MOST_WAITING)) return;
		this.#lines = [];
		this.#hasGap = true;
	}

	#waitingChars(): number {
		let chars = 0;
		for (const line of this.#lines) chars += JSON.stringify(line).length;
		return chars;
	}

	/**
	 * Has the disk keep what was written when a turn has ended, which a crash of the machine would lose (one of this program
	 * does not). It is slow, and what is written meanwhile waits for it: in a turn the system does it in its own time.
	 */
	#sync(): void {
		if (this.#file === null || this.#syncing !== null || this.#isClosed || !this.#isSyncDue) return;
		this.#isSyncDue = false;
		this.#syncing = kept(this.#file)
			.catch(() => {
				// A file system without it keeps what it keeps.
			})
			.finally(() => {
				this.#syncing = null;
			});
	}

	/** The program ends without having closed anything: what waits is written at once, unless a write is under way. */
	#writeNow(): void {
		if (this.#isClosed || this.#file === null || this.#writing !== null) return;
		try {
			// A batch of which a part was written goes on first: a line that followed it would be torn with it.
			while (this.#rest !== null || this.#lines.length > 0) {
				const bytes: Buffer = this.#rest ?? this.#nextBatch();
				const written = writeSync(this.#file, bytes);
				this.#rest = written < bytes.length ? bytes.subarray(written) : null;
			}
		} catch {
			// There is nobody left to tell.
		}
	}
}
