import { graphemes } from '../../core/text/width.js';
import type { Draft } from './draft.js';
import { advance, type DraftRow, rowsOf, textWidth } from './wrap-draft.js';

export type DraftLayout = {
	readonly rows: readonly DraftRow[];
	readonly cursorRow: number;
	readonly cursorColumn: number;
};

/** Rows of `width` cells, the last of which is the cursor's. Where a row continues, its end is the next one's start. */
export function layoutDraft(draft: Draft, width: number): DraftLayout {
	const rows = rowsOf(draft.text, width);
	const cursorRow = rowAt(rows, draft.cursor);
	const row = rows[cursorRow];
	const column = row === undefined ? 0 : textWidth(row.text.slice(0, draft.cursor - row.start));
	return { rows, cursorRow, cursorColumn: Math.min(column, Math.max(0, width - 1)) };
}

export function visibleRows(layout: DraftLayout, maxRows: number) {
	const count = layout.rows.length;
	const height = Math.max(1, maxRows);
	if (count <= height) return { top: 0, rows: layout.rows };
	const top = Math.min(count - height, Math.max(0, layout.cursorRow - Math.floor(height / 2)));
	return { top, rows: layout.rows.slice(top, top + height) };
}

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

/** Offset in a row at a cell column, or the nearest one before; the row's last offset beyond its end. */
export function offsetAtColumn(rows: readonly DraftRow[], index: number, column: number): number {
	const row = rows[index];
	if (row === undefined) return 0;
	let offset = row.start;
	let at = 0;
	for (const grapheme of graphemes(row.text)) {
		const next = at + advance(at, grapheme);
		if (next > column) return offset;
		at = next;
		if (offset + grapheme.length >= row.end && row.end === rows[index + 1]?.start) return offset;
		offset += grapheme.length;
	}
	return offset;
}
