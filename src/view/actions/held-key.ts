import type { Key } from '../../terminal/key.js';
import { QUIET_FOR, REPEATS_WITHIN } from '../panel/guard.js';
import type { ScreenContext } from '../state/context.js';
import type { UiState } from '../state/ui-state.js';
import type { UiStep } from '../state/ui-step.js';

/**
 * A key that has just answered a question and comes again at the next one, or has just led back to a question, may still
 * be held down: it means nothing there. A letter need not be kept from that: two of them in turn are a word.
 */
export function isStillDown({ ui, now }: ScreenContext, key: Key): boolean {
	const { question, lastAnswer, lastReturn } = ui;
	if (question === null || ui.panel.kind !== 'none' || key.typed !== null) return false;
	const isAgain = (last: UiState['lastAnswer']): boolean =>
		last !== null && key.id === last.id && now < last.at + REPEATS_WITHIN;
	return isAgain(lastReturn ?? null) || (isAgain(lastAnswer) && question.visibleAt >= (lastAnswer?.at ?? 0));
}

/** The step with the key that answered a question, or led from a panel back to one: it may be held down. */
export function rememberKey(before: ScreenContext, step: UiStep, key: Key): UiStep {
	const { now } = before;
	if (isAnswer(step)) return { ...step, ui: { ...step.ui, lastAnswer: { id: key.id, at: now } } };
	if (!isReturn(before, step, key)) return step;
	// Earlier keys were for the panel: only the one that closed it must not answer the question below.
	const lastKeyAt = now - QUIET_FOR;
	return { ...step, ui: { ...step.ui, lastKeyAt, keysSince: lastKeyAt, lastReturn: { id: key.id, at: now } } };
}

function isAnswer({ requests }: UiStep): boolean {
	return requests.some((request) => request.type === 'dispatch' && request.event.type.startsWith('answer'));
}

/** Whether a key leads from a panel back to a question that was seen before. */
function isReturn({ ui }: ScreenContext, { ui: after }: UiStep, key: Key): boolean {
	const isLeft = ui.panel.kind !== 'none' && after.panel.kind === 'none';
	return isLeft && after.question !== null && after.question.isUnseen !== true && key.typed === null;
}
