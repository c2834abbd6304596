/** Lines unique on each side, in the same order on both: their indexes. */
export type Anchors = { readonly old: Int32Array; readonly new: Int32Array };

/** Longest list of anchors in order, of lines as numbers below `count`. Takes n log n steps. */
export function anchorsOf(old: Int32Array, fresh: Int32Array, count: number): Anchors {
	const places = placesOfUnique(fresh, count);
	const oldPlaces = placesOfUnique(old, count);
	// Typed arrays: an object for each line would keep the collector busy.
	const olds = new Int32Array(old.length);
	const news = new Int32Array(old.length);
	let candidates = 0;
	for (let at = 0; at < old.length; at += 1) {
		const id = old[at] ?? 0;
		const place = places[id] ?? NOWHERE;
		if (place < 0 || oldPlaces[id] !== at) continue;
		olds[candidates] = at;
		news[candidates] = place;
		candidates += 1;
	}
	return longestRise(olds.subarray(0, candidates), news.subarray(0, candidates));
}

const NOWHERE = -1;
const OFTEN = -2;

function placesOfUnique(ids: Int32Array, count: number): Int32Array {
	const places = new Int32Array(count).fill(NOWHERE);
	for (let at = 0; at < ids.length; at += 1) {
		const id = ids[at] ?? 0;
		places[id] = places[id] === NOWHERE ? at : OFTEN;
	}
	return places;
}

function longestRise(olds: Int32Array, news: Int32Array): Anchors {
	/** By length: the pair with the smallest `new` that ends a sequence of it, and each pair's predecessor. */
	const ends = new Int32Array(news.length);
	const before = new Int32Array(news.length);
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
	const rise = { old: new Int32Array(longest), new: new Int32Array(longest) };
	let index = longest === 0 ? -1 : (ends[longest - 1] ?? -1);
	for (let at = longest - 1; at >= 0; at -= 1) {
		rise.old[at] = olds[index] ?? 0;
		rise.new[at] = news[index] ?? 0;
		index = before[index] ?? -1;
	}
	return rise;
}
