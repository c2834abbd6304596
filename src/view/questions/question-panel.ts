import type { AppEvent } from '../../core/event.js';
import type { OptionKind } from '../../core/policy/policy-types.js';
import type { Question } from '../../core/session/question.js';
import { askingAbout } from '../../core/session/questions/asking.js';
import type { ActionId } from '../keys/action-ids.js';
import type { PanelAction } from '../panel/panel.js';
import type { ScreenContext } from '../state/context.js';
import { closeTranscript } from '../state/leave-transcript.js';
import { type AnswerRow, emptyLayout, readSoFar, type ScreenLayout } from '../state/screen-layout.js';
import type { QuestionUi } from '../state/ui-state.js';
import { loadPanel, show, toast, type UiRequest, type UiStep, withEvent, withRequests } from '../state/ui-step.js';
import { DIGIT_KEYS } from './answer-row.js';
import { LETTERS, ownOffers, permissionRows, readKind } from './answer-rows.js';
import { isCurrent } from './follow-question.js';
import { answerRow, byLetter, rejectionOf, rowOfKind } from './give-answer.js';
import { changesOf } from './question-detail.js';
import { questionDetails } from './question-details.js';
import { canRun, FOOTER, READING } from './questions-messages.js';

/** The question in front, and what the user has done in it. */
type InFront = {
	readonly context: ScreenContext;
	readonly layout: ScreenLayout;
	readonly question: Question;
	readonly view: QuestionUi;
};

type Key = (context: ScreenContext, layout: ScreenLayout) => UiStep | null;

/** The question in front as it stands; null: there is none, or it changed since it was drawn. */
function inFront(context: ScreenContext, layout: ScreenLayout): InFront | null {
	const [question] = context.session.questions;
	const view = context.ui.question;
	return question === undefined || !isCurrent(view, question) ? null : { context, layout, question, view };
}

/** Carries out a key in the question in front; without one it does nothing. */
export function keyInQuestion(context: ScreenContext, layout: ScreenLayout, id: ActionId): UiStep {
	const { ui, now } = context;
	const front = inFront(context, layout);
	const action = front === null ? undefined : actionsOf(front).find((each) => each.id === id);
	if (action === undefined) return show(ui);
	if (action.why != null) return show(toast(ui, action.why, now));
	const { ui: after = ui, requests = [] } = action.run(context);
	// A message about an earlier key is over.
	return { ui: after.toast === ui.toast ? { ...after, toast: null } : after, requests };
}

/** Footer words of a key in the question in front; null for none. */
export function wordsInQuestion(context: ScreenContext, id: ActionId): string | null {
	const front = inFront(context, emptyLayout);
	return front === null ? null : (actionsOf(front).find((each) => each.id === id)?.words ?? null);
}

/** The answer that a key chooses; undefined where the question has none for it. */
export function answerOfKey(id: ActionId, answers: readonly AnswerRow[]): AnswerRow | undefined {
	const letter = LETTER_KEYS.find((each) => each.id === id);
	if (letter !== undefined) return rowOfKind(answers, letter.kind);
	const digit = DIGIT_KEYS.indexOf(id);
	return digit < 0 ? undefined : answers[digit];
}

const LETTER_KEYS: readonly { readonly id: ActionId; readonly kind: OptionKind; readonly words: string }[] = [
	{ id: 'ask-allow-once', kind: 'allow_once', words: 'yes' },
	{ id: 'ask-allow-always', kind: 'allow_always', words: 'always' },
	{ id: 'ask-reject-once', kind: 'reject_once', words: 'no' },
];

/** Actions of the keys: the digits and moves of every question, then those of its kind. */
function actionsOf(front: InFront): readonly PanelAction[] {
	const { question, view, layout } = front;
	const does = (id: ActionId, run: () => UiStep, words?: string | null): PanelAction => ({
		id,
		run,
		...(words == null ? {} : { words }),
	});
	const digitWords = wordsOfDigits(front);
	const isOfLetters = question.kind === 'permission' || question.kind === 'confirm' || question.kind === 'refusals';
	const nothing =
		isOfLetters && view.always === null
			? 'Choose with ↑ ↓ or a number, or press y or n'
			: 'Choose with ↑ ↓ or a number';
	return [
		...DIGIT_KEYS.map((id, at) => does(id, () => answerNumber(front, at), digitWords[at])),
		does('answer-previous', () => moveToAnswer(front, -1)),
		does('answer-next', () => moveToAnswer(front, 1)),
		{
			...does('answer-confirm', () => choose(front, layout.answers[view.selected ?? -1])),
			// Nothing is preselected.
			why: view.selected === null ? nothing : null,
		},
		does('answer-dismiss', () => dismissQuestion(front), wordOfDismissal(front)),
		...(isOfLetters || question.kind === 'exit-plan' ? letterActions(front, does) : []),
		...(question.kind === 'permission' ? [hunksAction(front, does)] : []),
		...OPENS.map((id) => does(id, () => toggleQuestion(front))),
		...ofItsKind(front, does),
	];
}

