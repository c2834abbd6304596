import { close, fdatasync, fstat, open, read, write, writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Fields } from '../../core/is-record.js';
import { joinLines } from '../../core/sessions/join-lines.js';
import type { LogLine } from '../../core/sessions/log-format.js';
import { formatLine } from '../../core/sessions/log-format.js';
import type { LogListener } from '../../core/sessions/session-log-ports.js';
import { systemError } from '../errno.js';
import { redactText } from '../secrets/redact.js';
import { APPEND, createLog, createLogAtOnce, isLocalDisk } from './create-log.js';
import { SESSION_LOG } from './sessions-messages.js';

/** Milliseconds for which lines are gathered: also on a busy machine a line is written within 100 ms. */
const WRITE_AFTER = 45;
/** Milliseconds; a write to a local disk only copies into memory, and after a slower one writes become asynchronous. */
const MOST_WAIT = 8;
/** Bytes of one write; longer batches are split. */
const MOST_BATCH = 256 * 1024;
/** Characters waiting while nothing can be written; beyond them lines are dropped, and the gap is recorded. */
const MOST_WAITING = 16 * 1024 * 1024;
const MOST_WAITING_LINES = 50_000;
const RETRY_AFTER = 2000;
const RETRY_AT_MOST = 30_000;
const CLOSE_PATIENCE = 1000;

const LINE_FEED = 0x0a;

const opened = promisify(open);
const looked = promisify(fstat);
const readPart = promisify(read);
const written = promisify(write);
const kept = promisify(fdatasync);
const closed = promisify(close);

export type WriterOptions = { readonly file: string; readonly header: string | null; readonly listener: LogListener };

/**
 * Appends lines to a log in batches of whole lines. Never throws and is never waited for. What cannot be written is
 * retried, after a partial write its rest, so that no line is torn.
 */
export class LogWriter {
	readonly #options: WriterOptions;
	#file: number | null = null;
	#lines: LogLine[] = [];
	#rest: Buffer | null = null;
	#timer: NodeJS.Timeout | null = null;
	#dueAt = 0;
	#writing: Promise<void> | null = null;
	#trouble: string | null = null;
	#retryAfter = RETRY_AFTER;
	#retryTimer: NodeJS.Timeout | null = null;
	#hasGap = false;
	#isBegun = false;
	#isTorn = false;
	#isLocal = false;
	#isClosed = false;
	#syncing: Promise<void> | null = null;
	#isSyncDue = false;
	readonly #onExit = (): void => this.#writeNow();

	constructor(options: WriterOptions) {
		this.#options = options;
		process.once('exit', this.#onExit);
	}

	/** Opens an existing log; a last line that was cut off is ended first. Throws the system's error. */
	async open(): Promise<void> {
		const file = await opened(this.#options.file, APPEND);
		const facts = await looked(file);
		if (!facts.isFile()) {
			await closed(file);
			throw new Error('it is not a regular file');
		}
		const { buffer } = await readPart(file, Buffer.alloc(1), 0, 1, Math.max(0, facts.size - 1));
		this.#isTorn = facts.size > 0 && buffer[0] !== LINE_FEED;
		this.#isLocal = isLocalDisk(this.#options.file);
		this.#file = file;
	}

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

	/** A process that was not scheduled for longer than lines may wait writes them before anything else. */
	#writeSoon(): void {
		const now = performance.now();
		if (this.#timer === null) {
			const delay = this.#file === null ? 0 : WRITE_AFTER;
			this.#dueAt = now + delay;
			this.#timer = setTimeout(() => void this.#run(), delay);
		} else if (now > this.#dueAt && this.#isLocal && this.#writing === null && this.#syncing === null) void this.#run();
	}

	async flush(): Promise<void> {
		// A run that is under way may have taken its last lines already.
		do await this.#run();
		while (this.#trouble === null && (this.#rest !== null || this.#lines.length > 0));
	}

	/** Writes the rest and closes the file; resolves within a second. */
	async close(): Promise<void> {
		const ended = (async () => {
			await this.flush();
			this.#isClosed = true;
			await this.#syncing;
			if (this.#file === null) return;
			await kept(this.#file);
			await closed(this.#file);
		})().catch(() => {
			// The failure was reported when writing failed.
		});
		await Promise.race([ended, wait(CLOSE_PATIENCE, undefined, { ref: false })]);
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
					// Lines that are written during fsync may wait for it.
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
		this.#isLocal = isLocalDisk(file);
		return this.#file;
	}

	/** Costs a tenth of an asynchronous write. */
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
			this.#options.listener.onTrouble({ message: SESSION_LOG.notSaved(why), hint: SESSION_LOG.notSavedHint });
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
		if (this.#hasGap) this.#lines.unshift(...listener.afterGap(`It could not be written at that time: ${why}.`));
		this.#hasGap = false;
		listener.onTrouble(null);
	}

	/** Bounds memory while nothing can be written. */
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
	 * Flushes the file to the disk at a turn's end, against a crash of the machine (one of this process loses nothing).
	 * Slow, and writes meanwhile wait for it: within a turn the system flushes in its own time.
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

	/** At an exit without a close the queue is written synchronously, unless a write is in progress. */
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
			// Nobody can be notified any more.
		}
	}
}

/** Events with foreign text: an agent's last standard error, a service's answer. */
const WITH_FOREIGN_TEXT: ReadonlySet<string> = new Set([
	'agent-failed',
	'turn-failed',
	'effect-failed',
	'command-failed',
]);

/** Redacts secrets in the text of a process's end or of a failure. */
function withoutSecrets(line: LogLine): LogLine {
	const { event } = line;
	if (event === undefined) return line;
	if (event.type === 'agent-exited') {
		const { stderrTail, ...exit } = event['exit'] as Fields & { readonly stderrTail: readonly string[] };
		return { ...line, event: { ...event, exit: { ...exit, stderrTail: stderrTail.map(redactText) } } };
	}
	if (!WITH_FOREIGN_TEXT.has(event.type)) return line;
	const failure = event['failure'] as Fields;
	const kept = Object.entries(failure).map(([key, value]) => [
		key,
		(key === 'detail' || key === 'message') && typeof value === 'string' ? redactText(value) : value,
	]);
	return { ...line, event: { ...event, failure: Object.fromEntries(kept) } };
}
