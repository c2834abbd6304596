import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileFacts } from './entry.js';
import { createPace } from './pace.js';

/** The index as git wrote it, with the time of its writing. */
export type IndexFile = { readonly bytes: Buffer; readonly writtenNs: bigint };

const MOST_BYTES = 256 * 1024 * 1024;
const HEADER_BYTES = 12;
const STAT_BYTES = 40;
const NAME_LENGTH = 0x0fff;
const EXTENDED = 0x4000;
const ASSUME_VALID_OR_STAGE = 0xb000;
const BILLION = 1_000_000_000n;
const LOW_WORD = 0xffffffffn;

/** Reads an index file; null when there is none, or something else in its place. */
export async function readIndexFile(path: string): Promise<IndexFile | null> {
	const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
	const handle = await open(path, flags).catch(() => null);
	if (handle === null) return null;
	try {
		const facts = await handle.stat({ bigint: true });
		if (!facts.isFile() || facts.size > BigInt(MOST_BYTES)) return null;
		return { bytes: await handle.readFile(), writtenNs: facts.mtimeNs };
	} catch {
		// Without the index every file is read: slower, and as good.
		return null;
	} finally {
		await handle.close();
	}
}

/**
 * Finds the files whose facts are those that git wrote down when it last knew the content: nobody
 * wrote them since. Returns path → object id of the content as git keeps it (conversions may make
 * it differ from the file's). Flags that tell git not to look (`assume-unchanged`, `skip-worktree`)
 * are not believed. Null for an index that this does not understand: a split or a sparse one.
 * `files` are those below `prefix`, which their paths lack.
 */
export async function matchIndex(
	index: IndexFile,
	files: ReadonlyMap<string, FileFacts>,
	{ prefix, idBytes }: { readonly prefix: string; readonly idBytes: 20 | 32 },
): Promise<Map<string, string> | null> {
	const { bytes, writtenNs } = index;
	try {
		if (bytes.toString('latin1', 0, 4) !== 'DIRC') return null;
		const version = bytes.readUInt32BE(4);
		const count = bytes.readUInt32BE(8);
		if (version < 2 || version > 4) return null;
		const found = new Map<string, string>();
		const pace = createPace();
		let offset = HEADER_BYTES;
		let name = '';
		for (let entry = 0; entry < count; entry += 1) {
			if (entry % 64 === 0) await pace();
			const flags = bytes.readUInt16BE(offset + STAT_BYTES + idBytes);
			const isExtended = (flags & EXTENDED) !== 0;
			const nameStart = offset + STAT_BYTES + idBytes + (isExtended ? 4 : 2);
			let nameEnd: number;
			if (version === 4) {
				const cut = readOffset(bytes, nameStart);
				nameEnd = endOfName(bytes, cut.end);
				// Cuts count bytes, and a name may be cut inside a character.
				const kept = Buffer.from(name, 'latin1').subarray(0, name.length - cut.value);
				name = Buffer.concat([kept, bytes.subarray(cut.end, nameEnd)]).toString('latin1');
				nameEnd += 1;
			} else {
				const length = flags & NAME_LENGTH;
				nameEnd = length < NAME_LENGTH ? nameStart + length : endOfName(bytes, nameStart);
				name = bytes.toString('latin1', nameStart, nameEnd);
			}
			const isPlain = !isExtended && (flags & ASSUME_VALID_OR_STAGE) === 0 && isRegular(bytes, offset);
			if (isPlain) {
				const full = decode(name);
				const path = full.slice(prefix.length);
				const facts = full.startsWith(prefix) ? files.get(path) : undefined;
				if (facts !== undefined && isUntouched(bytes, offset, facts, writtenNs)) {
					found.set(path, bytes.toString('hex', offset + STAT_BYTES, offset + STAT_BYTES + idBytes));
				}
			}
			offset = version === 4 ? nameEnd : offset + ((nameEnd - offset + 8) & ~7);
		}
		return hasForeignExtension(bytes, offset, idBytes) ? null : found;
	} catch {
		// Cut short or damaged: the same as none.
		return null;
	}
}

function isRegular(bytes: Buffer, offset: number): boolean {
	return bytes.readUInt32BE(offset + 24) >>> 12 === 0o10;
}

function decode(name: string): string {
	return /^[\x01-\x7f]*$/.test(name) ? name : Buffer.from(name, 'latin1').toString('utf8');
}

function isUntouched(bytes: Buffer, offset: number, facts: FileFacts, writtenNs: bigint): boolean {
	const modified = timeAt(bytes, offset + 8);
	return (
		// What was modified as late as the index was written may have been written once more since.
		modified < writtenNs &&
		modified === facts.mtimeNs &&
		timeAt(bytes, offset) === facts.ctimeNs &&
		BigInt(bytes.readUInt32BE(offset + 20)) === (facts.ino & LOW_WORD) &&
		BigInt(bytes.readUInt32BE(offset + 36)) === facts.size
	);
}

function timeAt(bytes: Buffer, offset: number): bigint {
	return BigInt(bytes.readUInt32BE(offset)) * BILLION + BigInt(bytes.readUInt32BE(offset + 4));
}

function endOfName(bytes: Buffer, start: number): number {
	const end = bytes.indexOf(0, start);
	if (end < 0) throw new RangeError('a name without an end');
	return end;
}

/** The variable length number of pack files. */
function readOffset(bytes: Buffer, start: number): { readonly value: number; readonly end: number } {
	let end = start;
	let byte = bytes.readUInt8(end);
	let value = byte & 0x7f;
	while ((byte & 0x80) !== 0) {
		end += 1;
		byte = bytes.readUInt8(end);
		value = (value + 1) * 128 + (byte & 0x7f);
	}
	return { value, end: end + 1 };
}

/** Extensions in lower case must be understood: parts of the list are elsewhere then. */
function hasForeignExtension(bytes: Buffer, start: number, idBytes: number): boolean {
	for (let offset = start; offset + 8 <= bytes.length - idBytes; ) {
		if (/^[^A-Z]/.test(bytes.toString('latin1', offset, offset + 1))) return true;
		offset += 8 + bytes.readUInt32BE(offset + 4);
	}
	return false;
}
