import type { Key } from '../../terminal/key.js';
import type { ActionId } from '../keys/action-ids.js';
import { PENDING_FOR } from '../panel/guard.js';
import { areAnswerKeys, isDraftFree } from '../questions/early-keys.js';
import { answerOfKey } from '../questions/question-panel.js';
import type { ScreenContext } from '../state/context.js';
import { formsIn } from '../state/loaded-forms.js';
import type { ScreenLayout } from '../state/screen-layout.js';
import { outOfSubagentViews } from '../state/subagent-view.js';
import type { PendingKey, UiState } from '../state/ui-state.js';
import { show, type UiStep } from '../state/ui-step.js';
import { ACTIONS, runAction } from './actions.js';
import { act } from './draft-actions.js';

/**
 * Keeps a character that means something to the question for a moment; null when it is none. What only opens
 * the question happens at once, and is undone should it have been a word.
 */
export function keepPending(context: ScreenContext, layout: ScreenLayout, action: ActionId, key: Key): UiStep | null {
	const { ui, session, now } = context;
	const text = key.typed;
	const { waits } = ACTIONS[action];
	const chosen = answerOfKey(action, layout.answers);
	const isAsked = session.questions.length > 0 && ui.question !== null && ui.panel.kind === 'none';
	// No word begins with a number: what it opens is written in at once.
	const opensWords = chosen?.asksWords === true && /^\d$/.test(text ?? '');
	if (text === null || waits === undefined || !isAsked || opensWords) return null;
	const isDone = waits === 'reversible';
	const step = isDone ? runAction(context, layout, action) : show(ui);
	if (step.ui.question === null) return step;
	const row = chosen === undefined || chosen.answer === null ? null : layout.answers.indexOf(chosen);
	const isOpenBefore = isDone ? ui.question.isOpen : null;
	const pending: PendingKey = { text, action, row, since: now, isOpenBefore };
	return show({ ...step.ui, question: { ...step.ui.question, pendingKey: pending } });
}

/**
 * A key after a pending one: a further character makes both of them words, enter answers at once, any other key
 * discards the pending one. Null when nothing is pending.
 */
export function onKeyAfterPending(
	context: ScreenContext,
	layout: ScreenLayout,
	key: Key,
	press: (context: ScreenContext) => UiStep,
): UiStep | null {
	const { ui, now } = context;
	const pending = ui.question?.pendingKey ?? null;
	if (pending === null) return null;
	const free: ScreenContext = { ...context, ui: releasePending(ui) };
	const isDone = pending.isOpenBefore !== null;
	if (isDone && now >= pending.since + PENDING_FOR) return press(free);
	const text = key.typed;
	if (text !== null) {
		const isPaste = key.name === 'paste';
		const opened = /^[1-9]$/.test(text) && !isPaste ? openedAlways(free, layout, pending) : null;
		if (opened !== null) return press({ ...context, ui: { ...opened.ui, lastKeyAt: now } });
		const first = pendingWords(free, pending, isPaste ? '' : text);
		return isPaste ? act({ ...free, ui: first.ui }, { type: 'paste', text }) : first;
	}
	// An unknown key says nothing about the key before it.
	if (key.name === 'unknown') return show(ui);
	if (isDone || key.ctrl || key.alt || key.shift || key.super) return press(free);
	if (key.name === 'enter') return runAction(free, layout, pending.action);
	if (key.name === 'escape' || key.name === 'backspace') return show({ ...free.ui, lastKeyAt: now });
	return press(free);
}

/** Begins the draft with what was pending: the draft is where the user looks then. */
export function pendingWords(context: ScreenContext, pending: PendingKey, text: string): UiStep {
	const { question } = context.ui;
	const shown =
		question === null || pending.isOpenBefore === null ? question : { ...question, isOpen: pending.isOpenBefore };
	const { session, whole = session, now } = context;
	const left = outOfSubagentViews(context.ui, whole);
	const ui: UiState = { ...left, question: shown, isTranscriptView: false, lastKeyAt: now };
	const step = act({ ...context, session: whole, ui }, { type: 'text', text: pending.text + text });
	// Keys that would answer, one right after the other, are answers that were pressed too fast, and no word.
	const [asked] = whole.questions;
	const view = step.ui.question;
	const draft = step.ui.composer.draft.text;
	if (view === null || asked === undefined || !areAnswerKeys(draft, asked, view, context.table)) return step;
	return { ...step, ui: { ...step.ui, question: { ...view, earlyKeys: draft } } };
}

/** The second step of «always», where the pending key leads there: a number after it is meant for that. */
function openedAlways(context: ScreenContext, layout: ScreenLayout, { action }: PendingKey): UiStep | null {
	if (context.ui.question?.always !== null) return null;
	const step = runAction(context, layout, action);
	return step.requests.length === 0 && typeof step.ui.question?.always === 'number' ? step : null;
}

/** Does what the pending key does once nothing followed it; null as long as something may. */
export function settlePending(context: ScreenContext, layout: ScreenLayout): UiStep | null {
	const { ui, now } = context;
	const pending = ui.question?.pendingKey ?? null;
	if (pending === null || now < pending.since + PENDING_FOR) return null;
	const free: ScreenContext = { ...context, ui: releasePending(ui) };
	const isTyped = !isDraftFree(ui) && formsIn(ui)?.focus(free) == null;
	if (pending.isOpenBefore !== null || isTyped) return show(free.ui);
	return runAction(free, layout, pending.action);
}

export function releasePending(ui: UiState): UiState {
	return ui.question === null || ui.question.pendingKey === null
		? ui
		: { ...ui, question: { ...ui.question, pendingKey: null } };
}
