import type { EntryList } from '../../../core/session/entries/entry-list.js';
import { cellWidth, graphemes } from '../../../core/text/width.js';
import type { Line } from '../../line.js';
import { originOf } from '../../line-origin.js';
import { lineText } from '../../spans.js';
import { blockAt, blockLine } from '../block.js';
import type { Position } from '../position.js';
import type { RenderContext } from '../render-context.js';
import { type Cell, cellAt, type LogicalLine, lineAt, logicalLines, offsetAt } from './logical-lines.js';

export type Spot = Position & { readonly column: number };

/** Both ends included, in the transcript's order. */
export type SpotRange = { readonly start: Spot; readonly end: Spot };

export type Cells = { readonly from: number; readonly to: number };

export type SelectionUnit = 'cell' | 'word' | 'line';

export type Selection = { readonly anchor: Spot; readonly head: Spot; readonly unit: SelectionUnit };

export function compareSpots(first: Spot, second: Spot): number {
	return first.entry - second.entry || first.line - second.line || first.column - second.column;
}

export function selectedRange(list: EntryList, context: RenderContext, selection: Selection): SpotRange {
	const isForward = compareSpots(selection.anchor, selection.head) <= 0;
	const start = isForward ? selection.anchor : selection.head;
	const end = isForward ? selection.head : selection.anchor;
	if (selection.unit === 'cell') return { start, end };
	return {
		start: unitAround(list, context, start, selection.unit).start,
		end: unitAround(list, context, end, selection.unit).end,
	};
}

/** Side of a split diff that a range takes: the old one where both ends lie on it, or where the new is empty. */
export function sideOf(list: EntryList, context: RenderContext, { start, end }: SpotRange): 'old' | 'new' {
	const block = blockAt(list, start.entry, context);
	const first = originOf(blockLine(block, start.line)).sides;
	const endBlock = end.entry === start.entry ? block : blockAt(list, end.entry, context);
	const last = originOf(blockLine(endBlock, end.line)).sides;
	if (first === null || last === null) return 'new';
	if (start.column < first.divider && end.column < last.divider) return 'old';
	if (end.entry !== start.entry) return 'new';
	for (let line = start.line; line <= end.line; line += 1) {
		const { sides } = originOf(blockLine(block, line));
		if (sides === null || sides.new !== null) return 'new';
	}
	return 'old';
}

/** Cells of a range in one line, grown to whole characters; `to` is behind the last. Null for none. */
export function cellsInLine(range: SpotRange, position: Position, line: Line): Cells | null {
	const { start, end } = range;
	const isBefore = position.entry < start.entry || (position.entry === start.entry && position.line < start.line);
	const isAfter = position.entry > end.entry || (position.entry === end.entry && position.line > end.line);
	if (isBefore || isAfter) return null;
	const isFirst = position.entry === start.entry && position.line === start.line;
	const isLast = position.entry === end.entry && position.line === end.line;
	return wholeCharacters(line, isFirst ? start.column : 0, isLast ? end.column + 1 : Number.POSITIVE_INFINITY);
}

function wholeCharacters(line: Line, from: number, to: number): Cells {
	let column = 0;
	let start: number | null = null;
	let end = 0;
	for (const grapheme of graphemes(lineText(line))) {
		const next = column + cellWidth(grapheme);
		if (next > from && column < to) {
			start ??= column;
			end = next;
		}
		column = next;
	}
	return { from: start ?? Math.min(from, column), to: start === null ? Math.min(from, column) : end };
}

function unitAround(list: EntryList, context: RenderContext, spot: Spot, unit: 'word' | 'line'): SpotRange {
	const block = blockAt(list, spot.entry, context);
	const row = spot.line - block.gap;
	const part = block.view.around(Math.max(0, row));
	const gap = block.gap + part.first;
	const cell: Cell = { row: row - part.first, column: spot.column };
	const line = row < 0 ? undefined : lineAt(logicalLines(part.lines), cell);
	const first = line?.pieces[0];
	const last = line?.pieces.at(-1);
	if (line === undefined || first === undefined || last === undefined) return { start: spot, end: spot };
	const toSpot = ({ row: at, column }: Cell): Spot => ({ entry: spot.entry, line: at + gap, column });
	if (unit === 'line') {
		if (originOf(part.lines[cell.row] ?? []).sides !== null) {
			// The row has another line beside this one.
			return { start: toSpot(cellAt(line, 0)), end: toSpot(cellAt(line, Math.max(0, line.text.length - 1))) };
		}
		const end = { row: last.row, column: Number.MAX_SAFE_INTEGER - 1 };
		return { start: toSpot({ row: first.row, column: 0 }), end: toSpot(end) };
	}
	const { from, to } = wordAround(line, offsetAt(line, cell));
	if (to <= from) return { start: spot, end: spot };
	return { start: toSpot(cellAt(line, from)), end: toSpot(cellAt(line, to - 1)) };
}

const sentenceEnd = /[.:?]+$/;

function wordAround(line: LogicalLine, offset: number): Cells {
	for (const match of line.text.matchAll(/[\p{L}\p{N}\p{M}_@~$#%&=+?/\\.:-]+|\s+|[^\s\p{L}\p{N}]/gu)) {
		const from = match.index;
		const to = from + match[0].length;
		if (offset >= to) continue;
		const trimmed = match[0].replace(sentenceEnd, '');
		const isInside = trimmed !== '' && offset < from + trimmed.length;
		return isInside ? { from, to: from + trimmed.length } : { from, to };
	}
	return { from: offset, to: offset };
}
