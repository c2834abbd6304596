import { cellWidth, truncate } from '../../core/text/width.js';
import { type ActionId, ONE_TO_NINE } from '../keys/action-ids.js';
import { type Line, plain, type Span, styled } from '../line.js';
import { Body, type BodyFrame, drawBody } from '../panel/box.js';
import { firstLines, lineText, lineWidth, targeted, wrapLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import type { AnswerRow, Overlay } from '../state/screen-layout.js';
import { markedRow, type QuestionUi, type UiState } from '../state/ui-state.js';
import { holdsEarlyKeys, mayAnswer } from './early-keys.js';

/** Columns from which a title has room for a sentence, and for two. */
const ONE_SENTENCE = 72;
export const TWO_SENTENCES = 110;

/** Behind the title of a question: why a key that was just pressed did not answer; `ready` once keys do. */
export function keyWords({ ui, now }: ScreenContext, view: QuestionUi, ready: Line = []): Line {
	const isNarrow = ui.columns < ONE_SENTENCE;
	if (holdsEarlyKeys(ui))
		return [styled(isNarrow ? ' · press it again' : ' · that key did not count: press it again', { color: 'info' })];
	if (mayAnswer(view, true, ui, now)) return ready;
	if (view.changedAt === null) return waitWords(ui);
	return isNarrow ? [] : waitWords(ui, TWO_SENTENCES);
}

export function waitWords({ columns }: Pick<UiState, 'columns'>, least = ONE_SENTENCE): Line {
	const why = columns < least ? '' : ': keys still go to your message';
	return [styled(` · wait a moment${why}`, { color: 'muted' })];
}

export function changedWords({ columns }: Pick<UiState, 'columns'>, { changedAt }: QuestionUi): Line {
	if (changedAt === null) return [];
	const words = columns < ONE_SENTENCE ? 'changed: read again' : 'this request changed: read it again';
	return [styled(` · ${words}`, { color: 'error', bold: true })];
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
	const remarks = [row.remark ?? '', ...(row.shortRemarks ?? [])];
	const remarkFor = (label: string) => remarks.find((remark) => fits(label, remark, because));
	const { shortLabel = row.label } = row;
	const isShort = !isDead && remarkFor(row.label) === undefined && remarkFor(shortLabel) !== undefined;
	const whole = isShort ? shortLabel : row.label;
	const behind = keys + (remarkFor(whole) ?? (isDead ? '' : (remarks.at(-1) ?? ''))) + because;
	const named = shortName(whole, Math.max(LEAST_LABEL, room - cellWidth(behind)));
	const label = isLast ? truncate(named, Math.max(LEAST_LABEL, room - cellWidth(keys))) : named;
	const isSelected = markedRow(view) === index;
	const line = [
		styled(isSelected ? '▸ ' : '  ', { color: 'accent', bold: true }),
		styled(`${index + 1} `, { color: isDead ? 'muted' : 'accent' }),
		styled(label, isDead ? { color: 'muted', dim: true } : isSelected ? { bold: true } : {}),
		styled(behind, { color: 'muted' }),
	];
	const id = DIGIT_KEYS[index];
	return id === undefined ? line : targeted(line, { type: 'action', id });
}

/** Actions of the digits; a click on a row does that of its own. */
export const DIGIT_KEYS: readonly ActionId[] = ONE_TO_NINE.map((digit) => `answer-${digit}` as const);

/** Only an agent's name is cut. It keeps its closing quote: what follows it is not the agent's. */
function shortName(label: string, width: number): string {
	return cellWidth(label) <= width || !label.startsWith('“') ? label : `${truncate(label, width - 1)}”`;
}

export class QuestionBody extends Body {
	/** Adds answers, of which the first is `first`: those that are too wide go on in further rows, as long as there are `spare` ones. */
	addAnswers(rows: readonly AnswerRow[], view: QuestionUi, width: number, spare = 0, first = 0): void {
		let left = spare;
		for (const [index, row] of rows.entries()) {
			const lines = answerLines(row, first + index, view, width, left);
			left -= lines.length - 1;
			this.add(lines);
		}
	}
}

function answerLines(row: AnswerRow, at: number, view: QuestionUi, width: number, spare: number): readonly Line[] {
	const short = rowLine(row, at, view, width);
	if (row.answer === null || lineWidth(short) <= width) return [short];
	if (spare <= 0) return [rowLine(row, at, view, width, true)];
	return firstLines(wrapLine(rowLine(row, at, view), width, { indent: [{ text: '    ' }] }), 1 + spare, width);
}

/** All answers in one line, with as many words as have room; null where none do. What the marked one does is said elsewhere. */
export function answersInOneLine(rows: readonly AnswerRow[], view: QuestionUi, width: number): Line | null {
	const levels = Math.max(1, ...rows.map((row) => wordsBehind(row).length));
	for (let level = 0; level < levels; level += 1) {
		const drawn = inOneLine(rows, view, level);
		if (rows.length > 0 && lineWidth(drawn) <= width) return drawn;
	}
	return null;
}

function inOneLine(rows: readonly AnswerRow[], view: QuestionUi, level: number): Line {
	return rows.flatMap((row, at): Span[] => {
		const { label, shortLabel = label, shortBecause = row.because, ...rest } = row;
		const behind = wordsBehind(row);
		const remark = behind[level] ?? behind.at(-1) ?? '';
		const short = { ...rest, label: shortLabel, because: shortBecause, remark, shortRemarks: [] };
		return [...(at > 0 ? [plain(' ')] : []), ...rowLine(short, at, view)];
	});
}

/** Effect of an answer of the agent's, in ever fewer words; the rule of ours is shown before it is kept. */
function wordsBehind({ shortLabel, remark, shortRemarks = [] }: AnswerRow): readonly string[] {
	return shortLabel === undefined && remark !== undefined ? [remark, ...shortRemarks] : [];
}

/** Effect of the marked answer, or why it cannot be given, where the line does not say it. */
export function markedWords(rows: readonly AnswerRow[], view: QuestionUi, line: Line): Line {
	const row = rows[markedRow(view) ?? -1];
	const words = (row?.answer === null ? row.because : (row?.remark ?? '')).trim().replace(/^\((.*)\)$/, '$1');
	return words === '' || lineText(line).includes(words) ? [] : [styled(words, { color: 'muted' })];
}

export function drawQuestion(
	{ ui }: ScreenContext,
	room: number,
	body: QuestionBody,
	frame: BodyFrame | null,
	rest: Pick<Overlay, 'answers' | 'lastScroll' | 'questionPage'>,
): Overlay {
	const { lines } = drawBody(body, frame, ui.columns, room);
	return { lines, room, ...rest };
}
