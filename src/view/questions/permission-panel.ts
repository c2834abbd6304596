import { defined } from '../../core/defined.js';
import type { FormElicitationQuestion, Question } from '../../core/session/question.js';
import type { SessionState } from '../../core/session/state.js';
import { canSteer } from '../../core/session/steering/steering-of.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { cellWidth, truncate } from '../../core/text/width.js';
import type { ActionId } from '../keys/action-ids.js';
import { type Line, plain, type Span, styled } from '../line.js';
import { innerWidth, KEPT_IN_SIGHT, LEAST_EDGE } from '../panel/box.js';
import { clipLine, firstLines, lineWidth, wrapLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { sessionInFront } from '../state/open-sessions.js';
import { type AnswerRow, type Overlay, readSoFar } from '../state/screen-layout.js';
import type { QuestionUi, UiState } from '../state/ui-state.js';
import { renderAlways } from './always-panel.js';
import { answersInOneLine, changedWords, drawQuestion, keyWords, markedWords, QuestionBody } from './answer-row.js';
import { permissionRows, withBrowser } from './answer-rows.js';
import { withHunks } from './chosen-hunks.js';
import { editHead } from './drawn-changes.js';
import { holdsEarlyKeys, isDraftFree } from './early-keys.js';
import { isDraftAnswer } from './give-answer.js';
import { isLow, type LowSubject, layOutLow, openRows } from './low-layout.js';
import { type QuestionSubject, questionSubject } from './question-subject.js';
import * as messages from './questions-messages.js';
import { reasonSentence, whoAsks } from './who-asks.js';

/** Cells of a sub-agent's title; of both titles so much is that of the one that started it, where room is short. */
const MOST_NAME = 40;
const SHARE_OF_PARENT = 0.45;

/** A question that is neither a form nor a plan to approve. */
type Asked = Exclude<Question, FormElicitationQuestion>;

/** A question that is about to be drawn in at most `height` of `room` rows. */
type Scene = {
	readonly context: ScreenContext;
	readonly session: SessionState;
	readonly question: Asked;
	readonly view: QuestionUi;
	readonly height: number;
	readonly room: number;
	readonly width: number;
	readonly who: Line;
	readonly reason: Span;
	/** Effect of enter on the words in the draft. */
	readonly words: string;
	/** Name of the key that opens the question. */
	readonly opener: string;
};

/** Draws the question in front, in at most `room` rows. */
export function renderQuestion(context: ScreenContext, question: Asked, view: QuestionUi, room: number): Overlay {
	const height = heightOf(question, room);
	if (view.always !== null) return renderAlways(context, question, view.always, view, height, room);
	const { whole: session = context.session } = context;
	const width = innerWidth(context.ui.columns);
	const scene: Scene = {
		...{ context, session, question, view, height, room, width },
		who: subAgentSpans(question, session, width),
		reason: styled(reasonSentence(question.because), { color: 'muted' }),
		words: wordsHint(context),
		opener: question.kind === 'agent-question' || question.kind === 'elicitation-url' ? 'tab' : 'o',
	};
	const optionCount = permissionRows(question, false, session.mode.mode).length;
	// Why it failed is what is asked about: it is read whole, and no answer waits for that.
	const isAgain = question.kind === 'permission' && question.failedInSandbox !== undefined;
	const isTooHigh = (): boolean =>
		subjectOf(scene).closed.length + wrapLine([...scene.who, scene.reason], width).length > height - 2 - optionCount;
	const isBare = isLow(height, optionCount) || (isAgain && isTooHigh());
	return isBare ? renderLow(scene, isAgain) : renderBoxed(scene, optionCount, true);
}

function subjectOf({ context, session, question, width }: Scene, isHeaded = false): QuestionSubject {
	return questionSubject(question, session.cwd, width, context.ui.appearance.diffLayout ?? 'auto', isHeaded);
}

function answersTo(
	{ context, session, question, view }: Scene,
	subject: QuestionSubject,
	isCut: boolean,
	isUnread: boolean,
): readonly AnswerRow[] {
	const { mode } = session.mode;
	// Once opened, everything could be scrolled to: what is allowed was in reach. What cannot be shown never is.
	const wasOpened = view.isOpen || view.wasOpen;
	const isNever = wasOpened || !subject.isLong ? subject.isCut : subject.isKnownCut;
	const rows = isNever
		? permissionRows(question, true, mode, messages.NEVER_WHOLE, isUnread)
		: permissionRows(question, !wasOpened && (isCut || subject.isLong), mode, undefined, isUnread);
	return withHunks(withBrowser(rows, context.browser), question, view);
}

/** Whether some of what decides was not on the screen. The end of a long change is looked for only once some of it was opened. */
function isLeft(subject: QuestionSubject, readTo: number, above = 0): boolean {
	return readTo === 0 || readTo < subject.commandEnd + above;
}

function renderLow(scene: Scene, isAgain: boolean): Overlay {
	const { context, view, height, room, width, who, reason, words, opener } = scene;
	const { ui } = context;
	const subject = subjectOf(scene);
	// There is not always room for why: who asks stands before what is asked about.
	const above = who.length === 0 ? [] : [clipLine(who, width)];
	const lowSubject = between(above, subject, []);
	const why = wrapLine([reason], ui.columns - 1);
	// Opened, why it is asked has room as well.
	const isRead = isAgain || view.isOpen;
	const read = isRead ? between([], lowSubject, why) : lowSubject;
	const notes = { ...(isRead ? {} : { why }), how: opener, foot: footOf(words, ui) };
	const first = answersTo(scene, subject, false, false);
	const { isCut, isCommandCut } = layOutLow(lowSubject, first, view, ui.columns, height, notes);
	const page = openRows(height);
	const last = view.isOpen ? Math.max(0, read.whole.length - page) : 0;
	const hasUnread =
		(view.isOpen || isCommandCut) && isLeft(subject, readSoFar(view, { lastScroll: last, page }), above.length);
	const rows = answersTo(scene, subject, isCut, hasUnread);
	const low = layOutLow(read, rows, view, ui.columns, height, notes);
	const questionPage = { isCut: low.isCut, page, areAnswersHidden: view.isOpen && height > 2 };
	return drawQuestion(context, room, low.body, null, { answers: rows, lastScroll: low.lastScroll, questionPage });
}

/** `mayBeOneLine`: the answers may stand in one line, where they fit. */
function renderBoxed(scene: Scene, optionCount: number, mayBeOneLine: boolean): Overlay {
	const { context, question, view, height, room, width, who, reason, opener } = scene;
	const head = headOf(scene);
	const subject = subjectOf(scene, head.isOfSubject);
	const inOneLine = (rows: readonly AnswerRow[]) => answersInOneLine(rows, view, width);
	const isOneLine = mayBeOneLine && inOneLine(answersTo(scene, subject, false, false)) !== null;
	const answerRows = isOneLine ? 1 : optionCount;
	const why = head.corner.length > 0 ? [] : wrapLine([...who, reason], width);
	const inBox = height - 2 - answerRows;
	// A confirmation's effect is the question itself: it is shown whole.
	const least = question.kind === 'confirm' ? Math.max(1, Math.min(why.length, Math.floor(inBox / 2))) : 1;
	const reasonRows = Math.min(why.length, least);
	// Box edges, the reason and the answers: what is left shows the subject.
	const left = Math.max(1, inBox - reasonRows);
	// The lower edge says how much more of an edit there is.
	const isCutBelow = isOneLine && head.isOfSubject && !view.isOpen;
	const { lines, end } = view.isOpen
		? { lines: subject.whole, end: 0 }
		: fittingLines(subject, left, isCutBelow ? left : left - 1);
	const isCut = lines.length > left || (!view.isOpen && lines.length < subject.lineCount);
	const page = Math.max(1, isCut && !isCutBelow ? left - 1 : left);
	const lastScroll = view.isOpen ? Math.max(0, lines.length - page) : 0;
	const start = view.isOpen ? Math.min(view.scroll, lastScroll) : 0;
	const shown = lines.slice(start, start + page);
	const total = view.isOpen ? lines.length : subject.lineCount;
	const cut: Line = isCut ? cutLine(view, start, shown.length, total, opener, openerId(question)) : [];
	const more: Line[] = isCut && !isCutBelow ? [cut] : [];
	const hasUnread = (view.isOpen || shown.length < end) && isLeft(subject, readSoFar(view, { lastScroll, page }));
	const rows = answersTo(scene, subject, isCut, hasUnread);
	const oneLine = isOneLine ? inOneLine(rows) : null;
	// Why they cannot be given may need more room.
	if (isOneLine && oneLine === null) return renderBoxed(scene, optionCount, false);
	const free = left - shown.length - more.length;
	// Air between what and why, where there is room for it; else the rest of why.
	const reasons = why.length === 0 ? [] : firstLines(why, reasonRows + free, width);
	const taken = Math.max(0, reasons.length - reasonRows);
	const gap: Line[] = free > taken ? [[]] : [];
	const body = new QuestionBody();
	body.add([...shown, ...more, ...gap, ...reasons]);
	if (oneLine === null) body.addAnswers(rows, view, width, free - taken - gap.length);
	else body.add([oneLine]);
	const marked = oneLine === null ? [] : markedWords(rows, view, oneLine);
	const foot = !isCutBelow || !isCut ? marked : marked.length === 0 ? cut : [...cut, plain(' · '), ...marked];
	const frame = { title: titleOf(scene, head.title), corner: head.corner, foot, color: 'warning' } as const;
	const questionPage = { isCut, page, areAnswersHidden: false };
	return drawQuestion(context, room, body, frame, { answers: rows, lastScroll, questionPage });
}

/** Words in the upper edge: of an edit its files, and why it is asked where that has room. */
function headOf({ question, session, context, who, width }: Scene) {
	const head = editHead(question, session.cwd);
	const reason = sanitizeLine(question.because);
	const isOfSubject = head !== null && lineWidth(head) <= width - LEAST_EDGE;
	if (!isOfSubject) {
		const title: Line = [styled(messages.TITLES[question.kind], { color: 'warning', bold: true })];
		return { isOfSubject, title, corner: [] as Line };
	}
	const hasRoom = lineWidth(head) + cellWidth(reason) + 2 * LEAST_EDGE <= context.ui.columns && who.length === 0;
	return { isOfSubject, title: head, corner: hasRoom ? [styled(reason, { color: 'muted' })] : [] };
}

function titleOf({ context, session, view, words }: Scene, head: Line): Line {
	const others = session.questions.length - 1;
	const count = others > 0 ? ` · ${others} more after it` : '';
	return [
		...head,
		styled(`${count}${inSession(context.ui)}`, { color: 'warning', bold: true }),
		...(words !== ''
			? [styled(` · ${words} · esc puts them aside`, { color: 'info' as const })]
			: [...changedWords(context.ui, view), ...keyWords(context, view)]),
	];
}

function heightOf(question: Asked, room: number): number {
	// One more for «always» of ours.
	const count = 'options' in question ? question.options.length : question.choices.length;
	const wanted = Math.max(count + 5, room - Math.min(KEPT_IN_SIGHT, Math.floor(room / 4)));
	// Where that leaves too little for what is asked about, it gets all rows.
	return isLow(wanted, count + 1) ? room : Math.min(room, wanted);
}

/** Words of a low screen below the answers, where it has no title. */
function footOf(words: string, ui: UiState): Line | null {
	if (holdsEarlyKeys(ui)) return [styled('that key did not count: press again', { color: 'info' })];
	return words === '' ? null : [styled(words, { color: 'info' })];
}

export function inSession({ sessions }: UiState): string {
	const front = sessionInFront(sessions);
	return front === null ? '' : ` · session ${front.number}, ${truncate(front.name, 24)}`;
}

/** The most detail that fits, in at most `most` lines where it is shortened; where none does the start of what decides; and where in it that ends. */
function fittingLines(
	subject: QuestionSubject,
	room: number,
	most: number,
): { readonly lines: readonly Line[]; readonly end: number } {
	const { closed, brief } = subject;
	if (closed.length <= room || brief.length >= room) return { lines: closed, end: subject.closedCommandEnd };
	return { lines: subject.fitted(most), end: subject.briefCommandEnd };
}

/** Sub-agent that wants it, and for whom that works; nothing when the agent itself does. */
function subAgentSpans(question: Question, session: SessionState, width: number): Span[] {
	const asker = whoAsks(question, session);
	if (asker === null) return [];
	const { name, parent } = asker;
	if (name === '') return [styled('For a sub-agent. ', { color: 'info' })];
	// Both names fit on the narrowest screen, shortened.
	const room = Math.max(MOST_NAME / 2, width - messages.forSubAgent('', parent === '' ? null : '').length);
	const of = parent === '' ? null : truncate(parent, Math.min(MOST_NAME, Math.floor(room * SHARE_OF_PARENT)));
	const most = Math.min(MOST_NAME, room - (of?.length ?? 0));
	return [styled(messages.forSubAgent(truncate(name, most), of), { color: 'info' })];
}

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

/** Says what enter does with the words in the draft; empty when there are none. */
function wordsHint(context: ScreenContext): string {
	if (isDraftFree(context.ui)) return '';
	if (/^[/!]/.test(context.ui.composer.draft.text)) return 'enter leaves the question open';
	if (!isDraftAnswer(context)) return messages.ENTER_QUEUES;
	const { session } = context;
	return session.turn === null || canSteer(session)
		? messages.ENTER_REJECTS
		: 'enter rejects, stops the turn and sends your words';
}

function openerId({ kind }: Question): ActionId {
	if (kind === 'agent-question') return 'question-open';
	return kind === 'elicitation-url' ? 'address-expand' : 'ask-open';
}

function cutLine(view: QuestionUi, start: number, shown: number, total: number, key: string, id: ActionId): Line {
	const text = view.isOpen
		? `⋯ lines ${start + 1}–${start + shown} of ${total} · pageup/pagedown`
		: `⋯ ${total - shown} more lines · ${key} shows them`;
	return [styled(text, { color: 'warning', target: { type: 'action', id } })];
}
