import { type Line, styled } from '../view/line.js';
import { clipLine } from '../view/spans.js';
import type { Card, Look, Screen } from './screen.js';

/** Cells that transcript and plan stand further in; the sign of the chosen entry stands there. */
export const INDENT = 1;

const CHOSEN: Line = [styled('▌', { color: 'accent', bold: true })];

/** Painted lines, none wider than the screen: a line that is too wide would break all of it. */
export function paintLines(lines: readonly Line[], { columns, painter }: Look, indent = 0): readonly string[] {
	return lines.map((line) => painter.paintLine(clipLine(line, columns - indent), indent));
}

/** The sign beside the rows of a card that are chosen. */
export function marksOf({ lines, mark }: Card): readonly Line[] {
	return lines.map((_, row) => (mark !== null && row >= mark.from && row < mark.to ? CHOSEN : []));
}

/**
 * The rows of a screen as `App` composes them, for the time until React and Ink are loaded: what a page rendered on the
 * server is to the components that take it over in the browser.
 */
export function paintScreen(screen: Screen): readonly string[] {
	const { header, cards, plan, overlay, status, queue, completion, composer, footer, look } = screen;
	const transcript = cards.flatMap((card) => {
		const marks = card.mark === null ? [] : paintLines(marksOf(card), look);
		return paintLines(card.lines, look, INDENT).map((row, index) => `${marks[index] || ' '}${row}`);
	});
	const checklist = paintLines(plan, look, INDENT).map((row) => ` ${row}`);
	const below = [...overlay, ...status, ...queue, ...completion, ...composer, ...footer];
	const rows = [...paintLines(header, look), ...transcript, ...checklist, ...paintLines(below, look)];
	return rows.map((row) => row.trimEnd());
}
