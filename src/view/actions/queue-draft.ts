import { typedText } from '../../core/session/prompts/command-prompt.js';
import { isBeingSteered } from '../../core/session/steering/steering-of.js';
import { expandDraft } from '../composer/chips.js';
import { reduceComposer } from '../composer/composer.js';
import { clearIntoHistory } from '../composer/composer-commands.js';
import type { TakenPrompt } from '../composer/composer-state.js';
import { BEING_STEERED, NOTHING_QUEUED } from '../pickers/pickers-messages.js';
import type { ScreenContext } from '../state/context.js';
import { isDraftEmpty, type UiState } from '../state/ui-state.js';
import { toast, type UiRequest, type UiStep, withEvent, withRequests } from '../state/ui-step.js';
import { DRAFT_FIRST } from './actions-messages.js';

/** Why no queued prompt can be taken into the draft. */
export function whyNotTaken({ session }: ScreenContext): string {
	const last = session.queue.at(-1);
	if (last === undefined) return NOTHING_QUEUED;
	return isBeingSteered(session, last.id) ? BEING_STEERED : DRAFT_FIRST;
}

/** Takes the last queued prompt out of the queue into the empty draft: a copy of it would be sent as well. */
export function takeBack({ session, ui, now }: ScreenContext): UiStep | null {
	const place = session.queue.length - 1;
	const prompt = session.queue[place];
	if (prompt === undefined || !isDraftEmpty(ui) || isBeingSteered(session, prompt.id)) return null;
	const composer = reduceComposer(ui.composer, { type: 'take-back', taken: { prompt, place } });
	return withEvent(toast({ ...ui, composer }, 'Editing a queued message · enter saves it · esc leaves it', now), {
		type: 'queue-remove',
		promptId: prompt.id,
	});
}

/**
 * Up or down through the queue, where the key would go into the history: a prompt that was taken back, and left as
 * it was, goes back to its place, and its neighbour is taken instead. Null where the queue has no say.
 */
export function walkQueue(context: ScreenContext, step: -1 | 1): UiStep | null {
	const { session, ui } = context;
	if (ui.composer.search !== null || ui.composer.completion !== null) return null;
	const { taken } = ui.composer;
	if (taken === null) return step === -1 ? takeBack(context) : null;
	if (!isUntouched(ui, taken)) return null;
	const back: UiRequest = { type: 'dispatch', event: { type: 'queue-insert', ...taken } };
	const emptied: UiState = {
		...ui,
		toast: null,
		composer: reduceComposer(ui.composer, { type: 'set-text', text: '' }),
	};
	const place = taken.place + step;
	// The prompt in the draft has left the queue, so the next one is at its index.
	const prompt = session.queue[step === 1 ? taken.place : place];
	if (prompt === undefined || isBeingSteered(session, prompt.id)) return withRequests(emptied, back);
	const composer = reduceComposer(emptied.composer, { type: 'take-back', taken: { prompt, place } });
	const out: UiRequest = { type: 'dispatch', event: { type: 'queue-remove', promptId: prompt.id } };
	return withRequests({ ...emptied, composer }, back, out);
}

/** The taken prompt goes back to the queue as it was; what was changed of it is remembered. Null without one. */
export function putBack({ ui, now }: ScreenContext): UiStep | null {
	const { taken } = ui.composer;
	if (taken === null) return null;
	const composer = reduceComposer(ui.composer, { type: 'command', command: clearIntoHistory });
	const isSame = isUntouched(ui, taken);
	const words = isSame ? 'Back in the queue' : 'Back in the queue as it was · ↑ has your changes';
	const remembered: readonly UiRequest[] = isSame ? [] : [{ type: 'remember', text: expandDraft(ui.composer.draft) }];
	const back: UiRequest = { type: 'dispatch', event: { type: 'queue-insert', ...taken } };
	return withRequests(toast({ ...ui, composer, clearUntil: 0 }, words, now), ...remembered, back);
}

function isUntouched({ composer }: UiState, { prompt }: TakenPrompt): boolean {
	return expandDraft(composer.draft) === typedText(prompt);
}
