import { cellWidth, hasCertainWidth } from '../../core/text/width.js';

type Attributes = ReadonlyMap<string, string>;

const noAttributes: Attributes = new Map();

const SIMPLE: Readonly<Record<string, readonly [name: string, isOn: boolean]>> = {
	'1': ['bold', true],
	'2': ['dim', true],
	'3': ['italic', true],
	'4': ['underline', true],
	'7': ['inverse', true],
	'9': ['strike', true],
	'23': ['italic', false],
	'24': ['underline', false],
	'27': ['inverse', false],
	'29': ['strike', false],
	'39': ['color', false],
	'49': ['background', false],
	'59': ['underline-color', false],
};

const EXTENDED: Readonly<Record<string, string>> = { '38': 'color', '48': 'background', '58': 'underline-color' };

/** Attributes after an SGR sequence with these parameters (`1;38;5;4`); null for an unknown one. */
function afterSgr(before: Attributes, parameters: string): Attributes | null {
	const after = new Map(before);
	const words = parameters.split(';');
	for (let at = 0; at < words.length; at += 1) {
		const word = words[at] ?? '';
		const extended = EXTENDED[word];
		if (extended !== undefined) {
			const length = words[at + 1] === '5' ? 3 : words[at + 1] === '2' ? 5 : 0;
			if (length === 0 || at + length > words.length) return null;
			after.set(extended, words.slice(at, at + length).join(';'));
			at += length - 1;
		} else if (!takeSimple(after, word)) {
			return null;
		}
	}
	return after;
}

function takeSimple(attributes: Map<string, string>, word: string): boolean {
	if (word === '' || word === '0') {
		attributes.clear();
		return true;
	}
	// 22 ends bold and dim together.
	if (word === '22') {
		attributes.delete('bold');
		attributes.delete('dim');
		return true;
	}
	const color = /^(?:3|9)[0-7]$/.test(word) ? 'color' : /^(?:4|10)[0-7]$/.test(word) ? 'background' : null;
	const [name, isOn] = color === null ? (SIMPLE[word] ?? []) : [color, true];
	if (name === undefined) return false;
	if (isOn === true) attributes.set(name, word);
	else attributes.delete(name);
	return true;
}

function sgrOf(attributes: Attributes): string {
	return attributes.size === 0 ? '' : `\x1b[${[...attributes.values()].join(';')}m`;
}

function isSameStyle(one: Attributes, other: Attributes): boolean {
	if (one.size !== other.size) return false;
	for (const [name, value] of one) if (other.get(name) !== value) return false;
	return true;
}

/** Text to be written from a column on (from 0) to change a row. */
export type RowChange = {
	readonly column: number;
	readonly text: string;
	/** Cursor column afterwards; null where terminals may disagree. */
	readonly end: number | null;
};

const CLEAR_TO_END = '\x1b[K';
const RESET = '\x1b[m';
/** Blanks that take more bytes than to move or to erase over them. */
const gaps = / {12,}/g;

/** One sequence of a painted row, or the text before the next one. */
const token = /\x1b(?:\[([\d;]*)m|\]8;[^;\x07\x1b]*;([^\x07\x1b]*)(?:\x07|\x1b\\))|[^\x1b]+|\x1b/y;
const sequence = /\x1b(?:\[[\d;:]*[A-Za-z]|\][^\x07\x1b]*(?:\x07|\x1b\\))/y;

type Scan = { readonly cells: number; readonly style: Attributes; readonly hasLink: boolean };

/**
 * Smallest changes, from left to right, of `before` (null: unknown) to `after`, on a terminal of `columns` cells. Both
 * are painted with SGR and OSC 8 sequences, all reset at their ends. Where a cell's column is uncertain (joined emoji,
 * inside a link), the whole row is written.
 */
export function changeRow(before: string | null, after: string, columns: number): readonly RowChange[] {
	if (before === null) return rest(null, after, rowStart, columns);
	const start = commonStart(before, after);
	const head = start === 0 ? rowStart : scan(after.slice(0, start), noAttributes);
	// The next character might join the one before it.
	if (head === null || head.hasLink || !beginsCertain(before, start) || !beginsCertain(after, start)) {
		return rest(before, after, rowStart, columns);
	}
	const inside = changeInside(before, after, start, head);
	return inside ?? rest(before.slice(start), after.slice(start), head, columns);
}

const rowStart: Scan = { cells: 0, style: noAttributes, hasLink: false };

