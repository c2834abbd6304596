import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { limits } from '../../../core/limits.js';
import { beginsLog, parseLines } from '../../../core/sessions/log-format.js';
import { READ_FLAGS } from '../../files/open-for-reading.js';

export type OpenLog = {
	readonly size: number;
	readonly mtimeMs: number;
	readonly ino: number;
	read(start: number, end: number): Buffer;
};

/** Opens a log (no link, and without waiting for whoever writes into a pipe) while `use` runs; null for anything but a regular file. Throws the system's error. */
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

/** Calls `use` with the whole lines from `start` on, part by part, and the offset of each part. */
export function eachPart(log: OpenLog, start: number, use: (lines: Buffer, at: number) => void): void {
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
 * Calls `take` with each whole line from `start` on, without its line feed, and its offset; an unfinished line is left
 * out. `take` must not keep the bytes.
 */
export function eachLine(log: OpenLog, start: number, take: (line: Buffer, at: number) => void): void {
	eachPart(log, start, (lines, place) => {
		let from = 0;
		for (let to = lines.indexOf(LINE_FEED); to !== -1; to = lines.indexOf(LINE_FEED, from)) {
			take(lines.subarray(from, to), place + from);
			from = to + 1;
		}
	});
}

/** Where the line begins in which the bytes before `end` stand; 0 for one that is too long to look for. */
export function lineStart(log: OpenLog, end: number): number {
	const start = Math.max(0, end - WINDOW);
	const feed = log.read(start, end).lastIndexOf(LINE_FEED);
	return feed === -1 ? 0 : start + feed + 1;
}

/** The lines that contain `mark`, and where they begin. */
export function* marked(lines: Buffer, mark: Buffer): Generator<{ readonly line: string; readonly from: number }> {
	for (let found = lines.indexOf(mark); found !== -1; ) {
		const from = lines.lastIndexOf(LINE_FEED, found) + 1;
		const to = lines.indexOf(LINE_FEED, found);
		yield { line: lines.toString('utf8', from, to), from };
		found = lines.indexOf(mark, to);
	}
}

const HEADER = Buffer.from('"format":"acp-tui-session"');

/** Where the log of another session begins among these lines; null without one. */
export function otherLogIn(lines: Buffer): number | null {
	for (const { line, from } of marked(lines, HEADER)) if (beginsLog(parseLines(line)[0])) return from;
	return null;
}

/** The offset at which another session's log begins, searched from `start`; null without one. */
export function endOfOwn(log: OpenLog, start: number): number | null {
	let found: number | null = null;
	eachPart(log, start, (lines, place) => {
		const from = found === null ? otherLogIn(lines) : null;
		if (from !== null) found = place + from;
	});
	return found;
}
