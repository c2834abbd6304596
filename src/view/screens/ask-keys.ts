import type { AppEvent } from '../../core/event.js';
import type { OptionKind, PermissionOutcome } from '../../core/policy/types.js';
import type { Ask } from '../../core/session/state.js';
import type { ActionId } from '../keys/bindings.js';
import { SHOWN_FOR } from './ask-guard.js';
import { type Answer, type AnswerRow, permissionRows } from './ask-options.js';
import type { ScreenContext } from './context.js';
import type { Frame } from './frame.js';
import { isLow, openRows } from './low-layout.js';
import { show, tell, toast, type UiStep, want } from './step.js';
import { type AskView, isDraftEmpty, type UiState } from './ui-state.js';

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
		if (areAnswersHidden(frame, view)) return show({ ...ui, ask: { ...view, isOpen: false, scroll: 0 } });
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
		case 'rule-previous':
			return show(select(ui, view, frame.answers.length, -1));
		case 'ask-next':
		case 'rule-next':
			return show(select(ui, view, frame.answers.length, 1));
		case 'ask-confirm':
		case 'rule-confirm':
			// Enter answers only once the person has moved: nothing is preselected.
			return view.selected === null
				? show(toast(ui, 'choose with ↑ ↓, a number, y or n', context.now))
				: answerRow(context, ask, frame.answers[view.selected]);
		case 'rule-back':
			return show({ ...ui, ask: { ...view, always: null, selected: null } });
		case 'ask-open':
			return !view.isOpen && frame.lastScroll === 0
				? show(toast(ui, 'all of it is shown', context.now))
				: show({ ...ui, ask: { ...view, isOpen: !view.isOpen, wasOpen: true, scroll: 0 } });
		case 'ask-dismiss':
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
	const rows = frame.overlayRows;
	const answers = frame.answers.length;
	const askPage = isLow(rows, answers) ? openRows(rows) : Math.max(1, rows - answers - 4);
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

function answerKind(context: ScreenContext, frame: Frame, ask: Ask, kind: OptionKind): UiStep {
	return answerRow(context, ask, rowOfKind(frame, kind) ?? lockedRow(frame, kind));
}

function rowOfKind(frame: Frame, kind: OptionKind): AnswerRow | undefined {
	return (
		frame.answers.find((candidate) => optionKind(candidate) === kind) ??
		(kind === 'allow_always' ? frame.answers.find((candidate) => candidate.answer?.type === 'always') : undefined)
	);
}

/** An option that is out of reach still answers to its letter, with the reason. */
function lockedRow(frame: Frame, kind: OptionKind): AnswerRow | undefined {
	return frame.answers.find((row) => row.answer === null && row.because !== '' && kind === 'allow_always');
}

function optionKind(row: AnswerRow): OptionKind | null {
	return row.answer?.type === 'option' ? (row.answer.option?.kind ?? null) : null;
}

/** What choosing a row does. */
export function answerRow(context: ScreenContext, ask: Ask, row: AnswerRow | undefined): UiStep {
	const { ui, now } = context;
	if (row === undefined) {
		const isRule = ui.ask !== null && ui.ask.always !== null;
		return show(toast(ui, isRule ? 'there is no other rule for this' : 'the agent offers no such answer', now));
	}
	if (row.answer === null) return show(toast(ui, row.because, now));
	if (row.answer.type !== 'always') return tell(ui, answerEvent(ask, row.answer));
	const { offer } = row.answer;
	// Another rule is another question: keys write it only when it could be read.
	return show(ui.ask === null ? ui : { ...ui, ask: { ...ui.ask, always: offer, selected: null, shownAt: now } });
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
		ask?.kind === 'permission' && ui.ask?.askId === ask.id && !ui.ask.isDraftOlder && now >= ui.ask.shownAt + SHOWN_FOR
	);
}

/** On a low screen an opened question takes the rows of its answers. */
function areAnswersHidden(frame: Frame, view: AskView): boolean {
	return view.isOpen && isLow(frame.overlayRows, frame.answers.length);
}

/** The row that a key chooses, from 0; null when it chooses none that can be chosen. */
export function rowOfAction(frame: Frame, action: ActionId): number | null {
	const kind = KINDS[action];
	const at = digitOf(action) ?? PLAN_ROWS[action] ?? null;
	const row = at !== null ? frame.answers[at - 1] : kind === undefined ? undefined : rowOfKind(frame, kind);
	return row === undefined || row.answer === null ? null : frame.answers.indexOf(row);
}

const KINDS: Readonly<Partial<Record<ActionId, OptionKind>>> = {
	'ask-allow-once': 'allow_once',
	'ask-allow-always': 'allow_always',
	'ask-reject-once': 'reject_once',
};

const PLAN_ROWS: Readonly<Partial<Record<ActionId, number>>> = { 'plan-review-edits': 1, 'plan-accept-edits': 2 };

function digitOf(action: ActionId): number | null {
	const digit = /^(?:ask|plan|rule)-option-(\d)$/.exec(action);
	return digit === null ? null : Number(digit[1]);
}

/** The view of the question in front follows the session: a new one starts without a selection. */
export function followAsk(ui: UiState, ask: Ask | undefined, now: number): UiState {
	if (ask === undefined) return ui.ask === null ? ui : { ...ui, ask: null };
	const isEmpty = isDraftEmpty(ui);
	if (ui.ask?.askId === ask.id) {
		const isEarly = now < ui.ask.shownAt + SHOWN_FOR;
		const isDraftOlder = !isEmpty && (ui.ask.isDraftOlder || isEarly);
		return isDraftOlder === ui.ask.isDraftOlder ? ui : { ...ui, ask: { ...ui.ask, isDraftOlder } };
	}
	return { ...ui, ask: newAskView(ask.id, now, !isEmpty) };
}

function newAskView(askId: string, now: number, isDraftOlder: boolean): AskView {
	return {
		askId,
		shownAt: now,
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
