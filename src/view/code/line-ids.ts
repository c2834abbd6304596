/** Lines as numbers: two are equal where their lines are. */
export type LineIds = {
	readonly old: Int32Array;
	readonly new: Int32Array;
	/** All numbers are smaller. */
	readonly count: number;
};

/** Lines that meet others in the table oftener than this, on average, were made to. */
const MOST_MEETINGS = 32;

/** Numbers for the lines of two texts; null when so many are so alike that telling them apart would take long. */
export function lineIds(oldLines: readonly string[], newLines: readonly string[]): LineIds | null {
	const total = oldLines.length + newLines.length;
	const size = 2 ** Math.ceil(Math.log2(2 * total + 2));
	/** Numbers plus one by hash; 0 is free. */
	const table = new Int32Array(size);
	const hashes = new Int32Array(total);
	const known: string[] = [];
	let meetings = MOST_MEETINGS * total;

	function idOf(line: string): number {
		const hash = hashOf(line);
		for (let place = hash & (size - 1); ; place = (place + 1) & (size - 1)) {
			const id = (table[place] ?? 0) - 1;
			if (id < 0) {
				known.push(line);
				table[place] = known.length;
				hashes[known.length - 1] = hash;
				return known.length - 1;
			}
			if (hashes[id] === hash && known[id] === line) return id;
			meetings -= 1;
			if (meetings < 0) return -1;
		}
	}

	function idsOf(lines: readonly string[]): Int32Array | null {
		const ids = new Int32Array(lines.length);
		for (let at = 0; at < lines.length; at += 1) {
			const id = idOf(lines[at] ?? '');
			if (id < 0) return null;
			ids[at] = id;
		}
		return ids;
	}

	const old = idsOf(oldLines);
	const fresh = old === null ? null : idsOf(newLines);
	return old === null || fresh === null ? null : { old, new: fresh, count: known.length };
}

/** Characters of a longer line that its hash looks at: those at both ends, and as many between. */
const LOOKED_AT = 64;

function hashOf(line: string): number {
	const { length } = line;
	let hash = length;
	const head = length <= 3 * LOOKED_AT ? length : LOOKED_AT;
	for (let at = 0; at < head; at += 1) hash = (Math.imul(hash, 31) + line.charCodeAt(at)) | 0;
	if (head < length) {
		const tail = length - LOOKED_AT;
		const step = Math.ceil((tail - head) / LOOKED_AT);
		for (let at = head; at < tail; at += step) hash = (Math.imul(hash, 31) + line.charCodeAt(at)) | 0;
		for (let at = tail; at < length; at += 1) hash = (Math.imul(hash, 31) + line.charCodeAt(at)) | 0;
	}
	// The table takes the low bits: all should count there.
	hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
	return hash ^ (hash >>> 16);
}
