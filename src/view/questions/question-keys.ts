import type { AppEvent } from '../../core/event.js';
import type { OptionKind } from '../../core/policy/types.js';
import type { PlanQuestion, Question } from '../../core/session/question.js';
import { closeTranscript } from '../actions/leave-transcript.js';
import type { AnswerRow } from '../state/answer.js';
import type { ScreenContext } from '../state/context.js';
import { readSoFar } from '../state/question-page.js';
import type { ScreenLayout } from '../state/screen-layout.js';
import { show, toast, type UiStep, withEvent, withRequests } from '../state/step.js';
import { subagentViewIn } from '../state/subagent-view.js';
import type { QuestionUi } from '../state/ui-state.js';
import { readKind } from './answers.js';
import { questionDetails } from './details.js';
import { isCurrent } from './follow-question.js';
import { answerKind, answerRow, rejectionOf, rowOfKind } from './give-answer.js';
import { ADDRESS_LABEL, canRun, NOTHING_MORE, READING, sameKey, THE_PLAN } from './questions-messages.js';

/** The question in front, and what the user has done in it. */
type InFront = {
	readonly context: ScreenContext;
	readonly layout: ScreenLayout;
	readonly question: Question;
	readonly view: QuestionUi;
};

type Key = (context: ScreenContext, layout: ScreenLayout) => UiStep | null;

/** A key of the question in front; it does nothing without one. */
function inQuestion(run: (front: InFront) => UiStep | null): Key {
	return (context, layout) => {
		const { ui, session } = context;
		const [question] = session.questions;
		const view = ui.question;
		if (question === undefined || !isCurrent(view, question)) return show(ui);
		const step = run({ context, layout, question, view });
		// What was said about the key before is over.
		return step === null || step.ui.toast !== ui.toast ? step : { ...step, ui: { ...step.ui, toast: null } };
	};
}

/** The screen with another view of the question. */
function withView({ context: { ui }, view }: InFront, change: Partial<QuestionUi>): UiStep {
	return show({ ...ui, question: { ...view, ...change } });
}

/** Gives the answer with this number, from 1. */
export const answerNumber = (number: number): Key =>
	inQuestion((front) => {
		const { layout } = front;
		// Nobody chooses by number what is not on the screen.
		const row = layout.answers[number - 1];
		if (row?.isUnread === true) return readOn(front);
		if (layout.questionPage.areAnswersHidden) return closed(front);
		return answerRow(front.context, front.question, row);
	});

/** Gives the answer that bears the letter of this kind. */
export const answerLetter = (kind: OptionKind): Key =>
	inQuestion((front) => {
		const { context, layout, question } = front;
		const row = rowOfKind(layout.answers, kind);
		return row?.isUnread === true ? readOn(front) : answerKind(context, question, layout.answers, kind);
	});

/** Gives the answer in this row, from 0, as far as the screen shows it. */
export const answerPlace = (place: number): Key => inQuestion((front) => choose(front, front.layout.answers[place]));

/** Moves to the answer above (-1) or below (1). */
export const moveToAnswer = (direction: -1 | 1): Key =>
	inQuestion((front) => {
		const { view, layout } = front;
		const count = layout.answers.length;
		if (count === 0) return show(front.context.ui);
		const from = view.selected ?? (direction > 0 ? -1 : count);
		return withView(front, { selected: Math.max(0, Math.min(count - 1, from + direction)) });
	});

/** Gives the answer that the user moved to; null before that, as nothing is preselected. */
export const confirmAnswer: Key = inQuestion((front) =>
	front.view.selected === null ? null : choose(front, front.layout.answers[front.view.selected]),
);

function choose(front: InFront, row: AnswerRow | undefined): UiStep {
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
		runs.length > 0 && !view.isOpen ? `${canRun(runs)}${sameKey(isEnd)}` : isEnd ? words.atEnd : words.goesOn;
	return show(toast(step.ui, said, context.now));
}

function readIn({ view, layout }: InFront): number {
	return readSoFar(view, { lastScroll: layout.lastScroll, page: layout.questionPage.page });
}

function closed(front: InFront): UiStep {
	return withView(front, { isOpen: false, scroll: 0, readTo: readIn(front) });
}

