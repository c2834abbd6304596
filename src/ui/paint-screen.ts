import { hasCertainWidth } from '../core/text/width.js';
import { type Line, styled } from '../view/line.js';
import { clipLine, lineWidth } from '../view/spans.js';
import type { Card, Look, Screen } from './screen.js';

/** Cells that transcript and plan stand further in; the sign of the chosen entry stands there. */
export const INDENT = 1;

const CHOSEN: Line = [styled('▌', { color: 'accent', bold: true })];

/** Painted lines, none wider than the screen: a line that is too wide would break all of it. */
export function paintLines(lines: readonly Line[], { columns, painter }: Look, indent = 0): readonly string[] {
	return lines.map((line) => painter.paintLine(clipLine(line, columns - indent), indent));
}

/** Like {@link paintLines}; beside a side panel each line is filled up to where that begins. */
export function paintMain(lines: readonly Line[], look: Look, indent = 0): readonly string[] {
	const { mainColumns, painter } = look;
	if (mainColumns === undefined) return paintLines(lines, look, indent);
	return lines.map((line) => {
		const clipped = clipLine(line, mainColumns - indent);
		const blanks = ' '.repeat(mainColumns - indent - lineWidth(clipped));
		// Whatever width the terminal gives an emoji, the panel begins in its column.
		const isCertain = clipped.every(({ text }) => hasCertainWidth(text));
		return `${painter.paintLine(clipped, indent)}${blanks}${isCertain ? '' : `\x1b[${mainColumns + 1}G`}`;
	});
}

/** The side panel, from its column on. */
export function paintSide(
	lines: readonly Line[],
	{ columns, painter, mainColumns = columns }: Look,
): readonly string[] {
	return lines.map((line) => painter.paintLine(clipLine(line, columns - mainColumns), mainColumns));
}

/** The sign beside the rows of a card that are chosen. */
export function marksOf({ lines, mark }: Card): readonly Line[] {
	return lines.map((_, row) => (mark !== null && row >= mark.from && row < mark.to ? CHOSEN : []));
}

/** The rows of a screen as `App` composes them, until React and Ink are loaded. */
export function paintScreen(screen: Screen): readonly string[] {
	const { header, cards, plan, overlay, status, queue, completion, composer, footer, side, look } = screen;
	const transcript = cards.flatMap((card) => {
		const marks = card.mark === null ? [] : paintLines(marksOf(card), look);
		return paintMain(card.lines, look, INDENT).map((row, index) => `${marks[index] || ' '}${row}`);
	});
	const checklist = paintMain(plan, look, INDENT).map((row) => ` ${row}`);
	const main = [...transcript, ...checklist, ...paintMain([...overlay, ...status, ...queue, ...completion], look)];
	const panel = paintSide(side, look);
	const middle = main.map((row, index) => row + (panel[index] ?? ''));
	const rows = [...paintLines(header, look), ...middle, ...paintLines([...composer, ...footer], look)];
	return rows.map((row) => row.trimEnd());
}
