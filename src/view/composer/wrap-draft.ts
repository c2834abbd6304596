import { cellWidth, graphemes } from '../../core/text/width.js';

export type DraftRow = { readonly text: string; readonly start: number; readonly end: number };

type CachedLine = { readonly width: number; readonly ends: readonly number[] };

/** Row ends by logical line. Two generations bound the cache without a list of uses. */
let young = new Map<string, CachedLine>();
let old = new Map<string, CachedLine>();
const generation = 4096;
const longestCached = 4096;
let latest: { readonly text: string; readonly width: number; readonly rows: readonly DraftRow[] } | null = null;

export function rowsOf(text: string, width: number): readonly DraftRow[] {
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
			// The word that moved down may be too long for a row with this grapheme.
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

const tabStop = 4;

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

export function textWidth(text: string, column = 0): number {
	if (!text.includes('\t')) return cellWidth(text);
	let at = column;
	for (const grapheme of graphemes(text)) at += advance(at, grapheme);
	return at - column;
}

export function advance(column: number, grapheme: string): number {
	if (grapheme === '\t') return tabStop - (column % tabStop);
	return grapheme.length === 1 && grapheme >= ' ' && grapheme <= '~' ? 1 : cellWidth(grapheme);
}
