import { cellWidth, graphemes } from '../../core/text/width.js';
import type { Line } from '../line.js';
import { originOf } from '../line-origin.js';
import { lineText, lineWidth, sliceLine } from '../spans.js';

/** A row's part of a line of the source. */
export type Piece = {
	/** The row, counted within its entry's drawn lines. */
	readonly row: number;
	/** Where its text begins in the text of the line. */
	readonly offset: number;
	readonly text: string;
	/** The cell where its text begins. */
	readonly column: number;
};

/** A line as it was before it was wrapped: what is searched, and what a double click looks at. */
export type LogicalLine = { readonly text: string; readonly pieces: readonly Piece[] };

/** A cell of an entry's drawn lines. */
export type Cell = { readonly row: number; readonly column: number };

const known = new WeakMap<readonly Line[], readonly LogicalLine[]>();

/** Drawn lines with their wraps undone, gutters and padding left out. Remembered as long as the lines live. */
export function logicalLines(lines: readonly Line[]): readonly LogicalLine[] {
	const found = known.get(lines) ?? unwrap(lines);
	known.set(lines, found);
	return found;
}

function unwrap(lines: readonly Line[]): readonly LogicalLine[] {
	const unwrapped: { text: string; pieces: Piece[] }[] = [];
	for (const [row, line] of lines.entries()) {
		const { gutter, padding, joint } = originOf(line);
		const text = lineText(sliceLine(line, gutter, lineWidth(line) - padding));
		const last = unwrapped.at(-1);
		if (joint === null || last === undefined) {
			unwrapped.push({ text, pieces: [{ row, offset: 0, text, column: gutter }] });
			continue;
		}
		last.pieces.push({ row, offset: last.text.length + joint.length, text, column: gutter });
		last.text += joint + text;
	}
	return unwrapped;
}

/** The line that a row belongs to. */
export function lineOfRow(lines: readonly LogicalLine[], row: number): LogicalLine | undefined {
	return lines.find((line) => row <= (line.pieces.at(-1)?.row ?? -1));
}

/** Where the character at `offset` of a line stands; its last character's cell beyond the end. */
export function cellAt(line: LogicalLine, offset: number): Cell {
	const piece = line.pieces.findLast((candidate) => candidate.offset <= offset) ?? line.pieces[0];
	if (piece === undefined) return { row: 0, column: 0 };
	return { row: piece.row, column: piece.column + cellWidth(piece.text.slice(0, Math.max(0, offset - piece.offset))) };
}

/** Which character of a line stands at a cell; what is left of its row counts as the row's first. */
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