const OPENS: readonly ActionId[] = ['ask-open', 'question-open', 'address-expand'];

type Does = (id: ActionId, run: () => UiStep, words?: string | null) => PanelAction;

function letterActions(front: InFront, does: Does): readonly PanelAction[] {
	const { question, context, layout } = front;
	// A plan's footer has the words of its digits.
	const rows = question.kind === 'exit-plan' ? [] : permissionRows(question, false, context.session.mode.mode);
	const ofLetter = (kind: OptionKind): AnswerRow | undefined => {
		const row = rowOfKind(layout.answers, kind);
		return row && byLetter(question, row);
	};
	return LETTER_KEYS.map(({ id, kind, words }) =>
		does(id, () => choose(front, ofLetter(kind)), rows.some((row) => row.keys === LETTERS[kind]) ? words : null),
	);
}

function hunksAction({ question, context, view }: InFront, does: Does): PanelAction {
	const isEdit = view.always === null && changesOf(question.request).length > 0;
	const action = does('hunks-open', () => loadPanel(context.ui, 'hunks'), isEdit ? 'hunks' : null);
	return isEdit ? action : { ...action, why: 'Only a change to a file has hunks' };
}

/** Further actions of an address and of a plan. */
function ofItsKind(front: InFront, does: Does): readonly PanelAction[] {
	const { question, context } = front;
	const asks = (request: UiRequest) => (): UiStep => withRequests(context.ui, request);
	if (question.kind === 'elicitation-url') {
		const { url } = question.address;
		return [does('address-copy', asks({ type: 'copy', text: url, label: 'the address' }), FOOTER.copy)];
	}
	if (question.kind !== 'exit-plan') return [];
	const { plan } = question;
	const seen = front.layout.questionPage.page;
	// A line or two of what was read stay in sight.
	const page = seen - (seen > 8 ? 2 : seen > 2 ? 1 : 0);
	return [
		does('plan-scroll-up', () => scrolled(front, -1)),
		does('plan-scroll-down', () => scrolled(front, 1)),
		does('plan-page-up', () => scrolled(front, -page)),
		does('plan-page-down', () => scrolled(front, page)),
		does('plan-top', () => scrolled(front, -1e9)),
		does('plan-bottom', () => scrolled(front, 1e9)),
		does('plan-copy', asks({ type: 'copy', text: plan, label: 'the plan' }), FOOTER.copy),
		does('plan-steps-open', () => loadPanel(context.ui, 'plan-steps'), 'steps'),
		does('plan-edit', () => editPlan(front, plan), 'editor'),
	];
}

/** The plan in the editor; what comes of it is kept with the question. */
function editPlan({ context, view }: InFront, plan: string): UiStep {
	const { ui } = loadPanel(context.ui, 'plan-steps');
	const text = view.edited ?? plan;
	return withRequests(ui, { type: 'edit-in-panel', panel: 'plan-steps', path: 'plan.md', text });
}

/** Footer words of the digits, from 1 on. */
function wordsOfDigits({ question, view, context: { session } }: InFront): readonly string[] {
	if (view.always !== null) return ownOffers(question, session.mode.mode).length > 0 ? FOOTER.reach : ['allow'];
	if (question.kind === 'elicitation-url') return ['open'];
	// Each row has its number.
	if (question.kind !== 'exit-plan') return [];
	return [
		// The edits of an agent that does not ask cannot be reviewed one by one.
		askingAbout(session, 'edits') === 'doesNotAsk' ? FOOTER.approve : 'review edits',
		'accept edits',
		// Outside of plan mode there is no planning to be kept up.
		session.mode.mode === 'plan' ? 'keep planning' : FOOTER.reject,
	];
}

/** Footer word of esc; over a transcript esc leads out of that. */
function wordOfDismissal({ question, view, context: { ui } }: InFront): string | null {
	if (view.always !== null) return FOOTER.back;
	if (question.kind === 'exit-plan') return null;
	if (ui.isTranscriptView) return FOOTER.back;
	return question.kind === 'agent-question' || question.kind === 'elicitation-url' ? 'cancel' : FOOTER.reject;
}

function withView({ context: { ui }, view }: InFront, change: Partial<QuestionUi>): UiStep {
	return show({ ...ui, question: { ...view, ...change } });
}

/** Gives the answer with this number, from 0. */
function answerNumber(front: InFront, at: number): UiStep {
	// A number chooses only a row on the screen.
	const row = front.layout.answers[at];
	return front.layout.questionPage.areAnswersHidden && row?.isUnread !== true ? closed(front) : choose(front, row);
}

