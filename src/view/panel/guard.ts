import { reduceComposer } from '../composer/composer.js';
import type { ActionId } from '../keys/action-ids.js';
import type { ScreenContext } from '../state/context.js';
import type { UiState } from '../state/ui-state.js';
import { show, type UiStep, withNext } from '../state/ui-step.js';
import { type PanelKey, panelIn } from './loaded-panel.js';

/** A prompt, or a panel that opened by itself, must have been shown this long before keys answer it (ms). */
export const SHOWN_FOR = 600;
/**
 * And no key must have been pressed for this long (ms), so a key that is held down, or several in turn, answers the
 * question that it was pressed for and none after it.
 */
export const QUIET_FOR = 400;

/** The last key, and the first of those that followed each other up to it without a pause (ms since the epoch). */
export type Keys = { readonly lastKeyAt: number; readonly keysSince: number };

/**
 * From when on keys count in what was opened by itself, when no further key comes. Waited for are only keys that began
 * before: one that is held down goes on for as long as it is held. Where the draft is live (`isOverDraft`), any key
 * is waited for, as it may have been for that.
 */
export function readyAt(
	openedAt: number,
	{ lastKeyAt, keysSince }: Keys,
	{ shownFor = SHOWN_FOR, isOverDraft = false } = {},
): number {
	const shownAt = openedAt + shownFor;
	return Math.max(shownAt, isOverDraft || keysSince < shownAt ? lastKeyAt + QUIET_FOR : 0);
}

export function afterKey({ lastKeyAt, keysSince }: Keys, now: number): Keys {
	return { lastKeyAt: now, keysSince: now < lastKeyAt + QUIET_FOR ? keysSince : now };
}

/** A letter or digit that would answer is the start of a word when another follows within this (ms). */
export const PENDING_FOR = 200;

/** A key that is carried out unless it turns out to be the first of a word. `since`: in ms since the epoch. */
export type PendingPanelKey = {
	readonly text: string;
	readonly action: ActionId;
	readonly room: number;
	readonly since: number;
};

/** A panel that opened by itself between the user and the draft: a letter counts only where it is no word's first. */
type GuardedPanel = {
	readonly pending: PendingPanelKey | null;
	readonly isEarly: boolean;
	/** The screen without it, with what waited in the draft. */
	readonly underneath: UiState;
	/** The screen on which this key waits. */
	readonly waitsFor: (pending: PendingPanelKey | null) => UiState;
};

/** The screen with more in the draft. */
export function typing(ui: UiState, text: string, type: 'text' | 'paste' = 'text'): UiState {
	return text === '' ? ui : { ...ui, composer: reduceComposer(ui.composer, { type, text }) };
}

/** A key of such a panel, as the questions take theirs; null: it is taken as ever. `press` is for another key, which takes the one that waits back. */
export function guardKey(
	{ pending, isEarly, underneath, waitsFor }: GuardedPanel,
	context: ScreenContext,
	{ key, action, room }: PanelKey,
	press: (free: ScreenContext) => UiStep,
): UiStep | null {
	const text = key.typed;
	if (text !== null) {
		const isForPanel = action !== null && text !== '/' && pending === null && !isEarly;
		if (isForPanel) return show(waitsFor({ text, action, room, since: context.now }));
		return show(typing(underneath, text, key.name === 'paste' ? 'paste' : 'text'));
	}
	if (pending === null) return null;
	// An unknown key says nothing about the key before it.
	if (key.name === 'unknown') return show(context.ui);
	const free = { ...context, ui: waitsFor(null) };
	const isPlain = !key.ctrl && !key.alt && !key.shift && !key.super;
	return key.name === 'enter' && isPlain ? carryOut(free, pending) : press(free);
}

/** Carries out a key that nothing followed, and what the panel then wants. */
export function settle(free: ScreenContext, pending: PendingPanelKey): UiStep {
	const done = carryOut(free, pending);
	return withNext(done, panelIn(done.ui)?.follow({ ...free, ui: done.ui }) ?? show(done.ui));
}

/** Acts on the key that waited; `free` is a screen without a waiting key. */
function carryOut(free: ScreenContext, { action, room, since }: PendingPanelKey): UiStep {
	return panelIn(free.ui)?.act(free, action, room, since) ?? show(free.ui);
}

/** When it is carried out, should nothing follow it (ms since the epoch). */
export function settlesAt({ since }: PendingPanelKey): number {
	return since + PENDING_FOR;
}

/** A second press counts this long after the first (ms). */
const AGAIN_WITHIN = 5000;
/** Nor sooner than this (ms): the user has to have seen what the second press does. */
const SEEN_AFTER = 150;
/** A key that is held down comes again after at most about this long (ms); then much faster. */
export const REPEATS_WITHIN = 1000;
/** A key that is held down comes again within this (ms), once it repeats. */
export const HELD_WITHIN = 90;
/** Milliseconds in which the same key does not act again, nor on a change that it has just made. */
export const LEAST_PAUSE = 300;

/** Whether a press `now` confirms a first one `at`; `pressedAt`: the press before it. All in ms since the epoch. */
export function isConfirmedBy(now: number, at: number, pressedAt = at): boolean {
	return now - at >= SEEN_AFTER && !isHeld(now, pressedAt) && now - at < AGAIN_WITHIN;
}

/** Whether a key comes so soon after the one before it that it is held down. */
export function isHeld(now: number, pressedAt: number): boolean {
	return now - pressedAt < HELD_WITHIN;
}

/** Whether the first press `at` still waits for a second. */
export function isStillAsked(now: number, at: number): boolean {
	return now - at < AGAIN_WITHIN;
}

/** Until when the first press `at` waits. */
export function lapsesAt(at: number): number {
	return at + AGAIN_WITHIN;
}