/** Rewrites the row's end from a column that is certain. */
function rest(before: string | null, after: string, head: Scan, columns: number): readonly RowChange[] {
	const old = before === null ? null : scan(before, head.style);
	const next = scan(after, head.style);
	const column = head.cells;
	const text = sgrOf(head.style) + after;
	// Erased first: behind text of uncertain width the cursor is unknown.
	if (old === null || next === null) return [{ column, text: CLEAR_TO_END + text, end: null }];
	const end = column + next.cells;
	// Erasing behind the last column would erase the last cell.
	const clear = next.cells < old.cells && end < columns ? CLEAR_TO_END : '';
	return withoutGaps({ column, text: text + clear, end }, next, column + old.cells);
}

/** Rewrites the middle, if everything behind it keeps its place and look; else null. */
function changeInside(before: string, after: string, start: number, head: Scan): readonly RowChange[] | null {
	const shared = commonEnd(before, after, start);
	if (shared === 0) return null;
	const middle = after.slice(start, after.length - shared);
	const old = scan(before.slice(start, before.length - shared), head.style);
	const next = scan(middle, head.style);
	if (old === null || next === null || old.cells !== next.cells || old.hasLink || next.hasLink) return null;
	if (!isSameStyle(old.style, next.style) || !beginsCertain(after, after.length - shared)) return null;
	const column = head.cells;
	const text = sgrOf(head.style) + middle + (next.style.size === 0 ? '' : RESET);
	return withoutGaps({ column, text, end: column + next.cells }, next, column + old.cells);
}

/** Splits a change at long blanks, which are erased before the column `blank` and skipped behind it. */
function withoutGaps(change: RowChange, next: Scan, blank: number): readonly RowChange[] {
	if (next.hasLink) return [change];
	const changes: RowChange[] = [];
	let { column } = change;
	let from = 0;
	for (const gap of change.text.matchAll(gaps)) {
		const before = change.text.slice(from, gap.index);
		const piece = isPlainAt(change.text, gap.index) ? scan(before, noAttributes) : null;
		if (piece === null || piece.hasLink) continue;
		const { cells } = piece;
		const { length } = gap[0];
		const text = column + cells >= blank ? before : `${before}\x1b[${length}X`;
		if (text !== '') changes.push({ column, text, end: column + cells });
		column += cells + length;
		from = gap.index + length;
	}
	if (from < change.text.length) changes.push({ column, text: change.text.slice(from), end: change.end });
	return changes;
}

const lastSgr = /\x1b\[([\d;]*)m[^\x1b]*$/;

/** Whether what is written at the index has no attributes. */
function isPlainAt(text: string, index: number): boolean {
	const before = text.slice(0, index);
	const last = lastSgr.exec(before)?.[1];
	return last === undefined ? !before.includes('\x1b') : /^0?$/.test(last);
}

/** Null where the width or style of the piece is uncertain. */
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

/** Whether the character is a cell of its own, whatever is before it. */
function beginsCertain(row: string, index: number): boolean {
	const next = row.charAt(index);
	return next === '' || next === '\x1b' || hasCertainWidth(next);
}

/** Code units shared at the start, without cutting a sequence. */
function commonStart(one: string, other: string): number {
	const most = Math.min(one.length, other.length);
	let at = 0;
	while (at < most && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
	const begin = at === 0 ? -1 : one.lastIndexOf('\x1b', at - 1);
	return begin >= 0 && sequenceEnd(one, begin) > at ? begin : at;
}

/** Code units shared at the end, behind `start`, without cutting a sequence. */
function commonEnd(one: string, other: string, start: number): number {
	const most = Math.min(one.length, other.length) - start;
	let count = 0;
	while (count < most && one.charCodeAt(one.length - 1 - count) === other.charCodeAt(other.length - 1 - count)) {
		count += 1;
	}
	// Moves behind a sequence that it is in, in either row.
	for (let before = -1; before !== count; ) {
		before = count;
		for (const row of [one, other]) count = Math.min(count, row.length - outside(row, row.length - count, start));
	}
	return count;
}

/** The index, or the end of the sequence around it. */
function outside(row: string, index: number, start: number): number {
	const begin = index === 0 ? -1 : row.lastIndexOf('\x1b', index - 1);
	return begin < start ? index : Math.max(index, sequenceEnd(row, begin));
}

/** End of the sequence at `begin`; the row's end where it has none. */
function sequenceEnd(row: string, begin: number): number {
	sequence.lastIndex = begin;
	return sequence.test(row) ? sequence.lastIndex : row.length;
}
