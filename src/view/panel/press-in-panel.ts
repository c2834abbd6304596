import { defined } from '../../core/defined.js';
import type { ActionId } from '../keys/action-ids.js';
import type { ScreenContext } from '../state/context.js';
import type { UiState } from '../state/ui-state.js';
import { keyToast, toast, withoutToast } from '../state/ui-step.js';
import { HELD_WITHIN, isConfirmedBy, isHeld, isStillAsked, LEAST_PAUSE, REPEATS_WITHIN } from './guard.js';
import type { PanelKey } from './loaded-panel.js';
import type { PanelAction, PanelResult, PanelRow } from './panel.js';
import { TOO_FAST } from './panel-messages.js';
import { aboutOf, actionsOf, isAbout, type LookedAt, type PanelState } from './panel-state.js';

/** A panel and its screen after an action was pressed; `isDue`: it is carried out now. */
type Pressed<State> = { readonly state: PanelState<State>; readonly ui: UiState; readonly isDue: boolean };

/** When an action was pressed (ms since the epoch); `isRead`: by words, where no key is held down. */
type Press = { readonly pressedAt: number; readonly isRead: boolean };

/**
 * An action that asks first is due at the second press; one that came too fast changes nothing and says so. A press that
 * may be the first repeat of a key that is held down waits for the next repeat, which takes it back.
 */
export function pressedIn<State>(
	state: PanelState<State>,
	action: PanelAction<State>,
	row: PanelRow | undefined,
	{ ui, now }: ScreenContext,
	{ pressedAt, isRead }: Press,
): Pressed<State> {
	const tooFast = keyToast(ui, TOO_FAST, now);
	const isGuarded = action.isGuarded === true;
	const about = aboutOf(action, row);
	const asked = isAbout(state.asked, about) && isStillAsked(now, state.asked.at) ? state.asked : null;
	// Also behind its time: of a program that was busy the repeats are read as late.
	if (isAbout(state.due, about)) {
		const held = { ...state, due: null, asked: asked && { ...asked, pressedAt } };
		return { state: isGuarded ? { ...held, actedAt: now } : held, ui, isDue: false };
	}
	if (isGuarded && now - state.actedAt < LEAST_PAUSE) {
		const isDown = isHeld(now, ui.lastKeyAt);
		return { state: isDown ? { ...state, actedAt: now } : state, ui: isDown ? ui : tooFast, isDue: false };
	}
	if (action.confirm === undefined || (asked !== null && isConfirmedBy(pressedAt, asked.at, asked.pressedAt))) {
		const mayRepeat = asked !== null || (isGuarded && now - state.actedAt < REPEATS_WITHIN);
		if (mayRepeat && !isRead && now - pressedAt < HELD_WITHIN) {
			const due = { ...about, at: pressedAt + HELD_WITHIN };
			return { state: { ...state, due, asked: asked && { ...asked, pressedAt } }, ui, isDue: false };
		}
		return { state: done(state, isGuarded, now), ui: asked === null ? ui : withoutToast(ui), isDue: true };
	}
	if (asked !== null) return { state: { ...state, asked: { ...asked, pressedAt } }, ui: tooFast, isDue: false };
	const said = { what: 'words', text: action.confirmSpoken ?? about.words } as const;
	// A question stands alone: what was said to be done before is no answer to it.
	return { state: { ...state, asked: { ...about, at: now, pressedAt }, said }, ui: withoutToast(ui), isDue: false };
}

/** Whether a key shows that the one of the press that waits is held down no more; one that closes may be an answer to it. */
export function endsWait<State>(
	{ due, asked }: PanelState<State>,
	{ actions }: LookedAt<State>,
	{ key, action }: PanelKey,
	isClosedBy: (id: ActionId) => boolean,
): boolean {
	if (due === null || key.name === 'unknown') return false;
	if (asked !== null && action !== null && isClosedBy(action)) return false;
	const entered = action === 'picker-accept' ? actions.find(({ isEnter }) => isEnter === true) : undefined;
	return due.id !== (entered?.id ?? action);
}

/** So late (ms) the program was busy: keys that came meanwhile may be read after its timers. */
const HELD_UP = 20;
/** So late (ms) a press that waited is carried out no more: the panel was covered meanwhile. */
const LATE = 1000;

/**
 * The panel without the press that waits, and what that carries out: null where there is nothing to do any more, or not
 * yet. `by`: what ends the wait.
 */
export function dueIn<State>(
	state: PanelState<State>,
	{ panel, row: selected }: LookedAt<State>,
	now: number,
	by: 'time' | 'key',
): { readonly state: PanelState<State>; readonly action: PanelAction<State> | null } {
	const { due } = state;
	if (due === null || now >= due.at + LATE) return { state: { ...state, due: null }, action: null };
	if (by === 'time' && due.isLate !== true && now >= due.at + HELD_UP)
		return { state: { ...state, due: { ...due, at: now + HELD_UP, isLate: true } }, action: null };
	const row = due.row === null ? selected : panel.rows.find(({ id }) => id === due.row);
	const action = actionsOf(panel, row).find((each) => isAbout(due, aboutOf(each, row)));
	return action === undefined || action.why != null
		? { state: { ...state, due: null }, action: null }
		: { state: done(state, action.isGuarded === true, now), action };
}

/** Carries out an action, with its words on the screen; `closed`: the context of one that closes the panel. */
export function outcomeOf<State>(
	action: PanelAction<State>,
	context: ScreenContext,
	closed: () => ScreenContext,
	isRead: boolean,
): PanelResult<State> {
	const { closes } = action;
	const { ui: made, ...result } = action.run(closes === true ? closed() : context);
	const { words, requests = [] } = result;
	const say = requests.length > 0 ? toast : keyToast;
	const ui = words === undefined || isRead ? made : say(made ?? context.ui, words, context.now);
	return { ...result, ...defined({ closes, ui }) };
}

function done<State>(state: PanelState<State>, isGuarded: boolean, now: number): PanelState<State> {
	return { ...state, asked: null, due: null, actedAt: isGuarded ? now : state.actedAt };
}
