import { cellWidth, hasCertainWidth } from '../../core/text/width.js';
import { type Attributes, afterSgr, isSameStyle, noAttributes, sgrOf } from './sgr.js';

/** What makes one row another: what is written, from a column on (from 0). */
export type RowChange = {
	readonly column: number;
	readonly text: string;
	/** The column that the cursor is in afterwards; null where terminals may disagree. */
	readonly end: number | null;
};

const CLEAR_TO_END = '\x1b[K';
const RESET = '\x1b[m';

/** A sequence of a painted row, and the text before the next one. */
const token = /\x1b(?:\[([\d;]*)m|\]8;[^;\x07\x1b]*;([^\x07\x1b]*)(?:\x07|\x1b\\))|[^\x1b]+|\x1b/y;
const sequence = /\x1b(?:\[[\d;:]*[A-Za-z]|\][^\x07\x1b]*(?:\x07|\x1b\\))/y;

/** How a piece of a row leaves the terminal, for pieces of which that is certain. */
type Scan = { readonly cells: number; readonly style: Attributes; readonly hasLink: boolean };

/**
 * The least that has to be written over `before` (null: nobody knows what is there) to make it `after`, on a
 * terminal of `columns` cells. Both are painted: SGR and OSC 8 sequences, nothing set at their ends. Where it is not
 * certain which column a cell is in (joined emoji, inside a link), the whole row is written.
 */
export function changeRow(before: string | null, after: string, columns: number): RowChange {
	if (before === null) return rest(null, after, rowStart, columns);
	const start = commonStart(before, after);
	const head = start === 0 ? null : scan(after.slice(0, start), noAttributes);
	// What comes next might join what is before it.
	if (head === null || head.hasLink || !beginsCertain(before, start) || !beginsCertain(after, start)) {
		return rest(before, after, rowStart, columns);
	}
	const inside = changeInside(before, after, start, head);
	return inside ?? rest(before.slice(start), after.slice(start), head, columns);
}

const rowStart: Scan = { cells: 0, style: noAttributes, hasLink: false };

/** The end of a row, from a place on whose column is certain. */
function rest(before: string | null, after: string, head: Scan, columns: number): RowChange {
	const old = before === null ? null : scan(before, head.style);
	const next = scan(after, head.style);
	const column = head.cells;
	const text = sgrOf(head.style) + after;
	// Erased first: behind text whose cells are not certain nobody knows where the cursor is.
	if (old === null || next === null) return { column, text: CLEAR_TO_END + text, end: null };
	const end = column + next.cells;
	// Erasing behind the last column would take the last cell away.
	return { column, text: next.cells < old.cells && end < columns ? text + CLEAR_TO_END : text, end };
}

/** The middle, where everything behind it stays in its place and as it looks; null where it does not. */
function changeInside(before: string, after: string, start: number, head: Scan): RowChange | null {
	const shared = commonEnd(before, after, start);
	if (shared === 0) return null;
	const middle = after.slice(start, after.length - shared);
	const old = scan(before.slice(start, before.length - shared), head.style);
	const next = scan(middle, head.style);
	if (old === null || next === null || old.cells !== next.cells || old.hasLink || next.hasLink) return null;
	if (!isSameStyle(old.style, next.style) || !beginsCertain(after, after.length - shared)) return null;
	const end = next.style.size === 0 ? '' : RESET;
	return { column: head.cells, text: sgrOf(head.style) + middle + end, end: head.cells + next.cells };
}

/** Reads a piece of a row; null where it holds something whose cells, or whose style, are not certain. */
function scan(piece: string, before: Attributes): Scan | null {
	let style = before;
	let cells = 0;
	let hasLink = false;
	token.lastIndex = 0;
	while (token.lastIndex < piece.length) {
		const match = token.exec(piece);
		if (match === null) return null;
		const [text, parameters, link] = match;
		if (parameters !== undefined) {
			const next = afterSgr(style, parameters);
			if (next === null) return null;
			style = next;
		} else if (link !== undefined) {
			hasLink = link !== '';
		} else {
			if (text === '\x1b' || !hasCertainWidth(text)) return null;
			cells += cellWidth(text);
		}
	}
	return { cells, style, hasLink };
}

/** Whether the character there is a cell of its own, whatever is before it. */
function beginsCertain(row: string, index: number): boolean {
	const next = row.charAt(index);
	return next === '' || next === '\x1b' || hasCertainWidth(next);
}

/** How many code units are the same at the start, no sequence cut through. */
function commonStart(one: string, other: string): number {
	const most = Math.min(one.length, other.length);
	let at = 0;
	while (at < most && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
	const begin = at === 0 ? -1 : one.lastIndexOf('\x1b', at - 1);
	return begin >= 0 && sequenceEnd(one, begin) > at ? begin : at;
}

/** How many code units are the same at the end, behind `start`, no sequence cut through. */
function commonEnd(one: string, other: string, start: number): number {
	const most = Math.min(one.length, other.length) - start;
	let count = 0;
	while (count < most && one.charCodeAt(one.length - 1 - count) === other.charCodeAt(other.length - 1 - count)) {
		count += 1;
	}
	// Moved behind a sequence that it is in, in either of them.
	for (let before = -1; before !== count; ) {
		before = count;
		for (const row of [one, other]) count = Math.min(count, row.length - outside(row, row.length - count, start));
	}
	return count;
}

/** The index, or the end of the sequence that it is in. */
function outside(row: string, index: number, start: number): number {
	const begin = index === 0 ? -1 : row.lastIndexOf('\x1b', index - 1);
	return begin < start ? index : Math.max(index, sequenceEnd(row, begin));
}

/** Where the sequence that begins at `begin` ends; the row's end where it does not. */
function sequenceEnd(row: string, begin: number): number {
	sequence.lastIndex = begin;
	return sequence.test(row) ? sequence.lastIndex : row.length;
}
