import type { AppEvent } from '../../core/event.js';
import type { OptionKind, PermissionOutcome } from '../../core/policy/types.js';
import type { Ask } from '../../core/session/state.js';
import type { Frame } from '../frame/frame.js';
import type { ActionId } from '../keys/bindings.js';
import type { ScreenContext } from '../state/context.js';
import { show, tell, toast, type UiStep, want } from '../state/step.js';
import { type AskView, isDraftEmpty, type UiState } from '../state/ui-state.js';
import { SHOWN_FOR } from './answer-guard.js';
import { type Answer, type AnswerRow, LETTERS, permissionRows } from './answers.js';

/** Keys on a permission prompt or a plan review; null when the action is none of theirs. */
export function onAskAction(context: ScreenContext, frame: Frame, action: ActionId): UiStep | null {
	const step = doAskAction(context, frame, action);
	// What was said about the key before is over.
	return step === null || step.ui.toast !== context.ui.toast ? step : { ...step, ui: { ...step.ui, toast: null } };
}

function doAskAction(context: ScreenContext, frame: Frame, action: ActionId): UiStep | null {
	const ask = context.session.asks[0];
	const { ui } = context;
	const view = ui.ask;
	if (ask === undefined || view === null || view.askId !== ask.id) return null;
	const digit = digitOf(action);
	if (digit !== null) {
		// Nobody chooses by number what is not on the screen.
		if (frame.question.areAnswersHidden) return show({ ...ui, ask: { ...view, isOpen: false, scroll: 0 } });
		return answerRow(context, ask, frame.answers[digit - 1]);
	}
	switch (action) {
		case 'ask-allow-once':
			return answerKind(context, frame, ask, 'allow_once');
		case 'ask-allow-always':
			return answerKind(context, frame, ask, 'allow_always');
		case 'ask-reject-once':
			return answerKind(context, frame, ask, 'reject_once');
		case 'ask-previous':
		case 'question-previous':
		case 'rule-previous':
			return show(select(ui, view, frame.answers.length, -1));
		case 'ask-next':
		case 'question-next':
		case 'rule-next':
			return show(select(ui, view, frame.answers.length, 1));
		case 'ask-confirm':
		case 'question-confirm':
		case 'rule-confirm':
			// Enter answers only once the person has moved: nothing is preselected.
			return view.selected === null
				? show(
						toast(ui, `Choose with ↑ ↓ or a number${action === 'ask-confirm' ? ', or press y or n' : ''}`, context.now),
					)
				: answerRow(context, ask, frame.answers[view.selected]);
		case 'rule-back':
			return show({ ...ui, ask: { ...view, always: null, selected: null } });
		case 'ask-open':
		case 'question-open':
			return !view.isOpen && !frame.question.isCut
				? show(toast(ui, 'Nothing more to show', context.now))
				: show({ ...ui, ask: { ...view, isOpen: !view.isOpen, wasOpen: true, scroll: 0 } });
		case 'ask-dismiss':
		case 'question-dismiss':
			// What was opened last is closed first.
			return view.isOpen
				? show({ ...ui, ask: { ...view, isOpen: false, scroll: 0 } })
				: tell(ui, { type: 'answer', askId: ask.id, outcome: rejectionOf(ask) });
		case 'plan-review-edits':
			return answerRow(context, ask, frame.answers[0]);
		case 'plan-accept-edits':
			return answerRow(context, ask, frame.answers[1]);
		case 'plan-keep':
			return show({ ...ui, ask: { ...view, isFeedback: true } });
		case 'plan-dismiss':
			return tell(ui, { type: 'answer-plan', askId: ask.id, choice: 'keep-planning' });
		case 'plan-copy':
			return want(ui, { type: 'copy', text: ask.plan ?? '', label: 'the plan' });
		case 'plan-edit':
			return want(ui, { type: 'edit-plan', text: ask.plan ?? '' });
		default:
			return onAskScroll(ui, view, frame, action);
	}
}

function onAskScroll(ui: UiState, view: AskView, frame: Frame, action: ActionId): UiStep | null {
	const page = Math.max(1, frame.overlayRows - 8);
	// What is in sight beside the answers, so that no line is passed over.
	const askPage = frame.question.page;
	const steps: Partial<Record<ActionId, number>> = {
		'plan-scroll-up': -1,
		'plan-scroll-down': 1,
		'plan-page-up': -page,
		'plan-page-down': page,
		'plan-top': -1e9,
		'plan-bottom': 1e9,
		...(view.isOpen
			? { 'scroll-page-up': -askPage, 'scroll-page-down': askPage, 'scroll-line-up': -1, 'scroll-line-down': 1 }
			: {}),
	};
	const delta = steps[action];
	if (delta === undefined) return null;
	const scroll = Math.max(0, Math.min(frame.lastScroll, view.scroll + delta));
	return show({ ...ui, ask: { ...view, scroll } });
}