/** Moves to the answer above (-1) or below (1). */
function moveToAnswer(front: InFront, direction: -1 | 1): UiStep {
	const { view, layout, context } = front;
	const count = layout.answers.length;
	if (count === 0) return show(context.ui);
	const from = view.selected ?? (direction > 0 ? -1 : count);
	return withView(front, { selected: Math.max(0, Math.min(count - 1, from + direction)) });
}

function choose(front: InFront, row: AnswerRow | undefined): UiStep {
	if (row?.asksWords === true) return withView(front, { isFeedback: true });
	return row?.isUnread === true ? readOn(front) : answerRow(front.context, front.question, row);
}

/**
 * Opens a command of which a part was not on the screen, and shows the next page of an open one. It counts as a new
 * question: the key that showed it answers nothing by being held down.
 */
function readOn(front: InFront): UiStep {
	const { view, layout, context, question } = front;
	const readTo = readIn(front);
	// The end may be further down once a message takes a row.
	const change = { isOpen: true, wasOpen: true, scroll: readTo, readTo };
	const step = withView(front, { ...change, visibleAt: context.now, selected: null });
	const isEnd = view.isOpen ? readTo >= layout.lastScroll : !layout.questionPage.isCut;
	const words = READING[readKind(question)];
	const { runs } = questionDetails(question, context.session.cwd);
	const said =
		runs.length > 0 && !view.isOpen
			? `${canRun(runs)}: the same key ${isEnd ? 'takes all of this' : 'goes on'}`
			: isEnd
				? words.atEnd
				: words.goesOn;
	return show(toast(step.ui, said, context.now));
}

function readIn({ view, layout }: InFront): number {
	return readSoFar(view, { lastScroll: layout.lastScroll, page: layout.questionPage.page });
}

function closed(front: InFront): UiStep {
	return withView(front, { isOpen: false, scroll: 0, readTo: readIn(front) });
}

/** Milliseconds in which esc only takes back the notice that there is nothing to open. */
const NOTHING_MORE_FOR = 2000;

/** Shows all of what is asked about, or the usual part of it. Where that is all, esc closes nothing but the word. */
function toggleQuestion(front: InFront): UiStep {
	const { view, layout } = front;
	if (view.isOpen) return closed(front);
	const change = { isOpen: true, wasOpen: true, scroll: 0 };
	if (layout.questionPage.isCut) return withView(front, change);
	const { now } = front.context;
	const noted = withView(front, { ...change, rejectsFrom: now + NOTHING_MORE_FOR });
	return show(toast(noted.ui, 'Nothing more to show', now));
}

/**
 * Leaves the second step of «always», closes what was opened; else gives the safe answer. In the transcript view, which
 * esc leads out of, it answers nothing: the question waits where one comes to.
 */
function dismissQuestion(front: InFront): UiStep {
	const { context, layout, question, view } = front;
	if (view.always !== null) return withView(front, { always: null, selected: null });
	if (view.isOpen || context.now < (view.rejectsFrom ?? 0)) return closed(front);
	if (!context.ui.isTranscriptView) return withEvent(context.ui, dismissal(question));
	const left = closeTranscript(context, layout);
	// esc that comes again at once was meant for the transcript as well.
	const asked = left.ui.question;
	return asked === null ? left : { ...left, ui: { ...left.ui, question: { ...asked, visibleAt: context.now } } };
}

function scrolled(front: InFront, lines: number): UiStep {
	const { view, layout } = front;
	const from = Math.min(layout.lastScroll, view.scroll);
	const scroll = Math.max(0, Math.min(layout.lastScroll, from + lines));
	return withView(front, { scroll, readTo: readIn(front) });
}

/** Scrolls a question of which all is shown; `otherwise` where none is open. */
export function scrollOpened(lines: (layout: ScreenLayout) => number, otherwise: Key): Key {
	return (context, layout) => {
		const { session, ui } = context;
		const isOpened = ui.question?.isOpen === true && ui.question.questionId === session.questions[0]?.id;
		if (!isOpened) return otherwise(context, layout);
		const front = inFront(context, layout);
		const step = front === null ? show(ui) : scrolled(front, lines(layout));
		return step.ui.toast === ui.toast && front !== null ? show({ ...step.ui, toast: null }) : step;
	};
}

/** esc on a question: its safe answer. */
function dismissal(question: Question): AppEvent {
	const { id: questionId, kind } = question;
	if (kind === 'exit-plan') return { type: 'answer-plan', questionId, choice: 'keep-planning' };
	if (kind === 'refusals') return { type: 'answer-refusals', questionId, choice: 'refuse' };
	return { type: 'answer', questionId, outcome: rejectionOf(question) };
}
