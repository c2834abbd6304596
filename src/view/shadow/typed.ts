import { ACTIONS } from '../actions/actions.js';
import { act as edit } from '../actions/draft.js';
import { PENDING_FOR } from '../actions/pending-key.js';
import { reduceComposer } from '../composer/composer.js';
import { typedText } from '../keys/keymap.js';
import type { PanelKey } from '../panel/loaded-panel.js';
import type { ScreenContext } from '../state/context.js';
import { show, type UiStep } from '../state/step.js';
import type { UiState } from '../state/ui-state.js';
import type { ChangesPanelState, PendingLetter } from './panel-state.js';

// A review that opened by itself came between the user and the draft: a letter counts only where it is no word's first.

/** What the guard needs of the panel. */
export type GuardedPanel = {
	readonly state: ChangesPanelState;
	/** The screen with the panel in another state. */
	shows(state: ChangesPanelState): UiState;
	/** Carries out what waited. */
	act(state: ChangesPanelState, pending: PendingLetter): UiStep;
};

/** The screen without the review, with what waited in the draft; null where the user opened it. */
export function aside({ openedAt, pending }: ChangesPanelState, { ui }: ScreenContext): UiState | null {
	return openedAt === null ? null : typing({ ...ui, panel: { kind: 'none' } }, pending?.text ?? '');
}

/** The screen with more in the draft. */
export function typing(ui: UiState, text: string): UiState {
	return text === '' ? ui : { ...ui, composer: reduceComposer(ui.composer, { type: 'text', text }) };
}

/** A key of a review that opened by itself, as the questions take theirs; null: it is taken as ever. */
export function guardKey(
	panel: GuardedPanel,
	context: ScreenContext,
	{ key, action, rows }: PanelKey,
	press: (free: ScreenContext) => UiStep,
): UiStep | null {
	const { state } = panel;
	const { pending } = state;
	const without = aside(state, context);
	if (without === null) return null;
	const text = typedText(key);
	if (text !== null) {
		const isOwn = action !== null && text !== '/' && ACTIONS[action].isOfList === true;
		if (!isOwn || pending !== null) {
			const type = key.name === 'paste' ? 'paste' : 'text';
			return edit({ ...context, ui: without }, { type, text });
		}
		return show(panel.shows({ ...state, pending: { text, action, rows, since: context.now } }));
	}
	if (pending === null) return null;
	// Nobody knows what it is; it says nothing about the key before it.
	if (key.name === 'unknown') return show(context.ui);
	const free = { ...state, pending: null };
	const isPlain = !key.ctrl && !key.alt && !key.shift && !key.super;
	return key.name === 'enter' && isPlain ? panel.act(free, pending) : press({ ...context, ui: panel.shows(free) });
}

/** What waited is carried out once nothing followed it; null as long as something may. */
export function settle({ state, act }: GuardedPanel, { now }: ScreenContext): UiStep | null {
	const { pending } = state;
	return pending === null || now < settlesAt(pending) ? null : act({ ...state, pending: null }, pending);
}

/** When it is carried out, should nothing follow it (ms since the epoch). */
export function settlesAt({ since }: PendingLetter): number {
	return since + PENDING_FOR;
}
