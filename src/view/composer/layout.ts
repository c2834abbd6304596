import { cellWidth, graphemes } from '../../core/text/width.js';
import type { Draft } from './draft.js';

/** One row of the draft on the screen; `start` and `end` are offsets in the draft's text, the line break left out. */
export type DraftRow = { readonly text: string; readonly start: number; readonly end: number };

/** The draft in rows and the cell of its cursor, both from 0. */
export type DraftLayout = {
	readonly rows: readonly DraftRow[];
	readonly cursorRow: number;
	readonly cursorColumn: number;
};

const tabStop = 4;

/**
 * Wraps the draft at words into rows of `width` cells. The last cell of a row is kept for the cursor (a
 * space may stand there), so the cursor always has a cell of its own; where a row goes on in the next
 * one, the offset between them is the start of the next.
 */
export function layoutDraft(draft: Draft, width: number): DraftLayout {
	const rows = rowsOf(draft.text, width);
	const cursorRow = rowAt(rows, draft.cursor);
	const row = rows[cursorRow];
	const column = row === undefined ? 0 : textWidth(row.text.slice(0, draft.cursor - row.start));
	return { rows, cursorRow, cursorColumn: Math.min(column, Math.max(0, width - 1)) };
}

/** At most `maxRows` rows around the cursor; `top` is the index of the first. */
export function visibleRows(
	layout: DraftLayout,
	maxRows: number,
): { readonly top: number; readonly rows: readonly DraftRow[] } {
	const count = layout.rows.length;
	const height = Math.max(1, maxRows);
	if (count <= height) return { top: 0, rows: layout.rows };
	const top = Math.min(count - height, Math.max(0, layout.cursorRow - Math.floor(height / 2)));
	return { top, rows: layout.rows.slice(top, top + height) };
}

/** The index of the row that shows `offset`. */
export function rowAt(rows: readonly DraftRow[], offset: number): number {
	let low = 0;
	let high = rows.length - 1;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if ((rows[middle]?.start ?? 0) <= offset) low = middle;
		else high = middle - 1;
	}
	return low;
}

/** The offset in a row that stands at a cell column, or the nearest one before; the row's last offset beyond its end. */
export function offsetAtColumn(rows: readonly DraftRow[], index: number, column: number): number {
	const row = rows[index];
	if (row === undefined) return 0;
	let offset = row.start;
	let at = 0;
	for (const grapheme of graphemes(row.text)) {
		const next = at + advance(at, grapheme);
		if (next > column) return offset;
		at = next;
		if (offset + grapheme.length >= row.end && isContinued(rows, index)) return offset;
		offset += grapheme.length;
	}
	return offset;
}

/** True when the row goes on in the next one without a line break between them. */
export function isContinued(rows: readonly DraftRow[], index: number): boolean {
	return rows[index]?.end === rows[index + 1]?.start;
}

/** The row's text as it is drawn: tabs as spaces up to the next stop. */
export function drawnText(text: string, column = 0): string {
	if (!text.includes('\t')) return text;
	let drawn = '';
	let at = column;
	for (const grapheme of graphemes(text)) {
		const cells = advance(at, grapheme);
		drawn += grapheme === '\t' ? ' '.repeat(cells) : grapheme;
		at += cells;
	}
	return drawn;
}

/** The cells that a piece of a draft takes, tabs included, when it starts at `column`. */
export function textWidth(text: string, column = 0): number {
	if (!text.includes('\t')) return cellWidth(text);
	let at = column;
	for (const grapheme of graphemes(text)) at += advance(at, grapheme);
	return at - column;
}

function advance(column: number, grapheme: string): number {
	if (grapheme === '\t') return tabStop - (column % tabStop);
	return grapheme.length === 1 && grapheme >= ' ' && grapheme <= '~' ? 1 : cellWidth(grapheme);
}

type CachedLine = { readonly width: number; readonly ends: readonly number[] };

/** Ends of the rows of a logical line, by the line. Two generations bound it without a list of uses. */
let young = new Map<string, CachedLine>();
let old = new Map<string, CachedLine>();
const generation = 4096;
const longestCached = 4096;
let latest: { readonly text: string; readonly width: number; readonly rows: readonly DraftRow[] } | null = null;

function rowsOf(text: string, width: number): readonly DraftRow[] {
	if (latest !== null && latest.width === width && latest.text === text) return latest.rows;
	const rows: DraftRow[] = [];
	let start = 0;
	for (;;) {
		const found = text.indexOf('\n', start);
		const end = found === -1 ? text.length : found;
		addRows(rows, text.slice(start, end), start, width);
		if (found === -1) break;
		start = found + 1;
	}
	latest = { text, width, rows };
	return rows;
}

function addRows(rows: DraftRow[], line: string, offset: number, width: number): void {
	let from = 0;
	for (const end of rowEnds(line, width)) {
		rows.push({ text: line.slice(from, end), start: offset + from, end: offset + end });
		from = end;
	}
}

function rowEnds(line: string, width: number): readonly number[] {
	if (line.length < width && !/[^\x20-\x7e]/.test(line)) return [line.length];
	if (line.length > longestCached) return wrapEnds(line, width);
	const known = young.get(line) ?? old.get(line);
	if (known?.width === width) return known.ends;
	const ends = wrapEnds(line, width);
	if (young.size >= generation) {
		old = young;
		young = new Map();
	}
	young.set(line, { width, ends });
	return ends;
}

function wrapEnds(line: string, width: number): readonly number[] {
	const room = Math.max(1, width - 1);
	const ends: number[] = [];
	let rowStart = 0;
	let column = 0;
	let offset = 0;
	/** After the last space of the row, where it may break. */
	let breakAt = 0;
	let columnAtBreak = 0;
	for (const grapheme of graphemes(line)) {
		const isSpace = grapheme === ' ' || grapheme === '\t';
		let cells = advance(column, grapheme);
		const limit = isSpace ? Math.max(room, width) : room;
		if (column + cells > limit && offset > rowStart) {
			const cut = breakAt > rowStart && !isSpace ? breakAt : offset;
			ends.push(cut);
			column = cut === offset ? 0 : column - columnAtBreak;
			rowStart = cut;
			cells = advance(column, grapheme);
			// What moved down may itself be too long for a row together with this grapheme.
			if (column + cells > room && offset > rowStart) {
				ends.push(offset);
				rowStart = offset;
				column = 0;
				cells = advance(0, grapheme);
			}
		}
		column += cells;
		offset += grapheme.length;
		if (isSpace) {
			breakAt = offset;
			columnAtBreak = column;
		}
	}
	ends.push(line.length);
	return ends;
}
