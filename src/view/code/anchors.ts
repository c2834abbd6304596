/** Lines that stand once on each side, and on both in the same order: `old` and `new` are indexes of lines. */
export type Anchor = { readonly old: number; readonly new: number };

/** The most anchors that leave each other's order as it is, of lines as numbers below `count`. Takes n log n steps. */
export function anchorsOf(old: Int32Array, fresh: Int32Array, count: number): Anchor[] {
	const places = placesOfUnique(fresh, count);
	const oldPlaces = placesOfUnique(old, count);
	const candidates: Anchor[] = [];
	for (let at = 0; at < old.length; at += 1) {
		const id = old[at] ?? 0;
		const place = places[id] ?? NOWHERE;
		if (place >= 0 && oldPlaces[id] === at) candidates.push({ old: at, new: place });
	}
	return longestRise(candidates);
}

const NOWHERE = -1;
const OFTEN = -2;

/** By number: where each line stands; below zero where it does not, or more than once. */
function placesOfUnique(ids: Int32Array, count: number): Int32Array {
	const places = new Int32Array(count).fill(NOWHERE);
	for (let at = 0; at < ids.length; at += 1) {
		const id = ids[at] ?? 0;
		places[id] = places[id] === NOWHERE ? at : OFTEN;
	}
	return places;
}

/** The longest sequence among pairs sorted by `old` in which `new` rises too. */
function longestRise(pairs: readonly Anchor[]): Anchor[] {
	const news = new Int32Array(pairs.length);
	for (let index = 0; index < pairs.length; index += 1) news[index] = pairs[index]?.new ?? 0;
	/** By length: the pair with the smallest `new` that ends a sequence of it, and which pair stands before each. */
	const ends = new Int32Array(pairs.length);
	const before = new Int32Array(pairs.length);
	let longest = 0;
	for (let index = 0; index < news.length; index += 1) {
		const place = news[index] ?? 0;
		let low = 0;
		let high = longest;
		// Most lines stand behind all that were seen.
		if (longest > 0 && (news[ends[longest - 1] ?? 0] ?? 0) < place) low = longest;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((news[ends[middle] ?? 0] ?? 0) < place) low = middle + 1;
			else high = middle;
		}
		before[index] = low === 0 ? -1 : (ends[low - 1] ?? -1);
		ends[low] = index;
		longest = Math.max(longest, low + 1);
	}
	const rise: Anchor[] = [];
	for (let index = longest === 0 ? -1 : (ends[longest - 1] ?? -1); index >= 0; index = before[index] ?? -1) {
		const pair = pairs[index];
		if (pair !== undefined) rise.push(pair);
	}
	return rise.reverse();
}
