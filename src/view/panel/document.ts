import type { Line } from '../line.js';

/** A long text with a cursor, in parts (a line of a diff, a note) that are laid out in sight. Places from 0. */
export type DocumentParts = {
	readonly count: number;
	/** Where the cursor stands before it was moved. */
	readonly first: number;
	/** A name for a part that it keeps when others come and go. */
	readonly keyAt: (place: number) => string;
	/** Index of the part with that key, else of the nearest one. */
	readonly placeOf: (key: string) => number;
	/** At least one line. */
	readonly lines: (place: number) => readonly Line[];
};

/** Where the cursor is: the part by its name, and how many parts there are in sight above it. */
export type DocumentPlace = { readonly part: string; readonly above: number };

/** A place by index in the current list of parts. */
export type Spot = { readonly place: number; readonly above: number };

/** Parts in sight, from one to behind the last; `isWhole`: all lines of the last are. */
export type DocumentWindow = {
	readonly from: number;
	readonly to: number;
	readonly lines: readonly { readonly place: number; readonly line: Line }[];
};

/** Parts that stay in sight above and below a cursor that is moved. */
const MARGIN = 2;

/** Where the cursor is in these parts; null: it was not moved yet. */
export function spotIn(parts: DocumentParts, at: DocumentPlace | null): Spot {
	if (at === null) return { place: parts.first, above: parts.first };
	return { place: Math.max(0, Math.min(parts.placeOf(at.part), parts.count - 1)), above: at.above };
}

export function placeAt(parts: DocumentParts, { place, above }: Spot): DocumentPlace {
	return { part: parts.keyAt(place), above };
}

/** Window of so many rows: the cursor is in it, and no row is left empty while there is something above. */
export function windowOn(parts: DocumentParts, { place, above }: Spot, rows: number): DocumentWindow {
	const height = (at: number): number => Math.max(1, parts.lines(at).length);
	let from = Math.max(0, place - above);
	// The cursor's part is seen whole; each part has a line at least.
	if (place - from >= rows || heightOf(from, place + 1, height, rows) > rows) from = fillUp(place, rows, height);
	let to = from;
	let used = 0;
	while (to < parts.count && used < rows) {
		used += height(to);
		to += 1;
	}
	if (used < rows && from > 0) from = fillUp(parts.count - 1, rows, height);
	const lines: { place: number; line: Line }[] = [];
	for (let at = from; at < parts.count && lines.length < rows; at += 1) {
		for (const line of parts.lines(at)) if (lines.length < rows) lines.push({ place: at, line });
		to = at + 1;
	}
	return { from, to, lines };
}

/** Index of the first part from which on all up to `last` fit into `rows`; `last` itself where it is too long. */
function fillUp(last: number, rows: number, height: (at: number) => number): number {
	let from = Math.max(0, last);
	let used = height(from);
	while (from > 0 && used + height(from - 1) <= rows) {
		from -= 1;
		used += height(from);
	}
	return from;
}

/** Rows of parts, as far as they matter. */
function heightOf(from: number, to: number, height: (at: number) => number, most: number): number {
	let used = 0;
	for (let at = from; at < to && used <= most; at += 1) used += height(at);
	return used;
}

/** The cursor so many parts further on, in a window that moves no more than it has to. */
export function moveCursor(parts: DocumentParts, spot: Spot, by: number, rows: number): Spot {
	const { from, to } = windowOn(parts, spot, rows);
	const place = Math.max(0, Math.min(parts.count - 1, spot.place + by));
	const margin = Math.min(MARGIN, Math.floor((rows - 1) / 2));
	const inSight = to - from;
	// A part at the lower edge may be cut: it is not counted as seen.
	const most = Math.max(margin, inSight - 1 - margin);
	const above = Math.max(Math.min(margin, place), Math.min(most, place - from));
	return { place, above };
}

/** The window so many parts further on; the cursor goes along where it would be out of sight. */
export function scrollBy(parts: DocumentParts, spot: Spot, by: number, rows: number): Spot {
	const { from } = windowOn(parts, spot, rows);
	const wanted = Math.max(0, Math.min(parts.count - 1, from + by));
	const moved = windowOn(parts, { place: wanted, above: 0 }, rows);
	const last = Math.max(moved.from, moved.to - (moved.lines.length >= rows ? 2 : 1));
	const place = Math.max(moved.from, Math.min(spot.place, last));
	return { place, above: place - moved.from };
}

/** Parts for lines that are no document: each can be gone to. */
export function partsOf(lines: readonly Line[]): DocumentParts {
	return {
		count: Math.max(1, lines.length),
		first: 0,
		keyAt: (place) => `l${place}`,
		placeOf: (key) => (key.startsWith('l') ? Number(key.slice(1)) : 0),
		lines: (place) => [lines[place] ?? []],
	};
}
