import { cellWidth, truncate } from '../../core/text/width.js';
import { type Line, styled } from '../line.js';
import type { AnswerRow } from '../state/answer.js';
import type { ScreenContext } from '../state/context.js';
import { markedRow, type QuestionUi } from '../state/ui-state.js';
import { mayAnswer } from './answer-guard.js';
import { holdsEarlyKeys } from './early-keys.js';
import { KEYS_WAIT, PRESS_AGAIN, REQUEST_CHANGED } from './questions-messages.js';

/** Behind the title of a question: why a key that was just pressed did not answer; `ready` once keys do. */
export function keyWords({ ui, now }: ScreenContext, view: QuestionUi, ready: Line = []): Line {
	if (holdsEarlyKeys(ui)) return [styled(PRESS_AGAIN, { color: 'info' })];
	return mayAnswer(view, true, ui.lastKeyAt, now) ? ready : [styled(KEYS_WAIT, { color: 'muted' })];
}

/** Says that the request is not the one that was shown before. */
export function changedWords({ changedAt }: QuestionUi): Line {
	return changedAt === null ? [] : [styled(REQUEST_CHANGED, { color: 'error', bold: true })];
}

/** Cells that a label keeps, whatever follows it. */
const LEAST_LABEL = 10;

/**
 * A row that answers: number, words, the letters that stand for it, what it does. Where all of it is too wide for
 * `width` an agent's name is cut, never the keys or what the row does: these are ours. Where there is no further row
 * for it (`isLast`), words of ours are cut before the keys are.
 */
export function rowLine(
	row: AnswerRow,
	index: number,
	view: QuestionUi,
	width = Number.POSITIVE_INFINITY,
	isLast = false,
): Line {
	const isDead = row.answer === null;
	const keys = row.keys === '' ? '' : ` (${row.keys})`;
	const room = width - cellWidth(`  ${index + 1} `);
	const fits = (...words: readonly string[]): boolean => cellWidth(words.join('') + keys) <= room;
	const reasons = isDead
		? [row.because, row.shortBecause ?? ''].flatMap((why) => (why === '' ? [] : [` · ${why}`]))
		: [];
	const because = reasons.find((why) => fits(row.label, why)) ?? reasons.at(-1) ?? '';
	const asides = [row.aside ?? '', ...(row.shortAsides ?? [])];
	const asideOf = (label: string) => asides.find((aside) => fits(label, aside, because));
	const { shortLabel = row.label } = row;
	const isShort = !isDead && asideOf(row.label) === undefined && asideOf(shortLabel) !== undefined;
	const whole = isShort ? shortLabel : row.label;
	const behind = keys + (asideOf(whole) ?? (isDead ? '' : (asides.at(-1) ?? ''))) + because;
	const named = shortName(whole, Math.max(LEAST_LABEL, room - cellWidth(behind)));
	const label = isLast ? truncate(named, Math.max(LEAST_LABEL, room - cellWidth(keys))) : named;
	const isSelected = markedRow(view) === index;
	return [
		styled(isSelected ? '▸ ' : '  ', { color: 'accent', bold: true }),
		styled(`${index + 1} `, { color: isDead ? 'muted' : 'accent' }),
		styled(label, isDead ? { color: 'muted', dim: true } : isSelected ? { bold: true } : {}),
		styled(behind, { color: 'muted' }),
	];
}

/** Only an agent's name is cut. It keeps its closing quote: what follows it is not the agent's. */
function shortName(label: string, width: number): string {
	return cellWidth(label) <= width || !label.startsWith('“') ? label : `${truncate(label, width - 1)}”`;
}
