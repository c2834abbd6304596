import type { Line } from '../../line.js';
import { originOf } from '../../line-origin.js';
import { pictureIn } from '../../pictures/picture-lines.js';
import { lineWidth, sliceLine } from '../../spans.js';
import type { Position } from '../position.js';
import { type Cells, cellsInLine, type SpotRange } from './selection.js';

export type Highlight = {
	readonly range: SpotRange;
	readonly look: 'strong' | 'weak';
	readonly side: 'old' | 'new';
};

/** Rows with ranges set off. Rows outside every range stay the same objects, so that a painter's cache holds. */
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
	return [...sliceLine(drawn, 0, from), ...marked, ...sliceLine(drawn, from + lineWidth(marked), width)];
}

/** Cells that would be copied: others are not shown as selected, unless nothing else is. */
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
