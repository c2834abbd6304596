import type { Painted } from '../../ui/screen.js';
import type { Frame } from '../../view/frame/frame.js';
import { type Line, styled } from '../../view/line.js';
import { clipLine } from '../../view/spans.js';
import type { Painter } from '../../view/theme/paint.js';

const CHOSEN: Line = [styled('▌', { color: 'accent', bold: true })];

/** A frame as rows for a terminal of so many columns. */
export function paintFrame(frame: Frame, columns: number, painter: Painter): Painted {
	// A line that is too wide would break the whole screen, so the last word on width is here.
	const fitted = (line: Line, from: number): string => painter.paintLine(clipLine(line, columns - from), from);
	const text = (line: Line): string => fitted(line, 0);
	const mark = painter.paintLine(CHOSEN);
	const { marked, indented } = frame;
	const margin = (row: number): string => {
		if (row >= indented) return '';
		return marked !== null && row >= marked.from && row < marked.to ? mark : ' ';
	};
	const main = frame.main.map((line, row) => {
		const before = margin(row);
		return before === '' ? text(line) : `${before}${fitted(line, 1)}`;
	});
	return {
		rows: [
			...frame.header.map(text),
			...main,
			...frame.prompt.map(text),
			...frame.composer.map(text),
			...frame.footer.map(text),
		],
		cursor: frame.cursor,
	};
}
