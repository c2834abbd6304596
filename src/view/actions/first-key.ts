import { reduceComposer } from '../composer/composer.js';
import { isCommanding } from '../composer/vim-keys.js';
import type { ScreenContext } from '../state/context.js';
import { recentsInReach, recentsInSight } from '../state/first-screen.js';
import type { ScreenLayout } from '../state/screen-layout.js';
import type { UiState } from '../state/ui-state.js';
import { show, type UiStep, withEvent } from '../state/ui-step.js';
import { act } from './draft-actions.js';

/** Milliseconds in which a further key makes the digit the first character of a prompt. */
export const DIGIT_WAITS = 350;

/** Types the digit; where its session is in sight it opens that, unless more is typed soon. */
export function pressRecent(context: ScreenContext, layout: ScreenLayout, place: number): UiStep {
	const isInSight = layout.hasRecents === true && recentsInReach(context)[place] !== undefined;
	// Nothing can be typed where characters are commands.
	if (isInSight && isCommanding(context.ui.composer)) return openRecent(context, place);
	const step = act(context, { type: 'text', text: String(place + 1) });
	return isInSight ? { ...step, ui: { ...step.ui, firstKey: { place, since: context.now } } } : step;
}

/** Opens the session of a digit that nothing followed; null as long as something may. */
export function settleFirstKey(context: ScreenContext): UiStep | null {
	const { ui, now } = context;
	const { firstKey } = ui;
	if (firstKey == null) return null;
	const { text } = ui.composer.draft;
	const free: UiState = { ...ui, firstKey: null };
	if (text !== String(firstKey.place + 1)) return show(free);
	if (now < firstKey.since + DIGIT_WAITS) return null;
	const composer = reduceComposer(ui.composer, { type: 'set-text', text: '' });
	const step = openRecent({ ...context, ui: { ...free, composer } }, firstKey.place);
	// Where the sessions are out of sight by now, as when a question came, the digit stays text.
	return step.requests.length === 0 ? show(free) : step;
}

/** Opens the session of a row of the first screen. */
export function openRecent(context: ScreenContext, place: number): UiStep {
	const recent = recentsInSight(context)[place];
	if (recent === undefined) return show(context.ui);
	return withEvent(context.ui, { type: 'resume-session', target: { recordId: recent.id }, isFork: false });
}
