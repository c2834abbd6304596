import { defined } from '../../core/defined.js';
import type { FormElicitationQuestion, Question } from '../../core/session/question.js';
import type { SessionState } from '../../core/session/state.js';
import { canSteer } from '../../core/session/steering/steering-of.js';
import { truncate } from '../../core/text/width.js';
import type { ActionId } from '../keys/action-ids.js';
import { type Line, type Span, styled } from '../line.js';
import { KEPT_IN_SIGHT } from '../panel/body.js';
import { innerWidth } from '../panel/box.js';
import { clipLine, firstLines, wrapLine } from '../spans.js';
import type { AnswerRow } from '../state/answer.js';
import type { ScreenContext } from '../state/context.js';
import { sessionInFront } from '../state/open-sessions.js';
import type { Overlay } from '../state/overlay.js';
import { readSoFar } from '../state/question-page.js';
import type { QuestionUi, UiState } from '../state/ui-state.js';
import { renderAlways } from './always-panel.js';
import { changedWords, drawQuestion, keyWords, QuestionBody } from './answer-row.js';
import { permissionRows, withBrowser } from './answers.js';
import { holdsEarlyKeys, isDraftFree } from './early-keys.js';
import { isDraftAnswer } from './give-answer.js';
import { isLow, type LowSubject, layOutLow, openRows } from './low-layout.js';
import * as messages from './questions-messages.js';
import { reasonSentence } from './reason.js';
import { type QuestionSubject, questionSubject } from './subject.js';
import { whoAsks } from './who-asks.js';

/** Cells of a sub-agent's title; of both titles so much is that of the one that started it, where room is short. */
const MOST_NAME = 40;
const SHARE_OF_PARENT = 0.45;

/** A question that is neither a form nor a plan to approve. */
type Asked = Exclude<Question, FormElicitationQuestion>;

/** Draws the question in front, in at most `room` rows. */
export function renderQuestion(context: ScreenContext, question: Asked, view: QuestionUi, room: number): Overlay {
	const height = heightOf(question, room);
	if (view.always !== null) return renderAlways(context, question, view.always, view, height, room);
	const { ui } = context;
	const { whole: session = context.session } = context;
	const width = innerWidth(ui.columns);
	const subject = questionSubject(question, session.cwd, width, ui.appearance.diffLayout ?? 'auto');
	const who = subAgentSpans(question, session, width);
	const reason = styled(reasonSentence(question.because), { color: 'muted' });
	const why: Line = [...who, reason];
	const { mode } = session.mode;
	const opener = question.kind === 'agent-question' || question.kind === 'elicitation-url' ? 'tab' : 'o';
	const optionCount = permissionRows(question, false, mode).length;
	const words = wordsHint(context);
	const wasOpened = view.isOpen || view.wasOpen;
	// The end of a long change is looked for only once some of it was opened.
	const isLeft = (readTo: number, above = 0): boolean => readTo === 0 || readTo < subject.commandEnd + above;
	// Once opened, everything could be scrolled to: what is allowed was in reach. What cannot be shown never is.
	const rowsOf = (isCut: boolean, isUnread: boolean): readonly AnswerRow[] =>
		withBrowser(rowsAt(isCut, isUnread), context.browser);
	const rowsAt = (isCut: boolean, isUnread: boolean): readonly AnswerRow[] => {
		const isNever = wasOpened || !subject.isLong ? subject.isCut : subject.isKnownCut;
		if (isNever) return permissionRows(question, true, mode, messages.NEVER_WHOLE, isUnread);
		return permissionRows(question, !wasOpened && (isCut || subject.isLong), mode, undefined, isUnread);
	};
	// Why it failed is what is asked about: it is read whole, and no answer waits for that.
	const isAgain = question.kind === 'permission' && question.failedInSandbox !== undefined;
	const isTooHigh = (): boolean => subject.closed.length + wrapLine(why, width).length > height - 2 - optionCount;
	if (isLow(height, optionCount) || (isAgain && isTooHigh())) {
		// There is not always room for why: who asks stands before what is asked about.
		const above = who.length === 0 ? [] : [clipLine(who, width)];
		const lowSubject = between(above, subject, []);
		const read = isAgain ? between([], lowSubject, wrapLine([reason], ui.columns - 1)) : lowSubject;
		const notes = {
			...(isAgain ? {} : { why: [reason] }),
			how: opener,
			foot: footOf(words, ui),
		};
		const { isCut, isCommandCut } = layOutLow(lowSubject, rowsOf(false, false), view, ui.columns, height, notes);
		const page = openRows(height);
		const lastScroll = view.isOpen ? Math.max(0, read.whole.length - page) : 0;
		const isUnread = isLeft(readSoFar(view, { lastScroll, page }), above.length);
		const rows = rowsOf(isCut, (view.isOpen || isCommandCut) && isUnread);
		const low = layOutLow(read, rows, view, ui.columns, height, notes);
		const questionPage = { isCut: low.isCut, page, areAnswersHidden: view.isOpen && height > 2 };
		return drawQuestion(context, room, low.body, null, { answers: rows, lastScroll: low.lastScroll, questionPage });
	}
	// Box edges, the reason, and one row an answer: what is left shows the subject.
	const left = Math.max(1, height - 3 - optionCount);
	const fitting = view.isOpen ? subject.whole : fittingLines(subject, left);
	const isCut = fitting.length > left || (!view.isOpen && fitting.length < subject.lineCount);
	const page = fitting.length > left || isCut ? left - 1 : left;
	const lastScroll = view.isOpen ? Math.max(0, fitting.length - page) : 0;
	const start = view.isOpen ? Math.min(view.scroll, lastScroll) : 0;
	const shown = fitting.slice(start, start + page);
	const more: Line[] = isCut
		? [cutLine(view, start, shown.length, view.isOpen ? fitting.length : subject.lineCount, opener, openerId(question))]
		: [];
	const isCommandCut = (): boolean =>
		shown.length < (fitting === subject.closed ? subject.closedCommandEnd : subject.briefCommandEnd);
	const isUnread = isLeft(readSoFar(view, { lastScroll, page }));
	const rows = rowsOf(isCut, (view.isOpen || isCommandCut()) && isUnread);
	const free = left - shown.length - more.length;
	// Air between what and why, where there is room for it; else the rest of why.
	const reasons = firstLines(wrapLine(why, width), 1 + free, width);
	const gap: Line[] = reasons.length <= free ? [[]] : [];
	const spare = free - reasons.length - gap.length + 1;
	const body = new QuestionBody();
	body.add([...shown, ...more, ...gap, ...reasons]);
	body.addAnswers(rows, view, width, spare);
	const others = session.questions.length - 1;
	const count = others > 0 ? messages.moreAfterIt(others) : '';
	const title: Line = [
		styled(`${messages.TITLES[question.kind]}${count}${inSession(ui)}`, { color: 'warning', bold: true }),
		...(words !== ''
			? [styled(messages.escPutsAside(words), { color: 'info' as const })]
			: [...changedWords(view), ...keyWords(context, view)]),
	];
	const questionPage = { isCut, page: Math.max(1, page), areAnswersHidden: false };
	return drawQuestion(context, room, body, { title, color: 'warning' }, { answers: rows, lastScroll, questionPage });
}

