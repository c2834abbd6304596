import { type Line, styled } from '../line.js';
import { clipLine } from '../spans.js';
import { rowLine } from './answer-row.js';
import type { AnswerRow } from './ask-options.js';
import type { AskView } from './ui-state.js';

/** A question on a screen too low for its frame. */
export type LowLayout = {
	readonly lines: readonly Line[];
	/** The furthest that the subject can be scrolled; 0 when all of it is shown. */
	readonly lastScroll: number;
	/** Part of the subject is not shown. */
	readonly isCut: boolean;
};

/** True when a frame, a reason and two rows of the subject do not fit beside the answers. */
export function isLow(height: number, answers: number): boolean {
	return height < answers + 5;
}

/**
 * Without a frame, in at most `height` rows: the start of the subject, how much of it is missing, and the
 * answers, of which none is left out as long as two rows remain for the subject.
 */
export function layOutLow(
	subject: readonly Line[],
	rows: readonly AnswerRow[],
	view: AskView,
	columns: number,
	height: number,
): LowLayout {
	if (view.isOpen && height > 2) return layOutOpen(subject, rows, view, columns, height);
	const answerRows = Math.max(0, Math.min(rows.length, height - Math.min(2, subject.length)));
	const room = Math.max(1, height - answerRows);
	const isCut = subject.length > room;
	const visible = isCut && room > 1 ? room - 1 : room;
	const lastScroll = isCut ? subject.length - visible : 0;
	const start = Math.min(view.scroll, lastScroll);
	const shown = subject.slice(start, start + visible);
	const more: Line[] =
		isCut && room > 1
			? [[styled(`⋯ ${start + 1}–${start + shown.length} of ${subject.length} lines · o opens`, { color: 'warning' })]]
			: [];
	// The row that the person moved to stays in sight; before that, the first.
	const first = Math.max(0, Math.min(rows.length - answerRows, (view.selected ?? 0) - answerRows + 1));
	const answers = rows.slice(first, first + answerRows).map((row, index) => rowLine(row, first + index, view));
	const lines = [...shown, ...more, ...answers].map((line) => clipLine([{ text: ' ' }, ...line], columns));
	return { lines: lines.slice(0, height), lastScroll, isCut };
}

/** Opened, the subject has nearly all rows; the answers keep their keys in one. */
function layOutOpen(
	subject: readonly Line[],
	rows: readonly AnswerRow[],
	view: AskView,
	columns: number,
	height: number,
): LowLayout {
	const visible = openRows(height);
	const lastScroll = Math.max(0, subject.length - visible);
	const start = Math.min(view.scroll, lastScroll);
	const shown = subject.slice(start, start + visible);
	const where = lastScroll > 0 ? `⋯ ${start + 1}–${start + shown.length} of ${subject.length} · pageup/pagedown` : '';
	const keys = `answers 1–${rows.length} · o shows them`;
	const lines: Line[] = [...shown, [styled(where, { color: 'warning' })], [styled(keys, { color: 'muted' })]];
	return {
		lines: lines.map((line) => clipLine([{ text: ' ' }, ...line], columns)),
		lastScroll,
		isCut: lastScroll > 0,
	};
}

/** Rows of the subject in sight once it is opened on a low screen. */
export function openRows(height: number): number {
	return Math.max(1, height - 2);
}
