import type { AppEvent } from '../../core/event.js';
import type { OptionKind, PermissionOutcome } from '../../core/policy/types.js';
import type { Question } from '../../core/session/question.js';
import type { ActionId } from '../keys/bindings.js';
import type { ScreenContext } from '../state/context.js';
import type { ScreenLayout } from '../state/screen-layout.js';
import { show, tell, toast, type UiStep, want } from '../state/step.js';
import { isDraftEmpty, type QuestionUi, type UiState } from '../state/ui-state.js';
import { SHOWN_FOR } from './answer-guard.js';
import { type Answer, type AnswerRow, LETTERS, permissionRows } from './answers.js';

/** Keys on a permission prompt or a plan review; null when the action is none of theirs. */
export function onQuestionAction(context: ScreenContext, layout: ScreenLayout, action: ActionId): UiStep | null {
	const step = doQuestionAction(context, layout, action);
	// What was said about the key before is over.
	return step === null || step.ui.toast !== context.ui.toast ? step : { ...step, ui: { ...step.ui, toast: null } };
}

function doQuestionAction(context: ScreenContext, layout: ScreenLayout, action: ActionId): UiStep | null {
	const question = context.session.questions[0];
	const { ui } = context;
	const view = ui.question;
	if (question === undefined || view === null || view.questionId !== question.id) return null;
	const digit = digitOf(action);
	if (digit !== null) {
		// Nobody chooses by number what is not on the screen.
		if (layout.questionPage.areAnswersHidden) return show({ ...ui, question: { ...view, isOpen: false, scroll: 0 } });
		return answerRow(context, question, layout.answers[digit - 1]);
	}
	switch (action) {
		case 'ask-allow-once':
			return answerKind(context, layout, question, 'allow_once');
		case 'ask-allow-always':
			return answerKind(context, layout, question, 'allow_always');
		case 'ask-reject-once':
			return answerKind(context, layout, question, 'reject_once');
		case 'ask-previous':
		case 'question-previous':
		case 'rule-previous':
			return show(select(ui, view, layout.answers.length, -1));
		case 'ask-next':
		case 'question-next':
		case 'rule-next':
			return show(select(ui, view, layout.answers.length, 1));
		case 'ask-confirm':
		case 'question-confirm':
		case 'rule-confirm':
			// Enter answers only once the person has moved: nothing is preselected.
			return view.selected === null
				? show(
						toast(ui, `Choose with ↑ ↓ or a number${action === 'ask-confirm' ? ', or press y or n' : ''}`, context.now),
					)
				: answerRow(context, question, layout.answers[view.selected]);
		case 'rule-back':
			return show({ ...ui, question: { ...view, always: null, selected: null } });
		case 'ask-open':
		case 'question-open':
			return !view.isOpen && !layout.questionPage.isCut
				? show(toast(ui, 'Nothing more to show', context.now))
				: show({ ...ui, question: { ...view, isOpen: !view.isOpen, wasOpen: true, scroll: 0 } });
		case 'ask-dismiss':
		case 'question-dismiss':
			// What was opened last is closed first.
			return view.isOpen
				? show({ ...ui, question: { ...view, isOpen: false, scroll: 0 } })
				: tell(ui, dismissal(question));
		case 'plan-review-edits':
			return answerRow(context, question, layout.answers[0]);
		case 'plan-accept-edits':
			return answerRow(context, question, layout.answers[1]);
		case 'plan-keep':
			return show({ ...ui, question: { ...view, isFeedback: true } });
		case 'plan-dismiss':
			return tell(ui, { type: 'answer-plan', questionId: question.id, choice: 'keep-planning' });
		case 'plan-copy':
			return want(ui, { type: 'copy', text: planOf(question), label: 'the plan' });
		case 'plan-edit':
			return want(ui, { type: 'edit-plan', text: planOf(question) });
		default:
			return onQuestionScroll(ui, view, layout, action);
	}
}

