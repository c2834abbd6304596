import { alignedLines, type UnchangedLinesAt } from './aligned-lines.js';
import { finished, type InPieces } from './in-pieces.js';
import { lineIds } from './line-ids.js';
import { partOf, type TextLines } from './text-lines.js';

/** Bounds of the search for the fewest edits, the same on every machine. */
export type SearchLimits = {
	/** With more edits, lines that are unique on both sides divide the text instead. */
	readonly edits: number;
	readonly steps: number;
};

const usualLimits: SearchLimits = { edits: 1000, steps: 1_000_000 };
/** Telling the lines of a long text apart takes long enough: a key waits for both. */
const longLimits: SearchLimits = { edits: 1000, steps: 250_000 };

type UnchangedLines = { readonly kept: readonly UnchangedLinesAt[]; readonly steps: number };

export function unchangedLines(oldLines: TextLines, newLines: TextLines, given?: SearchLimits): UnchangedLines {
	return finished(unchangedInPieces(oldLines, newLines, given));
}

export function* unchangedInPieces(
	oldLines: TextLines,
	newLines: TextLines,
	given?: SearchLimits,
): InPieces<UnchangedLines> {
	const isLong = Math.min(oldLines.starts.length, newLines.starts.length) >= LONG;
	const limits = given ?? (isLong ? longLimits : usualLimits);
	if (!isLong) return yield* unchangedOf(oldLines, newLines, limits);
	const aligned = alignedLines(oldLines, newLines);
	yield;
	const rest = yield* unchangedOf(
		partOf(oldLines, aligned.old, oldLines.starts.length),
		partOf(newLines, aligned.new, newLines.starts.length),
		limits,
	);
	const behind = rest.kept.map((part) => ({
		old: part.old + aligned.old,
		new: part.new + aligned.new,
		count: part.count,
	}));
	return { kept: [...aligned.kept, ...behind], steps: aligned.steps + rest.steps };
}

/** Lines; longer texts are walked down side by side first. */
const LONG = 5000;

function* unchangedOf(oldLines: TextLines, newLines: TextLines, limits: SearchLimits): InPieces<UnchangedLines> {
	const ids = oldLines.starts.length === 0 || newLines.starts.length === 0 ? null : yield* lineIds(oldLines, newLines);
	if (ids === null) return { kept: [], steps: 0 };
	const { old, new: fresh, count } = ids;
	const work: Work = { ...limits, taken: 0 };
	yield;
	const difference = differentLines(old, fresh, count);
	if (difference === old.length + fresh.length) return { kept: [], steps: 0 };
	const found = difference > limits.edits ? null : fewestEdits(old, fresh, work);
	yield;
	return { kept: found ?? divided(old, fresh, count, work), steps: work.taken };
}

type Work = SearchLimits & { taken: number };

function differentLines(old: Int32Array, fresh: Int32Array, count: number): number {
	const counts = new Int32Array(count);
	for (let at = 0; at < old.length; at += 1) counts[old[at] ?? 0] = (counts[old[at] ?? 0] ?? 0) + 1;
	for (let at = 0; at < fresh.length; at += 1) counts[fresh[at] ?? 0] = (counts[fresh[at] ?? 0] ?? 0) - 1;
	let different = 0;
	for (let id = 0; id < count; id += 1) different += Math.abs(counts[id] ?? 0);
	return different;
}

function divided(old: Int32Array, fresh: Int32Array, count: number, work: Work): UnchangedLinesAt[] {
	const kept: { old: number; new: number; count: number }[] = [];
	let oldFrom = 0;
	let newFrom = 0;
	const keep = (oldAt: number, newAt: number, length: number): void => {
		const last = kept.at(-1);
		const isNext = last !== undefined && last.old + last.count === oldAt && last.new + last.count === newAt;
		if (isNext) last.count += length;
		else kept.push({ old: oldAt, new: newAt, count: length });
	};
	const anchors = anchorsOf(old, fresh, count);
	for (let index = 0; index <= anchors.old.length; index += 1) {
		const isAnchor = index < anchors.old.length;
		const oldTo = isAnchor ? (anchors.old[index] ?? 0) : old.length;
		const newTo = isAnchor ? (anchors.new[index] ?? 0) : fresh.length;
		const [removed, added] = [oldTo - oldFrom, newTo - newFrom];
		// A line for a line: equal ones would be an anchor, unless they stand in more places.
		if (removed === 1 && added === 1) {
			if (old[oldFrom] === fresh[newFrom]) keep(oldFrom, newFrom, 1);
		} else if (removed > 0 && added > 0) {
			const [was, is] = [old.subarray(oldFrom, oldTo), fresh.subarray(newFrom, newTo)];
			for (const part of unchangedBetween(was, is, work)) keep(oldFrom + part.old, newFrom + part.new, part.count);
		}
		if (isAnchor) keep(oldTo, newTo, 1);
		oldFrom = oldTo + 1;
		newFrom = newTo + 1;
	}
	return kept;
}

