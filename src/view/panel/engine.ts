import type { ScreenContext } from '../state/context.js';
import type { UiState } from '../state/ui-state.js';
import { type Anchor, END } from '../transcript/position.js';
import { EnginePanel } from './engine-panel.js';
import { openLoaded, panelIn } from './loaded-panel.js';
import type { Choose, PanelKind, PanelPlace } from './panel.js';
import { lookAt, openedAt, type PanelState } from './panel-state.js';
import { withSeen } from './seen-rows.js';

type Opening = Partial<Pick<PanelPlace, 'selected' | 'isInText' | 'places' | 'mark'>> & {
	readonly typed?: string;
	readonly anchor?: Anchor;
	readonly isUnasked?: true;
	/** Opens without being read out. */
	readonly isQuiet?: boolean;
};

/** The screen with a panel of this kind; the same screen where it would have nothing to show. */
export function openPanel<State>(
	context: ScreenContext,
	kind: PanelKind<State>,
	own: State,
	opening: Opening = {},
): UiState {
	return openOver(context, kind, own, opening, null);
}

/** Step that opens a panel whose kind has no state. */
export function opens<State>(kind: PanelKind<State | null>): Choose {
	return (context) => ({ ui: openPanel(context, kind, null), requests: [] });
}

/** The screen with a page over the open panel, to which closing it leads back. */
export function openPage<State>(
	context: ScreenContext,
	kind: PanelKind<State>,
	own: State,
	opening: Opening = {},
): UiState {
	return openOver(context, kind, own, opening, panelIn(context.ui));
}

function openOver<State>(
	context: ScreenContext,
	kind: PanelKind<State>,
	own: State,
	{ typed = '', anchor = END, isUnasked, isQuiet, ...place }: Opening,
	over: PanelState<State>['over'],
): UiState {
	const quiet = isQuiet === true ? { said: { what: 'lines', lines: [] } as const } : {};
	const how = { over, typed, anchor, isUnasked: isUnasked === true, ...quiet };
	const state = { ...openedAt(own, context.now), ...place, ...how };
	const shown = lookAt(kind, state, context);
	if (shown === null) return context.ui;
	return openLoaded(context.ui, new EnginePanel(kind, { ...withSeen(state, shown), lastAt: shown.at }, shown));
}
