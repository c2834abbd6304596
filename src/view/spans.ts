import { cellWidth, graphemes, truncate } from '../core/text/width.js';
import type { Line, Span, Style } from './line.js';
import { noteOrigin } from './line-origin.js';
import type { Target } from './target.js';

export { wrapLine } from './wrap.js';

export function lineText(line: Line): string {
	let text = '';
	for (const span of line) text += span.text;
	return text;
}

export function lineWidth(line: Line): number {
	let width = 0;
	for (const span of line) width += cellWidth(span.text);
	return width;
}

export function firstLines(lines: readonly Line[], most: number, width: number): readonly Line[] {
	const last = lines[most - 1];
	if (lines.length <= most || last === undefined) return lines.slice(0, most);
	return [...lines.slice(0, most - 1), [...clipLine(last, width - 1, ''), { text: '…' }]];
}

/** The start of the line in at most `width` cells, the ellipsis included (in the style of what it cuts). */
export function clipLine(line: Line, width: number, ellipsis = '…'): Line {
	if (lineWidth(line) <= width) return line;
	const mark = cellWidth(ellipsis) <= width ? ellipsis : '';
	const markWidth = cellWidth(mark);
	const kept: Span[] = [];
	let room = width;
	for (const span of line) {
		const cells = cellWidth(span.text);
		if (cells <= room - markWidth) {
			kept.push(span);
			room -= cells;
			continue;
		}
		const text = truncate(span.text, room - markWidth, '') + mark;
		if (text !== '') kept.push(withText(span, text));
		break;
	}
	return noteOrigin(kept, line);
}

/** The line filled with spaces up to `width` cells; a wider line is returned as it is. */
export function padLine(line: Line, width: number, style?: Style): Line {
	const missing = width - lineWidth(line);
	if (missing <= 0) return line;
	const text = ' '.repeat(missing);
	return [...line, style ? { text, style } : { text }];
}

/** Exactly `width` cells. When both do not fit, the right one stays whole as long as it fits itself. */
export function joinLine(left: Line, right: Line, width: number): Line {
	const end = clipLine(right, width);
	const endWidth = lineWidth(end);
	const gap = endWidth > 0 && endWidth < width ? 1 : 0;
	return [...padLine(clipLine(left, width - endWidth - gap), width - endWidth), ...end];
}

/** The line with a style below each span's own: what a span sets itself wins. */
export function underlay(line: Line, style: Style): Line {
	return line.map((span) => ({ text: span.text, style: span.style ? { ...style, ...span.style } : style }));
}

export function targeted(line: Line, target: Target): Line {
	return line.map(({ text, style }) => ({ text, style: { ...style, target } }));
}

export function reachingTo(line: Line, width: number): Line {
	const target = line.at(-1)?.style?.target;
	return target === undefined ? line : padLine(line, width, { target });
}

/** The part of a line from one cell to another; a wide character that crosses a bound is left out. */
export function sliceLine(line: Line, from: number, to: number): Line {
	const kept: Span[] = [];
	let column = 0;
	for (const span of line) {
		const cells = cellWidth(span.text);
		if (column >= from && column + cells <= to) {
			kept.push(span);
		} else if (column < to && column + cells > from) {
			const text = sliceText(span.text, from - column, to - column);
			if (text !== '') kept.push(withText(span, text));
		}
		column += cells;
		if (column >= to) break;
	}
	return kept;
}

function sliceText(text: string, from: number, to: number): string {
	let kept = '';
	let column = 0;
	for (const grapheme of graphemes(text)) {
		const cells = cellWidth(grapheme);
		if (column >= from && column + cells <= to) kept += grapheme;
		column += cells;
	}
	return kept;
}

function withText(span: Span, text: string): Span {
	return span.style ? { text, style: span.style } : { text };
}
