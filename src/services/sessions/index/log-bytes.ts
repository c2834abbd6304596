import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** A log that is open for reading, and what the system says of it. */
export type OpenLog = {
	readonly size: number;
	readonly mtimeMs: number;
	readonly ino: number;
	/** The bytes from `start` to `end`; fewer where the file became shorter. */
	read(start: number, end: number): Buffer;
};

// No link, and no waiting for whoever writes into a named pipe.
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Opens a log for as long as `use` runs; null where it is no regular file. Throws the system's error. */
export function withLog<T>(file: string, use: (log: OpenLog) => T): T | null {
	const descriptor = openSync(file, FLAGS);
	try {
		const facts = fstatSync(descriptor);
		if (!facts.isFile()) return null;
		const read = (start: number, end: number): Buffer => {
			const buffer = Buffer.allocUnsafe(Math.max(0, end - start));
			let length = 0;
			while (length < buffer.length) {
				const count = readSync(descriptor, buffer, length, buffer.length - length, start + length);
				if (count === 0) break;
				length += count;
			}
			return buffer.subarray(0, length);
		};
		return use({ size: facts.size, mtimeMs: facts.mtimeMs, ino: facts.ino, read });
	} finally {
		closeSync(descriptor);
	}
}

const LINE_FEED = 0x0a;
const WINDOW = 1024 * 1024;
/** A line that is longer is no line of ours. */
const MOST_LINE = 64 * 1024 * 1024;

/**
 * Calls `take` with each whole line from `start` on, without its line feed; what follows the last
 * line feed is half a line. `take` must not keep the bytes.
 */
export function eachLine(log: OpenLog, start: number, take: (line: Buffer) => void): void {
	let rest: Buffer = Buffer.alloc(0);
	for (let at = start; at < log.size; at += WINDOW) {
		const bytes = log.read(at, Math.min(at + WINDOW, log.size));
		const chunk: Buffer = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
		let from = 0;
		for (let to = chunk.indexOf(LINE_FEED); to !== -1; to = chunk.indexOf(LINE_FEED, from)) {
			take(chunk.subarray(from, to));
			from = to + 1;
		}
		rest = chunk.length - from > MOST_LINE ? Buffer.alloc(0) : chunk.subarray(from);
	}
}

/** The last whole line that holds `mark` and that `read` takes; null where there is none. Looks from the end. */
export function lastLineWith<T>(log: OpenLog, mark: Buffer, read: (line: string) => T | null): T | null {
	for (let length = 64 * 1024; ; length *= 8) {
		const start = Math.max(0, log.size - length);
		const bytes = log.read(start, log.size);
		// What stands before the first line feed began before this window.
		const first = start === 0 ? 0 : bytes.indexOf(LINE_FEED) + 1;
		for (let at = bytes.lastIndexOf(mark); at >= first; ) {
			const from = bytes.lastIndexOf(LINE_FEED, at) + 1;
			const to = bytes.indexOf(LINE_FEED, at);
			const found = to === -1 ? null : read(bytes.toString('utf8', from, to));
			if (found !== null) return found;
			if (from === 0) break;
			at = bytes.lastIndexOf(mark, from - 1);
		}
		if (start === 0) return null;
	}
}

/** Calls `take` with every whole line from `start` on that holds `mark`. */
export function linesWith(log: OpenLog, start: number, mark: Buffer, take: (line: string) => void): void {
	let rest: Buffer = Buffer.alloc(0);
	for (let at = start; at < log.size; at += WINDOW) {
		const bytes = log.read(at, Math.min(at + WINDOW, log.size));
		const chunk: Buffer = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
		const end = chunk.lastIndexOf(LINE_FEED);
		for (let found = chunk.indexOf(mark); found !== -1 && found < end; ) {
			const from = chunk.lastIndexOf(LINE_FEED, found) + 1;
			const to = chunk.indexOf(LINE_FEED, found);
			take(chunk.toString('utf8', from, to));
			found = chunk.indexOf(mark, to);
		}
		rest = chunk.length - (end + 1) > MOST_LINE ? Buffer.alloc(0) : chunk.subarray(end + 1);
	}
}
