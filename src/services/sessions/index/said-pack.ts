import { closeSync, constants, fstatSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { READ_FLAGS } from '../../files/opened.js';
import { makePrivateFolderSync } from '../../state/private-folder.js';

type SaidKey = {
	readonly id: string;
	readonly size: number;
	readonly ino: number;
	readonly mtimeMs: number;
	readonly end: number;
};

/** A text in the file: its offset, and the bytes of its two forms. */
export type SaidEntry = SaidKey & { readonly at: number; readonly folded: number; readonly said: number };

export type SaidAddition = SaidKey & { readonly foldedText: Buffer; readonly saidText: Buffer };

const MARK = 'acp-tui-said 1 ';
const MOST_HEADER = 256;
const APPEND = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
const CHANGE = constants.O_RDWR | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
/** Bytes of outdated texts; when there are more, and they are the larger part, the file is rebuilt. */
const MOST_GARBAGE = 16 * 1024 * 1024;

/**
 * The searchable texts of all records in one file, which may be deleted at any time: each after a line with its log and
 * length. Several processes may append at once. An unreadable file is rebuilt. Methods throw the system's error.
 */
export class SaidPack {
	readonly #file: string;
	#entries = new Map<string, SaidEntry>();
	#descriptor: number | null = null;
	#ino = 0;
	#scanned = 0;
	#garbage = 0;
	/** The file cannot be parsed to its end: the next added text begins a new one. */
	#isDamaged = false;

	constructor(file: string) {
		this.#file = file;
	}

	open(): void {
		this.close();
		try {
			this.#descriptor = openSync(this.#file, READ_FLAGS);
		} catch {
			// Not made yet.
			this.#forget();
			return;
		}
		const { ino, size } = fstatSync(this.#descriptor);
		this.#isDamaged = false;
		if (ino !== this.#ino || size < this.#scanned) this.#forget();
		this.#ino = ino;
		this.#scan(size);
	}

	close(): void {
		if (this.#descriptor !== null) closeSync(this.#descriptor);
		this.#descriptor = null;
	}

	find(id: string): SaidEntry | null {
		return this.#entries.get(id) ?? null;
	}

	read({ at, folded, said }: SaidEntry, form: 'folded' | 'said'): Buffer {
		const descriptor = this.#descriptor;
		if (descriptor === null) return Buffer.alloc(0);
		return form === 'folded' ? readAt(descriptor, at, folded) : readAt(descriptor, at + folded, said);
	}

	add(additions: readonly SaidAddition[]): void {
		if (additions.length === 0) return;
		makePrivateFolderSync(dirname(this.#file));
		if (this.#isDamaged) this.#remove();
		const descriptor = openSync(this.#file, APPEND, 0o600);
		try {
			const parts = additions.flatMap(({ foldedText, saidText, ...key }) => [
				Buffer.from(headerOf(key, foldedText.length, saidText.length)),
				foldedText,
				saidText,
				LINE_FEED,
			]);
			writeSync(descriptor, Buffer.concat(parts));
		} finally {
			closeSync(descriptor);
		}
		this.open();
		if (this.#garbage > MOST_GARBAGE && this.#garbage > this.#scanned / 2) {
			this.#remove();
		}
	}

	/**
	 * Overwrites every text of these records: deleted sessions must not be readable here either. Reads the whole file.
	 */
	erase(ids: ReadonlySet<string>): void {
		let descriptor: number;
		try {
			descriptor = openSync(this.#file, CHANGE);
		} catch {
			// There is none.
			return;
		}
		try {
			const { size } = fstatSync(descriptor);
			for (let at = 0; at < size; ) {
				const entry = entryAt(descriptor, at, size);
				if (entry === null) break;
				const { length } = entry.id;
				if (ids.has(entry.id)) {
					writeSync(descriptor, Buffer.from('-'.repeat(length)), 0, length, at + MARK.length);
					writeSync(descriptor, Buffer.alloc(entry.folded + entry.said), 0, entry.folded + entry.said, entry.at);
				}
				at = endOf(entry);
			}
		} finally {
			closeSync(descriptor);
		}
		for (const id of ids) this.#entries.delete(id);
	}

	#remove(): void {
		this.close();
		rmSync(this.#file, { force: true, recursive: true });
		this.#forget();
	}

	#forget(): void {
		this.#entries = new Map();
		this.#scanned = 0;
		this.#garbage = 0;
		this.#isDamaged = false;
	}

	#scan(size: number): void {
		const descriptor = this.#descriptor;
		while (descriptor !== null && this.#scanned < size) {
			const entry = entryAt(descriptor, this.#scanned, size);
			if (entry === null) {
				// Half of what somebody is writing, or no file of ours: from here on nothing can be told.
				this.#isDamaged = true;
				return;
			}
			const before = this.#entries.get(entry.id);
			if (before !== undefined) this.#garbage += before.folded + before.said;
			this.#entries.set(entry.id, entry);
			this.#scanned = endOf(entry);
		}
	}
}

const LINE_FEED = Buffer.from('\n');

function headerOf({ id, size, ino, mtimeMs, end }: SaidKey, folded: number, said: number): string {
	return `${MARK}${[id, size, ino, mtimeMs, end, folded, said].join(' ')}\n`;
}

function entryAt(descriptor: number, at: number, size: number): SaidEntry | null {
	const bytes = readAt(descriptor, at, MOST_HEADER);
	const feed = bytes.indexOf(0x0a);
	const header = feed === -1 ? '' : bytes.toString('latin1', 0, feed);
	if (!header.startsWith(MARK)) return null;
	const [id = '', ...words] = header.slice(MARK.length).split(' ');
	const numbers = words.map(Number);
	const [logSize = 0, ino = 0, mtimeMs = 0, end = 0, folded = -1, said = -1] = numbers;
	const entry = { id, size: logSize, ino, mtimeMs, end, at: at + feed + 1, folded, said };
	const isWhole =
		numbers.length === 6 && numbers.every((number) => Number.isFinite(number) && number >= 0) && endOf(entry) <= size;
	return isWhole && Number.isInteger(folded) && Number.isInteger(said) ? entry : null;
}

function endOf({ at, folded, said }: SaidEntry): number {
	return at + folded + said + 1;
}

function readAt(descriptor: number, at: number, length: number): Buffer {
	const buffer = Buffer.allocUnsafe(length);
	let done = 0;
	while (done < length) {
		const count = readSync(descriptor, buffer, done, length - done, at + done);
		if (count === 0) break;
		done += count;
	}
	return buffer.subarray(0, done);
}
