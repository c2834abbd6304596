import { cellWidth, graphemes, truncate } from '../core/text/width.js';
import type { Line, Span, Style } from './line.js';

/** How `wrapLine` breaks. */
export type WrapOptions = {
	/** Prefix of every line but the first. */
	readonly indent?: Line;
	/** Break exactly at the width and keep every space, as code needs it. */
	readonly hard?: boolean;
};

/** The text of a line without its styles. */
export function lineText(line: Line): string {
	let text = '';
	for (const span of line) text += span.text;
	return text;
}

/** How many cells a line takes. */
export function lineWidth(line: Line): number {
	let width = 0;
	for (const span of line) width += cellWidth(span.text);
	return width;
}

/** The line in pieces of at most `width` cells (at least one piece, possibly empty). */
export function wrapLine(line: Line, width: number, _options: WrapOptions = {}): Line[] {
	const lines: Line[] = [];
	let current: Span[] = [];
	let used = 0;
	for (const span of line) {
		for (const grapheme of graphemes(span.text)) {
			const cells = cellWidth(grapheme);
			if (used + cells > width && used > 0) {
				lines.push(current);
				current = [];
				used = 0;
			}
			current.push({ ...span, text: grapheme });
			used += cells;
		}
	}
	lines.push(current);
	return lines;
}

/** The start of the line in at most `width` cells. */
export function clipLine(line: Line, width: number, ellipsis = '…'): Line {
	if (lineWidth(line) <= width) return line;
	const kept: Span[] = [];
	let room = width;
	for (const span of line) {
		const cells = cellWidth(span.text);
		if (cells < room) {
			kept.push(span);
			room -= cells;
			continue;
		}
		kept.push({ ...span, text: truncate(`${span.text}  `, room, ellipsis) });
		break;
	}
	return kept;
}

/** The line filled with spaces up to `width` cells. */
export function padLine(line: Line, width: number, style?: Style): Line {
	const missing = width - lineWidth(line);
	if (missing <= 0) return line;
	const text = ' '.repeat(missing);
	return [...line, style ? { text, style } : { text }];
}

/** `left` at the start, clipped, and `right` at the end of exactly `width` cells. */
export function joinLine(left: Line, right: Line, width: number): Line {
	const end = clipLine(right, width);
	const room = width - lineWidth(end);
	return [...padLine(clipLine(left, Math.max(0, room - 1)), room), ...end];
}