function unchangedBetween(old: Int32Array, fresh: Int32Array, work: Work): readonly UnchangedLinesAt[] {
	if (old.length === 0 || fresh.length === 0) return [];
	const most = Math.min(old.length, fresh.length);
	let start = 0;
	while (start < most && old[start] === fresh[start]) start += 1;
	let end = 0;
	while (end < most - start && old[old.length - 1 - end] === fresh[fresh.length - 1 - end]) end += 1;
	const was = old.subarray(start, old.length - end);
	const is = fresh.subarray(start, fresh.length - end);
	const inside = was.length === 0 || is.length === 0 ? [] : (fewestEdits(was, is, work) ?? []);
	return [
		...(start > 0 ? [{ old: 0, new: 0, count: start }] : []),
		...inside.map((part) => ({ old: part.old + start, new: part.new + start, count: part.count })),
		...(end > 0 ? [{ old: old.length - end, new: fresh.length - end, count: end }] : []),
	];
}

/** Myers' search: by number of edits, how far down each diagonal (old minus new) one can come. Null at the limits. */
function fewestEdits(old: Int32Array, fresh: Int32Array, work: Work): UnchangedLinesAt[] | null {
	const most = Math.min(work.edits, old.length + fresh.length);
	/** Old line reached on each diagonal, from `most + 1` as the middle. */
	const reached = new Int32Array(2 * most + 3).fill(-1);
	const middle = most + 1;
	const history: Int32Array[] = [];
	for (let edits = 0; edits <= most; edits += 1) {
		// Diagonals beyond the texts lead nowhere.
		const first = -edits + 2 * Math.max(0, edits - fresh.length);
		const last = edits - 2 * Math.max(0, edits - old.length);
		for (let diagonal = first; diagonal <= last; diagonal += 2) {
			let at = entryOf(reached, middle, diagonal, edits);
			const from = at;
			while (at < old.length && at - diagonal < fresh.length && old[at] === fresh[at - diagonal]) at += 1;
			reached[middle + diagonal] = at;
			work.taken += 1 + at - from;
			if (at >= old.length && at - diagonal >= fresh.length) return wayBack(history, edits, diagonal, at);
		}
		if (work.taken > work.steps) return null;
		history.push(reached.slice(middle - edits, middle + edits + 1));
	}
	return null;
}

/** Whether a diagonal is entered from above by an added line, and not from below by a removed one. */
function isAddedAt(reached: Int32Array, middle: number, diagonal: number, edits: number): boolean {
	if (diagonal === -edits || diagonal === edits) return diagonal === -edits;
	return (reached[middle + diagonal - 1] ?? -1) < (reached[middle + diagonal + 1] ?? -1);
}

function entryOf(reached: Int32Array, middle: number, diagonal: number, edits: number): number {
	if (edits === 0) return 0;
	return isAddedAt(reached, middle, diagonal, edits)
		? (reached[middle + diagonal + 1] ?? 0)
		: (reached[middle + diagonal - 1] ?? 0) + 1;
}

function wayBack(history: readonly Int32Array[], edits: number, end: number, reachedAt: number): UnchangedLinesAt[] {
	const kept: UnchangedLinesAt[] = [];
	let diagonal = end;
	let at = reachedAt;
	for (let left = edits; left >= 0; left -= 1) {
		const reached = history[left - 1] ?? new Int32Array(0);
		const start = entryOf(reached, left - 1, diagonal, left);
		if (at > start) kept.push({ old: start, new: start - diagonal, count: at - start });
		const isAdded = isAddedAt(reached, left - 1, diagonal, left);
		at = isAdded ? start : start - 1;
		diagonal += isAdded ? 1 : -1;
	}
	return kept.reverse();
}

/** Lines unique on each side, in the same order on both: their indexes. */
type Anchors = { readonly old: Int32Array; readonly new: Int32Array };

/** Longest list of anchors in order, of lines as numbers below `count`. Takes n log n steps. */
function anchorsOf(old: Int32Array, fresh: Int32Array, count: number): Anchors {
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
