import type { ScreenContext } from '../state/context.js';
import { END } from '../transcript/position.js';
import { isStillAsked, lapsesAt } from './confirm.js';
import { readyAt } from './guard.js';
import type { Panel, PanelAction, PanelKind, PanelPlace, PanelRow } from './panel.js';
import type { PanelSight } from './sight.js';

/** What the engine keeps of an open panel. */
export type PanelState<State> = PanelPlace & {
	readonly own: State;
	/** Where the selected row stood when it was looked at last: when it is gone, the nearest one is selected. */
	readonly lastAt: number;
	/** It opened by itself: keys that were meant for something else do nothing. */
	readonly isUnasked: boolean;
	readonly scroll: number;
	readonly wordsFrom: number;
	/** Rows before this place, from 0, were read out. */
	readonly readFrom: number;
	/** A first press: of what, what the second will do, and when it came (ms since the epoch). */
	readonly asked: { readonly key: string; readonly words: string; readonly at: number } | null;
	/** It had rows when it was looked at last. */
	readonly hadRows: boolean;
	/** What is read out next: each object once. */
	readonly said: Said;
	/** Where there is no screen: the selected row was chosen, and what can be done with it is asked. */
	readonly isChosen: boolean;
};

/** What is read out where there is no screen. */
type Said =
	| { readonly what: 'list' | 'choices' }
	| { readonly what: 'words'; readonly text: string }
	| { readonly what: 'lines'; readonly lines: readonly string[] }
	/** Something was done: nothing yet, and the list once its rows are others than these. */
	| { readonly what: 'done'; readonly rows: string };

/** A panel as it is now: its data, the selected row with its place, and what the keys do. */
export type LookedAt<State> = {
	readonly panel: Panel<State>;
	readonly at: number;
	readonly row: PanelRow | undefined;
	readonly actions: readonly PanelAction<State>[];
};

/** A panel that was just opened. */
export function openedAt<State>(own: State, now: number): PanelState<State> {
	return {
		own,
		selected: null,
		typed: '',
		openedAt: now,
		isReadWhole: false,
		lastAt: 0,
		isUnasked: false,
		scroll: 0,
		wordsFrom: 0,
		anchor: END,
		readFrom: 0,
		asked: null,
		hadRows: false,
		said: { what: 'list' },
		isChosen: false,
	};
}

/** The panel as it is now; null when it has nothing left to show. */
export function lookAt<State>(
	kind: PanelKind<State>,
	state: PanelState<State>,
	context: ScreenContext,
): LookedAt<State> | null {
	const panel = kind.panel(context, state.own, state);
	if (panel === null) return null;
	const at = placeIn(panel, state);
	const row = panel.rows[at];
	return { panel, at, row, actions: panel.actions?.(row) ?? [] };
}

function placeIn({ rows, first }: Panel, { selected, lastAt }: PanelState<unknown>): number {
	const wanted = selected ?? first;
	// Two rows of an agent may have one name.
	if (wanted !== undefined && rows[lastAt]?.id === wanted) return lastAt;
	const at = rows.findIndex((row) => (wanted === undefined ? row.isCurrent === true : row.id === wanted));
	return at >= 0 ? at : Math.max(0, Math.min(lastAt, rows.length - 1));
}

/** The rows that a panel of this kind would have, with something typed into it. */
export function rowsIn<State>(
	context: ScreenContext,
	kind: PanelKind<State>,
	own: State,
	typed = '',
): readonly PanelRow[] {
	return lookAt(kind, { ...openedAt(own, context.now), typed }, context)?.panel.rows ?? [];
}

/** Which rows there are, and in which order. */
export function orderOf({ panel: { rows } }: LookedAt<unknown>): string {
	return rows.map(({ id }) => id).join(' ');
}

/** Whether it opened by itself so shortly before that a key may be meant for something else. */
export function isEarly({ isUnasked, openedAt: opened }: PanelState<unknown>, { ui, now }: ScreenContext): boolean {
	return isUnasked && now < readyAt(opened, ui.lastKeyAt);
}

/** When time alone changes it next (ms since the epoch): by itself, as a question lapses, or as keys begin to count. */
export function wakesAt<State>(
	state: PanelState<State>,
	shown: LookedAt<State> | null,
	context: ScreenContext,
): number | null {
	const { asked, openedAt: opened } = state;
	const times = [
		shown?.panel.wakeAt ?? null,
		asked !== null && isStillAsked(context.now, asked.at) ? lapsesAt(asked.at) : null,
		isEarly(state, context) ? readyAt(opened, context.ui.lastKeyAt) : null,
	].filter((time) => time !== null);
	return times.length === 0 ? null : Math.min(...times);
}

/** What is drawn of it. */
export function sightOf<State>(
	{ scroll, wordsFrom, asked, typed, anchor }: PanelState<State>,
	{ at, panel }: LookedAt<State>,
	now: number,
): PanelSight {
	return {
		selected: panel.isAside === true ? -1 : at,
		scroll,
		wordsFrom,
		typed,
		anchor,
		asked: asked !== null && isStillAsked(now, asked.at) ? asked.words : null,
	};
}