function onQuestionScroll(ui: UiState, view: QuestionUi, layout: ScreenLayout, action: ActionId): UiStep | null {
	const page = Math.max(1, layout.overlayRows - 8);
	// What is in sight beside the answers, so that no line is passed over.
	const questionPage = layout.questionPage.page;
	const steps: Partial<Record<ActionId, number>> = {
		'plan-scroll-up': -1,
		'plan-scroll-down': 1,
		'plan-page-up': -page,
		'plan-page-down': page,
		'plan-top': -1e9,
		'plan-bottom': 1e9,
		...(view.isOpen
			? {
					'scroll-page-up': -questionPage,
					'scroll-page-down': questionPage,
					'scroll-line-up': -1,
					'scroll-line-down': 1,
				}
			: {}),
	};
	const delta = steps[action];
	if (delta === undefined) return null;
	const scroll = Math.max(0, Math.min(layout.lastScroll, view.scroll + delta));
	return show({ ...ui, question: { ...view, scroll } });
}

function select(ui: UiState, view: QuestionUi, count: number, delta: number): UiState {
	if (count === 0) return ui;
	const from = view.selected ?? (delta > 0 ? -1 : count);
	return { ...ui, question: { ...view, selected: Math.max(0, Math.min(count - 1, from + delta)) } };
}

function answerKind(
	context: ScreenContext,
	{ answers }: Pick<ScreenLayout, 'answers'>,
	question: Question,
	kind: OptionKind,
): UiStep {
	const row = rowOfKind(answers, kind);
	// What an agent's «always» means stands in a second step: a letter alone does not choose it.
	const isTheirs = kind === 'allow_always' && row?.answer?.type === 'option' && isFromAgent(question);
	return isTheirs ? showAlways(context, 0) : answerRow(context, question, row);
}

/** The second step of «always». It is another question: keys answer it only when it could be read. */
function showAlways({ ui, now }: ScreenContext, offer: number): UiStep {
	return show(
		ui.question === null ? ui : { ...ui, question: { ...ui.question, always: offer, selected: null, shownAt: now } },
	);
}

/** The row that bears the letter of this kind; one that is out of reach still answers to it, with the reason. */
function rowOfKind(answers: readonly AnswerRow[], kind: OptionKind): AnswerRow | undefined {
	return answers.find((row) => row.keys !== '' && row.keys === LETTERS[kind]);
}

/**
 * What a letter or its word chooses among the answers to a request for permission, written and sent with enter; null
 * when it is no such letter, or none of these answers bears it.
 */
export function answerByLetter(
	context: ScreenContext,
	question: Question,
	answers: readonly AnswerRow[],
	text: string,
): UiStep | null {
	const kind = question.kind === 'permission' ? LETTER_KINDS[text.toLowerCase()] : undefined;
	if (kind === undefined || rowOfKind(answers, kind) === undefined) return null;
	return answerKind(context, { answers }, question, kind);
}

const LETTER_KINDS: Readonly<Partial<Record<string, OptionKind>>> = {
	y: 'allow_once',
	yes: 'allow_once',
	a: 'allow_always',
	always: 'allow_always',
	n: 'reject_once',
	no: 'reject_once',
};

function optionKind(row: AnswerRow): OptionKind | null {
	return row.answer?.type === 'option' ? (row.answer.option?.kind ?? null) : null;
}

/** What choosing a row does. */
export function answerRow(context: ScreenContext, question: Question, row: AnswerRow | undefined): UiStep {
	const { ui, now } = context;
	if (row === undefined) {
		const isRule = ui.question !== null && ui.question.always !== null;
		return show(toast(ui, isRule ? 'No other rule for this' : 'The agent offers no such answer', now));
	}
	if (row.answer === null) return show(toast(ui, row.because, now));
	if (row.answer.type !== 'always') return tell(ui, answerEvent(question, row.answer));
	return showAlways(context, row.answer.offer);
}

function answerEvent(question: Question, answer: Exclude<Answer, { type: 'always' }>): AppEvent {
	switch (answer.type) {
		case 'plan':
			return { type: 'answer-plan', questionId: question.id, choice: answer.choice };
		case 'refusals':
			return { type: 'answer-refusals', questionId: question.id, choice: answer.choice };
		case 'option':
			return { type: 'answer', questionId: question.id, outcome: answer.outcome };
		case 'remember': {
			const { outcome, text, scope } = answer;
			return { type: 'answer', questionId: question.id, outcome, remember: { text, scope } };
		}
	}
}

