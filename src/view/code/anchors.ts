/** Lines that stand once on each side, and on both in the same order: `old` and `new` are indexes of lines. */
export type Anchor = { readonly old: number; readonly new: number };

/** The most anchors that leave each other's order as it is. Takes n log n steps, however much has changed. */
export function anchorsOf(oldLines: readonly string[], newLines: readonly string[]): Anchor[] {
	const places = placesOfUnique(newLines);
	const candidates: Anchor[] = [];
	for (const [line, old] of placesOfUnique(oldLines)) {
		const place = places.get(line);
		if (place !== undefined && old >= 0 && place >= 0) candidates.push({ old, new: place });
	}
	return longestRise(candidates);
}

/** Where each line stands; -1 where it stands more than once. In the order of the lines. */
function placesOfUnique(lines: readonly string[]): Map<string, number> {
	const places = new Map<string, number>();
	for (const [index, line] of lines.entries()) places.set(line, places.has(line) ? -1 : index);
	return places;
}

/** The longest sequence among pairs sorted by `old` in which `new` rises too. */
function longestRise(pairs: readonly Anchor[]): Anchor[] {
	/** By length: the pair with the smallest `new` that ends a sequence of it, and which pair stands before each. */
	const ends: number[] = [];
	const before = new Array<number>(pairs.length).fill(-1);
	for (const [index, pair] of pairs.entries()) {
		let low = 0;
		let high = ends.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((pairs[ends[middle] ?? 0]?.new ?? 0) < pair.new) low = middle + 1;
			else high = middle;
		}
		before[index] = low === 0 ? -1 : (ends[low - 1] ?? -1);
		ends[low] = index;
	}
	const rise: Anchor[] = [];
	for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
		const pair = pairs[index];
		if (pair !== undefined) rise.push(pair);
	}
	return rise.reverse();
}
