import { cellWidth } from '../../../core/text/width.js';
import type { Line } from '../../line.js';
import { originOf } from '../../line-origin.js';
import { pictureIn } from '../../pictures/picture-lines.js';
import { lineWidth, sliceLine } from '../../spans.js';
import type { Position } from '../position.js';
import { cellsInLine, type SpotRange } from './selection.js';

/** How a range is set off: what is selected, and the match that the search is on; or one of the other matches. */
export type Highlight = {
	readonly range: SpotRange;
	readonly look: 'strong' | 'weak';
	/** What it takes of rows with two texts beside each other. */
	readonly side: 'old' | 'new';
};

/**
 * The rows with ranges set off. Rows outside of every range stay the same objects, so that whoever
 * remembers painted lines paints only what is highlighted.
 */
export function highlightRows(
	lines: readonly Line[],
	rows: readonly Position[],
	highlights: readonly Highlight[],
): readonly Line[] {
	if (highlights.length === 0) return lines;
	return lines.map((line, index) => {
		const position = rows[index];
		if (position === undefined || pictureIn(line) !== null) return line;
		return highlights.reduce((drawn, one) => highlight(drawn, line, position, one), line);
	});
}

function highlight(drawn: Line, original: Line, position: Position, { range, look, side }: Highlight): Line {
	const cells = cellsInLine(range, position, original);
	if (cells === null) return drawn;
	const width = lineWidth(original);
	const { from, to } = copiedCells(original, cells, side, width);
	if (to <= from) return drawn;
	const marked = sliceLine(drawn, from, to).map((span) => ({
		text: span.text,
		style:
			look === 'strong'
				? { ...span.style, background: 'selection' as const }
				: { ...span.style, underline: true, bold: true },
	}));
	return [...sliceLine(drawn, 0, from), ...marked, ...sliceLine(drawn, from + widthOf(marked), width)];
}

type Cells = { readonly from: number; readonly to: number };

/** What would not be copied is not shown as selected, unless nothing else is. */
function copiedCells(line: Line, cells: Cells, wanted: 'old' | 'new', width: number): Cells {
	const { gutter, padding, sides } = originOf(line);
	if (sides !== null) {
		const side = sides[wanted];
		return side === null
			? { from: 0, to: 0 }
			: { from: Math.max(cells.from, side.from), to: Math.min(cells.to, side.to) };
	}
	const end = width - padding;
	return {
		from: cells.to <= gutter ? cells.from : Math.max(cells.from, gutter),
		to: cells.from >= end ? cells.to : Math.min(cells.to, end),
	};
}

function widthOf(line: Line): number {
	return line.reduce((sum, span) => sum + cellWidth(span.text), 0);
}
