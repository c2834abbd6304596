import { cellWidth, graphemes } from '../../../core/text/width.js';
import { weakMemo } from '../../../core/weak-memo.js';
import type { Line } from '../../line.js';
import { originOf } from '../../line-origin.js';
import { lineText, lineWidth, sliceLine } from '../../spans.js';

type Piece = { readonly row: number; readonly offset: number; readonly text: string; readonly column: number };

export type LogicalLine = { readonly text: string; readonly pieces: readonly Piece[] };

export type Cell = { readonly row: number; readonly column: number };

/** Drawn lines with wraps undone, without gutters and padding. Cached as long as `lines` live. */
export const logicalLines = weakMemo(unwrap);

function unwrap(lines: readonly Line[]): readonly LogicalLine[] {
	const unwrapped: LogicalLine[] = [];
	// Each side of a split diff continues its own row above.
	const open: Record<'only' | 'old' | 'new', Growing | null> = { only: null, old: null, new: null };
	const add = (kind: keyof typeof open, part: Omit<Piece, 'offset'>, joint: string | null): void => {
		const above = open[kind];
		if (joint !== null && above !== null) {
			above.pieces.push({ ...part, offset: above.text.length + joint.length });
			above.text += joint + part.text;
			return;
		}
		const fresh: Growing = { text: part.text, pieces: [{ ...part, offset: 0 }] };
		open[kind] = fresh;
		unwrapped.push(fresh);
	};
	for (const [row, line] of lines.entries()) {
		const { gutter, padding, joint, sides } = originOf(line);
		if (sides === null) {
			const text = lineText(sliceLine(line, gutter, lineWidth(line) - padding));
			add('only', { row, text, column: gutter }, joint);
			continue;
		}
		open.only = null;
		for (const kind of ['old', 'new'] as const) {
			const side = sides[kind];
			if (side === null) open[kind] = null;
			else add(kind, { row, text: lineText(sliceLine(line, side.from, side.to)), column: side.from }, side.joint);
		}
	}
	return unwrapped;
}

type Growing = { text: string; readonly pieces: Piece[] };

export function lineAt(lines: readonly LogicalLine[], cell: Cell): LogicalLine | undefined {
	const here = lines.filter((line) => line.pieces.some((piece) => piece.row === cell.row));
	return (
		here.findLast(({ pieces }) => (pieces.find(({ row }) => row === cell.row)?.column ?? 0) <= cell.column) ?? here[0]
	);
}

export function cellAt(line: LogicalLine, offset: number): Cell {
	const piece = line.pieces.findLast((candidate) => candidate.offset <= offset) ?? line.pieces[0];
	if (piece === undefined) return { row: 0, column: 0 };
	return { row: piece.row, column: piece.column + cellWidth(piece.text.slice(0, Math.max(0, offset - piece.offset))) };
}

export function offsetAt(line: LogicalLine, cell: Cell): number {
	const piece = line.pieces.find((candidate) => candidate.row === cell.row);
	if (piece === undefined) return 0;
	let { offset, column } = piece;
	for (const grapheme of graphemes(piece.text)) {
		const end = column + cellWidth(grapheme);
		if (end > cell.column) break;
		column = end;
		offset += grapheme.length;
	}
	return offset;
}