/** esc on a question: its safe answer. */
function dismissal(question: Question): AppEvent {
	return question.kind === 'refusals'
		? { type: 'answer-refusals', questionId: question.id, choice: 'refuse' }
		: { type: 'answer', questionId: question.id, outcome: rejectionOf(question) };
}

function planOf(question: Question): string {
	return question.kind === 'exit-plan' ? question.plan : '';
}

function isFromAgent(question: Question): boolean {
	return (question.kind === 'permission' || question.kind === 'exit-plan') && question.from === 'agent';
}

/** The safe answer: reject once, where the agent offers it; else the question is dismissed. */
export function rejectionOf(question: Question): PermissionOutcome {
	const reject = permissionRows(question, true, 'plan').find((row) => optionKind(row) === 'reject_once');
	return reject?.answer?.type === 'option' ? reject.answer.outcome : { type: 'cancelled' };
}

/** Whether what is written is an answer to this question: words that reject it, and say why. */
export function isDraftAnswer({ session, ui, now }: ScreenContext): boolean {
	const question = session.questions[0];
	return (
		(question?.kind === 'permission' || question?.kind === 'agent-question') &&
		ui.question?.questionId === question.id &&
		!ui.question.isDraftOlder &&
		now >= ui.question.shownAt + SHOWN_FOR
	);
}

/** The row that a key chooses, from 0; null when it chooses none that can be chosen. */
export function rowOfAction(layout: ScreenLayout, action: ActionId): number | null {
	const kind = KINDS[action];
	const at = digitOf(action) ?? PLAN_ROWS[action] ?? null;
	const row = at !== null ? layout.answers[at - 1] : kind === undefined ? undefined : rowOfKind(layout.answers, kind);
	return row === undefined || row.answer === null ? null : layout.answers.indexOf(row);
}

const KINDS: Readonly<Partial<Record<ActionId, OptionKind>>> = {
	'ask-allow-once': 'allow_once',
	'ask-allow-always': 'allow_always',
	'ask-reject-once': 'reject_once',
};

const PLAN_ROWS: Readonly<Partial<Record<ActionId, number>>> = { 'plan-review-edits': 1, 'plan-accept-edits': 2 };

function digitOf(action: ActionId): number | null {
	const digit = /^(?:ask|plan|rule|question)-option-(\d)$/.exec(action);
	return digit === null ? null : Number(digit[1]);
}

/** The view of the question in front follows the session: a new one starts without a selection. */
export function followQuestion(ui: UiState, question: Question | undefined, now: number): UiState {
	if (question === undefined) return ui.question === null ? ui : { ...ui, question: null };
	const isEmpty = isDraftEmpty(ui);
	const changedAt = question.changedAt ?? null;
	if (ui.question?.questionId === question.id && ui.question.changedAt !== changedAt) {
		// What was read, opened and moved to was another request.
		return {
			...ui,
			question: {
				...newQuestionUi(question.id, now, ui.question.isDraftOlder),
				isFeedback: ui.question.isFeedback,
				changedAt,
			},
		};
	}
	if (ui.question?.questionId === question.id) {
		const isEarly = now < ui.question.shownAt + SHOWN_FOR;
		const isDraftOlder = !isEmpty && (ui.question.isDraftOlder || isEarly);
		return isDraftOlder === ui.question.isDraftOlder ? ui : { ...ui, question: { ...ui.question, isDraftOlder } };
	}
	return { ...ui, question: { ...newQuestionUi(question.id, now, !isEmpty), changedAt } };
}

function newQuestionUi(questionId: string, now: number, isDraftOlder: boolean): QuestionUi {
	return {
		questionId,
		shownAt: now,
		changedAt: null,
		selected: null,
		isOpen: false,
		wasOpen: false,
		scroll: 0,
		always: null,
		isFeedback: false,
		isDraftOlder,
		held: null,
	};
}
