import type { ScreenContext } from '../state/context.js';
import { keyToast, withoutToast } from '../state/step.js';
import type { UiState } from '../state/ui-state.js';
import { isConfirmedBy, isHeld, isStillAsked, LEAST_PAUSE } from './confirm.js';
import type { PanelAction, PanelRow } from './panel.js';
import { TOO_FAST } from './panel-messages.js';
import { aboutOf, isAbout, type PanelState } from './state.js';

/** A panel and its screen after an action was pressed; `isDue`: it is carried out now. */
type Pressed<State> = { readonly state: PanelState<State>; readonly ui: UiState; readonly isDue: boolean };

/** An action that asks first is due at the second press; one that came too fast changes nothing and says so. */
export function pressedIn<State>(
	state: PanelState<State>,
	action: PanelAction<State>,
	row: PanelRow | undefined,
	{ ui, now }: ScreenContext,
	pressedAt: number,
): Pressed<State> {
	const tooFast = keyToast(ui, TOO_FAST, now);
	const isGuarded = action.isGuarded === true;
	if (isGuarded && now - state.actedAt < LEAST_PAUSE)
		return { state, ui: isHeld(now, ui.lastKeyAt) ? ui : tooFast, isDue: false };
	const about = aboutOf(action, row);
	const asked = isAbout(state.asked, about) && isStillAsked(now, state.asked.at) ? state.asked : null;
	if (action.confirm === undefined || (asked !== null && isConfirmedBy(pressedAt, asked.at, asked.pressedAt))) {
		const actedAt = isGuarded ? now : state.actedAt;
		return { state: { ...state, asked: null, actedAt }, ui: asked === null ? ui : withoutToast(ui), isDue: true };
	}
	if (asked !== null) return { state: { ...state, asked: { ...asked, pressedAt } }, ui: tooFast, isDue: false };
	const said = { what: 'words', text: action.confirmSpoken ?? about.words } as const;
	// A question stands alone: what was said to be done before is no answer to it.
	return { state: { ...state, asked: { ...about, at: now, pressedAt }, said }, ui: withoutToast(ui), isDue: false };
}
