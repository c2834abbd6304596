import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { limits } from '../../../core/limits.js';
import { isOtherHeader } from '../../../core/sessions/recover-header.js';
import { READ_FLAGS } from '../../files/opened.js';

export type OpenLog = {
	readonly size: number;
	readonly mtimeMs: number;
	readonly ino: number;
	read(start: number, end: number): Buffer;
};

// No link, and no waiting for whoever writes into a named pipe.

/** Opens a log while `use` runs; null for anything but a regular file. Throws the system's error. */
export function withLog<T>(file: string, use: (log: OpenLog) => T): T | null {
	const descriptor = openSync(file, READ_FLAGS);
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
/** Bytes; longer lines are not ours. */
const MOST_LINE = limits.lineBytes;

function eachPart(log: OpenLog, start: number, use: (lines: Buffer, at: number) => void): void {
	let begun: Buffer[] = [];
	let length = 0;
	let isTooLong = false;
	for (let at = start; at < log.size; at += WINDOW) {
		const bytes = log.read(at, Math.min(at + WINDOW, log.size));
		const last = bytes.lastIndexOf(LINE_FEED);
		let from = 0;
		if (last >= 0 && (isTooLong || length > 0)) {
			from = bytes.indexOf(LINE_FEED) + 1;
			if (!isTooLong) use(Buffer.concat([...begun, bytes.subarray(0, from)]), at - length);
			[begun, length, isTooLong] = [[], 0, false];
		}
		if (from <= last) use(bytes.subarray(from, last + 1), at + from);
		const rest = bytes.subarray(last + 1);
		length += rest.length;
		isTooLong ||= length > MOST_LINE;
		if (isTooLong) begun = [];
		else if (rest.length > 0) begun.push(rest);
	}
}

/**
 * Calls `take` with each whole line from `start` on, without its line feed; an unfinished line is left out. `take` must
 * not keep the bytes.
 */
export function eachLine(log: OpenLog, start: number, take: (line: Buffer) => void): void {
	eachPart(log, start, (lines) => {
		let from = 0;
		for (let to = lines.indexOf(LINE_FEED); to !== -1; to = lines.indexOf(LINE_FEED, from)) {
			take(lines.subarray(from, to));
			from = to + 1;
		}
	});
}

export function lastLineWith<T>(log: OpenLog, mark: Buffer, read: (line: string) => T | null): T | null {
	for (let length = 64 * 1024; ; length *= 8) {
		const start = Math.max(0, log.size - length);
		const bytes = log.read(start, log.size);
		// What stands before the first line feed began before this window.
		const first = start === 0 ? 0 : bytes.indexOf(LINE_FEED) + 1;
		for (let at = bytes.lastIndexOf(mark); at >= first; ) {
			const from = bytes.lastIndexOf(LINE_FEED, at) + 1;
			const to = bytes.indexOf(LINE_FEED, at);
			const found = to === -1 || to - from > MOST_LINE ? null : read(bytes.toString('utf8', from, to));
			if (found !== null) return found;
			if (from === 0) break;
			at = bytes.lastIndexOf(mark, from - 1);
		}
		if (start === 0) return null;
	}
}

/** Calls `take` with every whole line from `start` on that contains `mark`, and its offset. */
export function linesWith(log: OpenLog, start: number, mark: Buffer, take: (line: string, at: number) => void): void {
	eachPart(log, start, (lines, place) => {
		for (let found = lines.indexOf(mark); found !== -1; ) {
			const from = lines.lastIndexOf(LINE_FEED, found) + 1;
			const to = lines.indexOf(LINE_FEED, found);
			take(lines.toString('utf8', from, to), place + from);
			found = lines.indexOf(mark, to);
		}
	});
}

const FORMAT = Buffer.from('"format":"acp-tui-session"');

/** The offset at which another session's log begins, searched from `start`; null without one. */
export function endOfOwn(log: OpenLog, start: number): number | null {
	let found: number | null = null;
	linesWith(log, start, FORMAT, (line, at) => {
		if (found === null && isOtherHeader(line)) found = at;
	});
	return found;
}
