import { cellWidth } from '../../core/text/width.js';
import type { Line } from '../line.js';
import type { Target } from '../target.js';
import { type Frame, REGIONS } from './frame.js';

/** Cells that the lines of transcript and plan stand further in. */
const INDENT = 1;

/** What a click on a cell does, counted from 1 as terminals report it; null: nothing that a line says. */
export function targetAt(frame: Frame, x: number, y: number): Target | null {
	let row = y - 1;
	if (row < 0) return null;
	const besideRow = row - frame.headerRows;
	if (x > frame.sideAt && besideRow >= 0 && besideRow < frame.side.length)
		return targetIn(frame.side[besideRow] ?? [], x - 1 - frame.sideAt);
	for (const region of REGIONS) {
		const lines = frame[region];
		if (row < lines.length) {
			const isInset = region === 'transcript' || region === 'plan';
			return targetIn(lines[row] ?? [], x - 1 - (isInset ? INDENT : 0));
		}
		row -= lines.length;
	}
	return null;
}

function targetIn(line: Line, column: number): Target | null {
	let end = 0;
	if (column < 0) return null;
	for (const { text, style } of line) {
		end += cellWidth(text);
		if (column < end) return style?.target ?? null;
	}
	return null;
}
