/** Rows `top` to `bottom` (both included) move up by `by` rows; down where it is negative. */
export type Scroll = { readonly top: number; readonly bottom: number; readonly by: number };

type Rows = readonly (string | null)[];

/** Skipped by the cursor. */
const gaps = / {12,}/g;
/** Bytes of a scroll itself: set region, scroll, reset region. */
const COST = 24;
/** Code units by which two rows are taken for the same one: what stands at the right edge may differ. */
const KEY = 60;
/** A row that stands in more places than this says nothing of how far rows moved. */
const PLACES = 4;
const DISTANCES = 3;

/** Finds the scroll that saves most bytes between two screens; null where none saves any. */
export function findScroll(before: Rows, after: readonly string[]): Scroll | null {
	if (before.length !== after.length) return null;
	let best: Scroll | null = null;
	let most = COST;
	for (const { by, first, last } of distances(before, after)) {
		const scroll = { top: Math.min(first, first + by), bottom: Math.max(last, last + by), by };
		const moved = scrolled(before, scroll);
		let saved = 0;
		for (let row = scroll.top; row <= scroll.bottom; row += 1) {
			saved += cost(before[row] ?? null, after[row] ?? '') - cost(moved[row] ?? null, after[row] ?? '');
		}
		if (saved > most) {
			most = saved;
			best = scroll;
		}
	}
	return best;
}

export function scrolled(rows: Rows, { top, bottom, by }: Scroll): Rows {
	return rows.map((row, index) => {
		if (index < top || index > bottom) return row;
		const from = index + by;
		return from < top || from > bottom ? '' : (rows[from] ?? null);
	});
}

export function scrollSequence({ top, bottom, by }: Scroll): string {
	return `\x1b[${top + 1};${bottom + 1}r\x1b[${Math.abs(by)}${by > 0 ? 'S' : 'T'}\x1b[r`;
}

type Distance = { readonly by: number; count: number; readonly first: number; last: number };

/** Distances by which most rows moved, with the first and the last row that did. */
function distances(before: Rows, after: readonly string[]): readonly Distance[] {
	const places = new Map<string, number[]>();
	for (const [index, row] of before.entries()) {
		const key = row === null ? '' : keyOf(row);
		if (key === '') continue;
		const found = places.get(key);
		if (found === undefined) places.set(key, [index]);
		else found.push(index);
	}
	const found = new Map<number, Distance>();
	for (const [index, row] of after.entries()) {
		if (row === before[index]) continue;
		const from = places.get(keyOf(row)) ?? [];
		if (from.length > PLACES) continue;
		for (const place of from) {
			const by = place - index;
			const distance = found.get(by);
			if (distance === undefined) found.set(by, { by, count: 1, first: index, last: index });
			else Object.assign(distance, { count: distance.count + 1, last: index });
		}
	}
	found.delete(0);
	return [...found.values()].sort((one, other) => other.count - one.count).slice(0, DISTANCES);
}

function keyOf(row: string): string {
	return row.slice(0, KEY).trimEnd();
}

/** Bytes to change one row to the other, about: of a row that changed, its middle is written. */
function cost(before: string | null, after: string): number {
	if (before === after) return 0;
	if (before === null || before === '') return after.replace(gaps, '').length;
	const most = Math.min(before.length, after.length);
	let start = 0;
	while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
	let end = 0;
	while (
		end < most - start &&
		before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
	) {
		end += 1;
	}
	return after.length - start - end + MOVE;
}

/** Bytes to move the cursor to a change. */
const MOVE = 8;
