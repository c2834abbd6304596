import type { ScreenContext } from '../state/context.js';
import { toast, type UiRequest, type UiStep, withRequests } from '../state/step.js';
import type { UiState } from '../state/ui-state.js';
import { type LoadedPanel, openLoaded } from './loaded-panel.js';

/** Words of a panel for a screen reader: each new `id` is read out once. */
type Said<What> = { readonly id: number; readonly what: What };

type Speaking = { readonly said: Said<unknown> };

/** A panel's state after a key, null where it closes; the screen, where that changed besides; and requests. */
export type PanelStep<State> = {
	readonly state: State | null;
	readonly ui?: UiState;
	readonly requests: readonly UiRequest[];
};

/** A step that changes the state alone. */
export function stay<State>(state: State): PanelStep<State> {
	return { state, requests: [] };
}

/** The state with something to be read out. */
export function saying<State extends Speaking>(state: State, what: NoInfer<State['said']['what']>): State {
	return { ...state, said: { id: state.said.id + 1, what } };
}

/** Why nothing is done: in the status line, and read out. */
export function refuse<State extends { readonly said: Said<{ readonly type: string }> }>(
	state: State,
	{ ui, now }: ScreenContext,
	text: string,
): PanelStep<State> {
	return {
		state: saying(state, { type: 'words', text } as State['said']['what']),
		ui: toast(ui, text, now),
		requests: [],
	};
}

/** The screen after a step; one that opened something else in the panel's place has brought the screen for it. */
export function toUi<State>(
	context: ScreenContext,
	{ state, ui = context.ui, requests }: PanelStep<State>,
	panelOf: (state: State) => LoadedPanel,
	...atClose: readonly UiRequest[]
): UiStep {
	if (state === null) return withRequests({ ...ui, panel: { kind: 'none' } }, ...atClose, ...requests);
	return withRequests(ui.panel.kind === 'loaded' ? openLoaded(ui, panelOf(state)) : ui, ...requests);
}