function select(ui: UiState, view: AskView, count: number, delta: number): UiState {
	if (count === 0) return ui;
	const from = view.selected ?? (delta > 0 ? -1 : count);
	return { ...ui, ask: { ...view, selected: Math.max(0, Math.min(count - 1, from + delta)) } };
}

function answerKind(context: ScreenContext, { answers }: Pick<Frame, 'answers'>, ask: Ask, kind: OptionKind): UiStep {
	const row = rowOfKind(answers, kind);
	// What an agent's «always» means stands in a second step: a letter alone does not choose it.
	const isTheirs = kind === 'allow_always' && row?.answer?.type === 'option' && ask.from === 'agent';
	return isTheirs ? showAlways(context, 0) : answerRow(context, ask, row);
}

/** The second step of «always». It is another question: keys answer it only when it could be read. */
function showAlways({ ui, now }: ScreenContext, offer: number): UiStep {
	return show(ui.ask === null ? ui : { ...ui, ask: { ...ui.ask, always: offer, selected: null, shownAt: now } });
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
	ask: Ask,
	answers: readonly AnswerRow[],
	text: string,
): UiStep | null {
	const kind = ask.kind === 'permission' ? LETTER_KINDS[text.toLowerCase()] : undefined;
	if (kind === undefined || rowOfKind(answers, kind) === undefined) return null;
	return answerKind(context, { answers }, ask, kind);
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
export function answerRow(context: ScreenContext, ask: Ask, row: AnswerRow | undefined): UiStep {
	const { ui, now } = context;
	if (row === undefined) {
		const isRule = ui.ask !== null && ui.ask.always !== null;
		return show(toast(ui, isRule ? 'No other rule for this' : 'The agent offers no such answer', now));
	}
	if (row.answer === null) return show(toast(ui, row.because, now));
	if (row.answer.type !== 'always') return tell(ui, answerEvent(ask, row.answer));
	return showAlways(context, row.answer.offer);
}

function answerEvent(ask: Ask, answer: Exclude<Answer, { type: 'always' }>): AppEvent {
	switch (answer.type) {
		case 'plan':
			return { type: 'answer-plan', askId: ask.id, choice: answer.choice };
		case 'option':
			return { type: 'answer', askId: ask.id, outcome: answer.outcome };
		case 'remember': {
			const { outcome, text, scope } = answer;
			return { type: 'answer', askId: ask.id, outcome, remember: { text, scope } };
		}
	}
}

/** The safe answer: reject once, where the agent offers it; else the question is dismissed. */
export function rejectionOf(ask: Ask): PermissionOutcome {
	const reject = permissionRows(ask, true, 'plan').find((row) => optionKind(row) === 'reject_once');
	return reject?.answer?.type === 'option' ? reject.answer.outcome : { type: 'cancelled' };
}

/** Whether what is written is an answer to this question: words that reject it, and say why. */
export function isDraftAnswer({ session, ui, now }: ScreenContext): boolean {
	const ask = session.asks[0];
	return (
		(ask?.kind === 'permission' || ask?.kind === 'question') &&
		ui.ask?.askId === ask.id &&
		!ui.ask.isDraftOlder &&
		now >= ui.ask.shownAt + SHOWN_FOR
	);
}

/** The row that a key chooses, from 0; null when it chooses none that can be chosen. */
export function rowOfAction(frame: Frame, action: ActionId): number | null {
	const kind = KINDS[action];
	const at = digitOf(action) ?? PLAN_ROWS[action] ?? null;
	const row = at !== null ? frame.answers[at - 1] : kind === undefined ? undefined : rowOfKind(frame.answers, kind);
	return row === undefined || row.answer === null ? null : frame.answers.indexOf(row);
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
export function followAsk(ui: UiState, ask: Ask | undefined, now: number): UiState {
	if (ask === undefined) return ui.ask === null ? ui : { ...ui, ask: null };
	const isEmpty = isDraftEmpty(ui);
	const changedAt = ask.changedAt ?? null;
	if (ui.ask?.askId === ask.id && ui.ask.changedAt !== changedAt) {
		// What was read, opened and moved to was another request.
		return {
			...ui,
			ask: { ...newAskView(ask.id, now, ui.ask.isDraftOlder), isFeedback: ui.ask.isFeedback, changedAt },
		};
	}
	if (ui.ask?.askId === ask.id) {
		const isEarly = now < ui.ask.shownAt + SHOWN_FOR;
		const isDraftOlder = !isEmpty && (ui.ask.isDraftOlder || isEarly);
		return isDraftOlder === ui.ask.isDraftOlder ? ui : { ...ui, ask: { ...ui.ask, isDraftOlder } };
	}
	return { ...ui, ask: { ...newAskView(ask.id, now, !isEmpty), changedAt } };
}

function newAskView(askId: string, now: number, isDraftOlder: boolean): AskView {
	return {
		askId,
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
