import { randomBytes } from 'node:crypto';
import { readSync, writeSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Git } from '../git/open-git.js';

/** Of larger objects git keeps no more in memory than it prints. */
const STREAMED = ['-c', 'core.bigFileThreshold=1m'];

const LINE_FEED = 0x0a;

type Head = { readonly id: string; readonly size: number };

/**
 * Takes apart what `cat-file --batch` answers, as it comes: for each name the blob that it has (null: there is none), and
 * then its bytes. False from either ends the run.
 */
function answers(begin: (head: Head | null) => boolean, use: (bytes: Buffer) => boolean) {
	let head = '';
	/** Bytes of an object that are to come, with the line feed behind it. */
	let left = 0;
	let isWanted = false;
	return (chunk: Buffer): boolean => {
		for (let at = 0; at < chunk.length; ) {
			if (left > 0) {
				const body = chunk.subarray(at, at + left - 1);
				if (isWanted && !use(body)) return false;
				const taken = Math.min(left, chunk.length - at);
				left -= taken;
				at += taken;
				continue;
			}
			const found = chunk.indexOf(LINE_FEED, at);
			const end = found === -1 ? chunk.length : found;
			head += chunk.toString('latin1', at, end);
			at = end + 1;
			if (found === -1) continue;
			const [, id = '', kind, size] = /^([0-9a-f]+) ([a-z]+) (\d+)$/.exec(head) ?? [];
			head = '';
			left = size === undefined ? 0 : Number(size) + 1;
			isWanted = kind === 'blob';
			if (!begin(isWanted ? { id, size: Number(size) } : null)) return false;
		}
		return true;
	};
}

/**
 * Bytes of blobs by what git calls them: ids, or `:0:PATH` for what the index has; of the same blob they are the same
 * buffer. A number where one is larger than `most`: its size. Absent where git has none. A name has no line break.
 */
export async function readBlobs(
	git: Git,
	names: readonly string[],
	most: number,
): Promise<ReadonlyMap<string, Buffer | number>> {
	const found = new Map<string, Buffer | number>();
	const known = new Map<string, Buffer>();
	const wanted = [...new Set(names)];
	let done = 0;
	let id = '';
	let bytes: Buffer | null = null;
	let filled = 0;
	// Long contents that are not wanted are not waited for: the names behind them are asked for in a new process.
	const begin = (head: Head | null): boolean => {
		const name = wanted[done] ?? '';
		done += 1;
		bytes = null;
		if (head === null) return true;
		const same = known.get(head.id);
		found.set(name, same ?? head.size);
		if (same !== undefined) return head.size < PIECE;
		if (head.size > most) return false;
		id = head.id;
		bytes = Buffer.allocUnsafeSlow(head.size);
		filled = 0;
		return true;
	};
	const use = (part: Buffer): boolean => {
		if (bytes === null) return true;
		filled += part.copy(bytes, filled);
		if (filled < bytes.length) return true;
		known.set(id, bytes);
		found.set(wanted[done - 1] ?? '', bytes);
		return true;
	};
	for (let from = -1; from < done && done < wanted.length; ) {
		from = done;
		const take = answers(begin, use);
		const takeAndRelease = (chunk: Buffer): boolean => {
			const isOpen = take(chunk);
			release(chunk);
			return isOpen;
		};
		const input = [...wanted.slice(done), ''].join('\n');
		const read = await git.stream([...STREAMED, 'cat-file', '--batch'], takeAndRelease, { input });
		if (!read.ok) break;
	}
	return found;
}

const PIECE = 32 * 1024;

/** Gives memory back that nobody reads any more: the collector would wait until there are tens of megabytes of it. */
export function release(bytes: Buffer): void {
	const { buffer, length } = bytes;
	// A short buffer is a view of a shared one.
	if (buffer instanceof ArrayBuffer && buffer.byteLength === length && !buffer.detached) buffer.transfer(0);
}

/** Bytes of each side that are shown. */
const WINDOW = 256 * 1024;
/** Lines before the first change, and bytes in which they are looked for. */
const CONTEXT = 3;
const MOST_CONTEXT = 64 * 1024;
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
