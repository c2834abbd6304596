import type { InPieces } from './in-pieces.js';
import { areEqual, type TextLines } from './text-lines.js';

export type LineIds = { readonly old: Int32Array; readonly new: Int32Array; readonly count: number };

/** Average collisions in the table from which lines were made to collide. */
const MOST_MEETINGS = 32;

/** Numbers for the lines of two texts; null when so many collide that telling them apart would take long. */
export function* lineIds(oldLines: TextLines, newLines: TextLines): InPieces<LineIds | null> {
	const oldCount = oldLines.starts.length;
	const total = oldCount + newLines.starts.length;
	const size = 2 ** Math.ceil(Math.log2(2 * total + 2));
	/** Numbers plus one by hash; 0 is free. */
	const table = new Int32Array(size);
	/** By number: the hash and the first line that has it; lines of the new text are counted behind the old ones. */
	const hashes = new Int32Array(total);
	const firsts = new Int32Array(total);
	let count = 0;
	let meetings = MOST_MEETINGS * total;

	function idOf(lines: TextLines, index: number, first: number): number {
		const hash = hashOf(lines.text, lines.starts[index] ?? 0, lines.ends[index] ?? 0);
		for (let place = hash & (size - 1); ; place = (place + 1) & (size - 1)) {
			const id = (table[place] ?? 0) - 1;
			if (id < 0) {
				hashes[count] = hash;
				firsts[count] = first;
				count += 1;
				table[place] = count;
				return count - 1;
			}
			if (hashes[id] === hash) {
				const known = firsts[id] ?? 0;
				const isOld = known < oldCount;
				if (areEqual(lines, index, isOld ? oldLines : newLines, isOld ? known : known - oldCount)) return id;
			}
			meetings -= 1;
			if (meetings < 0) return -1;
		}
	}

	function idsOf(lines: TextLines, before: number): Int32Array | null {
		const ids = new Int32Array(lines.starts.length);
		for (let at = 0; at < ids.length; at += 1) {
			const id = idOf(lines, at, before + at);
			if (id < 0) return null;
			ids[at] = id;
		}
		return ids;
	}

	const old = idsOf(oldLines, 0);
	yield;
	const fresh = old === null ? null : idsOf(newLines, oldCount);
	return old === null || fresh === null ? null : { old, new: fresh, count };
}

const LOOKED_AT = 64;

function hashOf(text: string, start: number, end: number): number {
	const length = end - start;
	let hash = length;
	const head = length <= 3 * LOOKED_AT ? end : start + LOOKED_AT;
	for (let at = start; at < head; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
	if (head < end) {
		const tail = end - LOOKED_AT;
		const step = Math.ceil((tail - head) / LOOKED_AT);
		for (let at = head; at < tail; at += step) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
		for (let at = tail; at < end; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
	}
	// The table takes the low bits: all should count there.
	hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
	return hash ^ (hash >>> 16);
}