function heightOf(question: Asked, room: number): number {
	// One more for «always» of ours.
	const count = 'options' in question ? question.options.length : question.choices.length;
	const wanted = Math.max(count + 5, room - Math.min(KEPT_IN_SIGHT, Math.floor(room / 4)));
	// Where that leaves too little for what is asked about, it gets all rows.
	return isLow(wanted, count + 1) ? room : Math.min(room, wanted);
}

/** What a low screen says below the answers, where it has no title. */
function footOf(words: string, ui: UiState): Line | null {
	if (holdsEarlyKeys(ui)) return [styled(messages.PRESS_AGAIN_LOW, { color: 'info' })];
	return words === '' ? null : [styled(words, { color: 'info' })];
}

/** Which session asks, where several are open. */
export function inSession({ sessions }: UiState): string {
	const front = sessionInFront(sessions);
	return front === null ? '' : messages.inSession(front.number, truncate(front.name, 24));
}

/** The most detail that fits; where none does, the start of what decides. */
function fittingLines({ closed, brief }: QuestionSubject, room: number): readonly Line[] {
	if (closed.length <= room) return closed;
	return brief.length < room ? brief : closed;
}

/** Which sub-agent wants it, and for whom that works; nothing when the agent itself does. */
function subAgentSpans(question: Question, session: SessionState, width: number): Span[] {
	const asker = whoAsks(question, session);
	if (asker === null) return [];
	const { name } = asker;
	const parent = asker.parent ?? '';
	if (name === '') return [styled(messages.FOR_SUB_AGENT, { color: 'info' })];
	// Both can be told on the narrowest screen, if not in full.
	const room = Math.max(MOST_NAME / 2, width - messages.forSubAgent('', parent === '' ? null : '').length);
	const of = parent === '' ? null : truncate(parent, Math.min(MOST_NAME, Math.floor(room * SHARE_OF_PARENT)));
	const most = Math.min(MOST_NAME, room - (of?.length ?? 0));
	return [styled(messages.forSubAgent(truncate(name, most), of), { color: 'info' })];
}

/** A subject with lines before and after it. */
function between(above: readonly Line[], subject: LowSubject, after: readonly Line[]): LowSubject {
	if (above.length === 0 && after.length === 0) return subject;
	const moved = (end: number | undefined) => (end ? end + above.length : end);
	const { closedCommandEnd, briefCommandEnd } = subject;
	return {
		get whole() {
			return [...above, ...subject.whole, ...after];
		},
		lineCount: above.length + subject.lineCount + after.length,
		...defined({ closedCommandEnd: moved(closedCommandEnd), briefCommandEnd: moved(briefCommandEnd) }),
		get closed() {
			return [...above, ...subject.closed, ...after];
		},
		get brief() {
			return [...above, ...subject.brief, ...after];
		},
	};
}

/** What enter does with the words in the draft; empty when there are none. */
function wordsHint(context: ScreenContext): string {
	if (isDraftFree(context.ui)) return '';
	const { text } = context.ui.composer.draft;
	if (/^[/!]/.test(text)) return messages.ENTER_LEAVES_OPEN;
	if (!isDraftAnswer(context)) return messages.ENTER_QUEUES;
	const { session } = context;
	return session.turn === null || canSteer(session) ? messages.ENTER_REJECTS : messages.ENTER_REJECTS_AND_STOPS;
}

/** The action of the key that shows all of the question. */
function openerId({ kind }: Question): ActionId {
	if (kind === 'agent-question') return 'question-open';
	return kind === 'elicitation-url' ? 'address-expand' : 'ask-open';
}

function cutLine(view: QuestionUi, start: number, shown: number, total: number, key: string, id: ActionId): Line {
	const text = view.isOpen
		? messages.shownLines(start + 1, start + shown, total)
		: messages.moreLines(total - shown, key);
	return [styled(text, { color: 'warning', target: { type: 'action', id } })];
}