/** Shows all of what is asked about, or the usual part of it. Where that is all, esc closes nothing but the word. */
export const toggleQuestion: Key = inQuestion((front) => {
	const { view, layout } = front;
	if (view.isOpen) return closed(front);
	const step = withView(front, { isOpen: true, wasOpen: true, scroll: 0 });
	return layout.questionPage.isCut ? step : show(toast(step.ui, NOTHING_MORE, front.context.now));
});

/**
 * Closes what was opened; else gives the safe answer. Over a sub-agent's transcript, which esc leads out of, it answers
 * nothing: the question waits where one comes to.
 */
export const dismissQuestion: Key = inQuestion((front) => {
	const { context, layout, question, view } = front;
	if (view.isOpen) return closed(front);
	if (subagentViewIn(context.ui) === null) return withEvent(context.ui, dismissal(question));
	const left = closeTranscript(context, layout);
	// esc that comes again at once was meant for the transcript as well.
	const asked = left.ui.question;
	return asked === null ? left : { ...left, ui: { ...left.ui, question: { ...asked, visibleAt: context.now } } };
});

/** Leaves the second step of «always allow». */
export const leaveRule: Key = inQuestion((front) => withView(front, { always: null, selected: null }));

/** A key of a plan review. */
function inPlan(run: (context: ScreenContext, question: PlanQuestion) => UiStep): Key {
	return inQuestion(({ context, question }) =>
		question.kind === 'exit-plan' ? run(context, question) : show(context.ui),
	);
}

/** What is typed next says what should change in the plan. */
export const writeFeedback: Key = inQuestion((front) => withView(front, { isFeedback: true }));

/** Keeps planning without a word. */
export const dismissPlan: Key = inPlan(({ ui }, { id }) =>
	withEvent(ui, { type: 'answer-plan', questionId: id, choice: 'keep-planning' }),
);

export const copyPlan: Key = inPlan(({ ui }, { plan }) =>
	withRequests(ui, { type: 'copy', text: plan, label: THE_PLAN }),
);

/** Copies the address that the agent wants opened. */
export const copyAddress: Key = inQuestion(({ context: { ui }, question }) =>
	question.kind === 'elicitation-url'
		? withRequests(ui, { type: 'copy', text: question.address.url, label: ADDRESS_LABEL })
		: show(ui),
);

export const editPlan: Key = inPlan(({ ui }, { plan }) => withRequests(ui, { type: 'edit-plan', text: plan }));

/** Scrolls the question by so many lines. */
const scrollBy = (lines: (layout: ScreenLayout) => number): Key =>
	inQuestion((front) => {
		const { view, layout } = front;
		const from = Math.min(layout.lastScroll, view.scroll);
		const scroll = Math.max(0, Math.min(layout.lastScroll, from + lines(layout)));
		return withView(front, { scroll, readTo: readIn(front) });
	});

/** Scrolls a plan by a line up (-1) or down (1). */
export const scrollPlanLine = (direction: -1 | 1): Key => scrollBy(() => direction);

/** Scrolls a plan by a page. */
export const scrollPlanPage = (direction: -1 | 1): Key =>
	scrollBy(({ overlayRows }) => direction * Math.max(1, overlayRows - 8));

/** Scrolls a plan to its beginning (-1) or its end (1). */
export const scrollPlanToEdge = (direction: -1 | 1): Key => scrollBy(() => direction * 1e9);

/** Scrolls a question of which all is shown; `otherwise` where none is open. */
export function scrollOpened(lines: (layout: ScreenLayout) => number, otherwise: Key): Key {
	const inOpened = scrollBy(lines);
	return (context, layout) => {
		const { session, ui } = context;
		const isOpened = ui.question?.isOpen === true && ui.question.questionId === session.questions[0]?.id;
		return isOpened ? inOpened(context, layout) : otherwise(context, layout);
	};
}

/** esc on a question: its safe answer. */
function dismissal(question: Question): AppEvent {
	return question.kind === 'refusals'
		? { type: 'answer-refusals', questionId: question.id, choice: 'refuse' }
		: { type: 'answer', questionId: question.id, outcome: rejectionOf(question) };
}
