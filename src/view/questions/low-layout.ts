import { type Line, styled } from '../line.js';
import { firstLines } from '../spans.js';
import type { AnswerRow } from '../state/screen-layout.js';
import { markedRow, type QuestionUi } from '../state/ui-state.js';
import { QuestionBody } from './answer-row.js';
import type { QuestionSubject } from './question-subject.js';

export type LowLayout = {
	readonly body: QuestionBody;
	/** The furthest that the subject can be scrolled; 0 when all of it is shown. */
	readonly lastScroll: number;
	/** Lines of the subject that are on the screen. */
	readonly shown: number;
	/** Part of the subject is not shown. */
	readonly isCut: boolean;
	/** Part of the command is not shown, unopened. */
	readonly isCommandCut: boolean;
};

/** True when a frame, a reason and some rows of the subject do not fit beside the answers. */
export function isLow(height: number, answers: number): boolean {
	return height < answers + 7;
}

/** Subject of the question: all of it, as it is shown unopened, and in the fewest lines. */
export type LowSubject = Pick<QuestionSubject, 'whole' | 'lineCount' | 'closed' | 'brief'> &
	Partial<Pick<QuestionSubject, 'closedCommandEnd' | 'briefCommandEnd'>>;

/** Words of a low screen besides the subject and the answers. */
export type LowNotes = {
	/** Why it is asked, as much as there is room for. */
	readonly why?: readonly Line[];
	/** Line that says what enter does now. */
	readonly foot?: Line | null;
	/** The key that shows more. */
	readonly how?: string;
};

/** The subject keeps at least this many rows: what it is, the start of it, and how much is missing. */
const LEAST_SUBJECT = 5;

/**
 * Without a frame, in at most `height` rows: the start of the subject, how much of it is missing, and the
 * answers, of which none is left out as long as two rows remain for the subject.
 */
export function layOutLow(
	subject: LowSubject,
	rows: readonly AnswerRow[],
	view: QuestionUi,
	columns: number,
	height: number,
	{ why = [], foot = null, how = 'o' }: LowNotes = {},
): LowLayout {
	if (view.isOpen && height > 2) return layOutOpen(subject.whole, rows.length, view, height);
	const feet = foot !== null && height > rows.length + 1 ? [foot] : [];
	const least = Math.min(LEAST_SUBJECT, subject.brief.length);
	const answerRows = Math.max(0, Math.min(rows.length, height - feet.length - Math.min(2, subject.brief.length)));
	// The marked row stays visible; without one, the first.
	const first = Math.max(0, Math.min(rows.length - answerRows, (markedRow(view) ?? 0) - answerRows + 1));
	// The subject comes before words that need a second row.
	const free = height - feet.length - answerRows;
	const spare = free - (subject.closed.length <= free ? subject.closed.length : least) - 1;
	const answers = new QuestionBody();
	answers.addAnswers(rows.slice(first, first + answerRows), view, columns - 1, spare, first);
	const left = Math.max(1, height - feet.length - answers.lines.length);
	const text = subject.closed.length <= left ? subject.closed : subject.brief;
	const isAll = text.length === subject.lineCount;
	const needed = text.length + (isAll ? 0 : 1);
	const reasons = firstLines(why, needed < left ? left - needed : left > LEAST_SUBJECT ? 1 : 0, columns - 1);
	const room = left - reasons.length;
	const isCut = !isAll || text.length > room;
	const visible = isCut && room > 1 ? Math.min(text.length, room - 1) : room;
	const lastScroll = isCut ? Math.max(0, text.length - visible) : 0;
	const start = Math.min(view.scroll, lastScroll);
	const shown = text.slice(start, start + visible);
	const where =
		how === 'o' || how === 'tab'
			? `⋯ ${subject.lineCount - shown.length} more lines · ${how} opens`
			: `⋯ ${start + 1}–${start + shown.length} of ${text.length} lines · ${how}`;
	const more: Line[] = isCut && room > 1 ? [[styled(where, { color: 'warning' })]] : [];
	const body = new QuestionBody();
	body.add([...shown, ...more, ...reasons]);
	body.append(answers);
	body.add(feet);
	const { closedCommandEnd = 0, briefCommandEnd = 0 } = subject;
	const end = text === subject.brief ? briefCommandEnd : closedCommandEnd;
	const isCommandCut = start > 0 ? end > 0 : shown.length < end;
	return { body, lastScroll, shown: shown.length, isCut, isCommandCut };
}

/** Opened, the subject has nearly all rows; the answers keep their keys in one. */
function layOutOpen(subject: readonly Line[], answers: number, view: QuestionUi, height: number): LowLayout {
	const visible = openRows(height);
	const lastScroll = Math.max(0, subject.length - visible);
	const start = Math.min(view.scroll, lastScroll);
	const shown = subject.slice(start, start + visible);
	const where = lastScroll > 0 ? `⋯ ${start + 1}–${start + shown.length} of ${subject.length} · pageup/pagedown` : '';
	const keys = `esc shows the ${answers} answers`;
	const body = new QuestionBody();
	body.add([...shown, [styled(where, { color: 'warning' })], [styled(keys, { color: 'muted' })]]);
	return { body, lastScroll, shown: shown.length, isCut: lastScroll > 0, isCommandCut: false };
}

/** Rows of the subject that are visible once it is opened on a low screen. */
export function openRows(height: number): number {
	return Math.max(1, height - 2);
}
