import { randomBytes } from 'node:crypto';
import { readSync, writeSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Git } from '../git/open-git.js';
import { answers, STREAMED } from './blobs.js';

/** Bytes of each side that are shown. */
const WINDOW = 256 * 1024;
/** Lines before the first change, and bytes in which they are looked for. */
const CONTEXT = 3;
const MOST_CONTEXT = 64 * 1024;
const LINE_FEED = 0x0a;
/** Lines that are the same on both sides, and on no other place, so that what follows can be left out on both. */
const SYNC = 3;

export type Windows = {
	readonly old: Buffer;
	readonly fresh: Buffer;
	/** Line that both begin with, from 1. */
	readonly firstLine: number;
	/** Bytes of the whole old side. */
	readonly oldSize: number;
};

/** Both sides from a few lines before the first change on. Of what is before, little is kept at a time. */
export async function windowsOf(git: Git, old: string | null, fresh: FileHandle | null): Promise<Windows | null> {
	const reader = new Reader(fresh);
	if (old === null) return { ...reader.windows(), oldSize: 0 };
	let oldSize: number | null = null;
	// Its size stands before it: asking for it first would be one more program.
	const take = answers(
		(head) => {
			oldSize = head?.size ?? null;
			return true;
		},
		(bytes) => reader.take(bytes),
	);
	const streamed = await git.stream([...STREAMED, 'cat-file', '--batch'], take, { input: `${old}\n` });
	return !streamed.ok || streamed.value !== 0 || oldSize === null ? null : { ...reader.windows(), oldSize };
}

/** The blob in a file of ours, which is gone once it is closed. */
export async function spooled(git: Git, id: string, scratch: () => Promise<string>): Promise<FileHandle | null> {
	const path = join(await scratch(), `blob-${randomBytes(6).toString('hex')}`);
	const handle = await open(path, 'wx+', 0o600);
	await rm(path, { force: true });
	const written = await git.stream([...STREAMED, 'cat-file', 'blob', id], (chunk) => {
		writeSync(handle.fd, chunk);
		return true;
	});
	if (written.ok && written.value === 0) return handle;
	await handle.close();
	return null;
}

class Reader {
	readonly #fresh: FileHandle | null;
	/** Bytes that are the same, lines among them, and the last of these bytes. */
	#same = 0;
	#lines = 0;
	#tail: Buffer = Buffer.alloc(0);
	#isDifferent = false;
	#old: Buffer[] = [];
	#oldBytes = 0;

	constructor(fresh: FileHandle | null) {
		this.#fresh = fresh;
	}

	take(chunk: Buffer): boolean {
		const rest = this.#isDifferent ? chunk : this.#compare(chunk);
		this.#old.push(rest);
		this.#oldBytes += rest.length;
		return this.#oldBytes < WINDOW;
	}

	windows(): Omit<Windows, 'oldSize'> {
		let start = this.#tail.length;
		for (let lines = 0; start > 0; start -= 1) {
			if (this.#tail[start - 1] === LINE_FEED && lines++ === CONTEXT) break;
		}
		const context = this.#tail.subarray(start);
		const [from, lines] = [this.#same - context.length, this.#lines - newlinesIn(context)];
		const old = Buffer.concat([context, ...this.#old]);
		const fresh = this.#read(from, context.length + WINDOW);
		const isWhole = old.length < WINDOW && fresh.length < WINDOW;
		const cut = isWhole ? { old, fresh } : inStep(wholeLines(old), wholeLines(fresh), context.length);
		return { ...cut, firstLine: lines + 1 };
	}

	/** Rest of a chunk behind the bytes that are the same. */
	#compare(chunk: Buffer): Buffer {
		const other = this.#read(this.#same, chunk.length);
		const same = sameBytes(chunk, other);
		const begin = chunk.subarray(0, same);
		this.#same += same;
		this.#lines += newlinesIn(begin);
		this.#tail = Buffer.concat([this.#tail, begin]).subarray(-MOST_CONTEXT);
		this.#isDifferent = same < chunk.length;
		return chunk.subarray(same);
	}

	#read(position: number, length: number): Buffer {
		if (this.#fresh === null) return Buffer.alloc(0);
		const bytes = Buffer.allocUnsafe(length);
		let filled = 0;
		while (filled < length) {
			const read = readSync(this.#fresh.fd, bytes, filled, length - filled, position + filled);
			if (read === 0) break;
			filled += read;
		}
		return bytes.subarray(0, filled);
	}
}

function sameBytes(one: Buffer, other: Buffer): number {
	const most = Math.min(one.length, other.length);
	if (one.compare(other, 0, most, 0, most) === 0) return most;
	let [low, high] = [0, most];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (one.compare(other, low, middle + 1, low, middle + 1) === 0) low = middle + 1;
		else high = middle;
	}
	return low;
}

function newlinesIn(bytes: Buffer): number {
	let count = 0;
	for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) count += 1;
	return count;
}

function wholeLines(bytes: Buffer): Buffer {
	const end = bytes.lastIndexOf(LINE_FEED) + 1;
	return end === 0 ? bytes : bytes.subarray(0, end);
}

/** Both sides up to the last lines that they have in common: what one shows beyond would look as if the other lacked it. */
function inStep(old: Buffer, fresh: Buffer, context: number): { readonly old: Buffer; readonly fresh: Buffer } {
	const places = new Map<string, number | null>();
	for (const { key, end } of blocksOf(old)) places.set(key, places.has(key) ? null : end);
	let last: { readonly old: number; readonly fresh: number } | null = null;
	for (const { key, end } of blocksOf(fresh)) {
		const at = places.get(key);
		if (typeof at === 'number' && at > context && (last === null || at > last.old)) last = { old: at, fresh: end };
	}
	return last === null ? { old, fresh } : { old: old.subarray(0, last.old), fresh: fresh.subarray(0, last.fresh) };
}

function blocksOf(bytes: Buffer): readonly { readonly key: string; readonly end: number }[] {
	const lines = bytes.toString('latin1').split(/(?<=\n)/);
	let end = lines.slice(0, SYNC - 1).join('').length;
	return lines.slice(SYNC - 1).map((line, index) => {
		end += line.length;
		return { key: lines.slice(index, index + SYNC).join(''), end };
	});
}
