import { cellWidth } from '../../core/text/width.js';
import type { Line } from '../line.js';
import { originOf } from '../line-origin.js';
import { lineWidth, sliceLine } from '../spans.js';
import type { Position } from './position.js';
import { cellsInLine, type SpotRange } from './selection.js';

/** How a range is set off: what is selected, and the match that the search stands on; or one of the other matches. */
export type Highlight = { readonly range: SpotRange; readonly look: 'strong' | 'weak' };

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
		if (position === undefined) return line;
		return highlights.reduce((drawn, { range, look }) => highlight(drawn, line, position, range, look), line);
	});
}

function highlight(drawn: Line, original: Line, position: Position, range: SpotRange, look: 'strong' | 'weak'): Line {
	const cells = cellsInLine(range, position, original);
	if (cells === null) return drawn;
	const { gutter, padding } = originOf(original);
	const width = lineWidth(original);
	// What would not be copied is not shown as selected, unless nothing else is.
	const from = cells.to <= gutter ? cells.from : Math.max(cells.from, gutter);
	const to = cells.from >= width - padding ? cells.to : Math.min(cells.to, width - padding);
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

function widthOf(line: Line): number {
	return line.reduce((sum, span) => sum + cellWidth(span.text), 0);
}
