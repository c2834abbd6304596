import { weakMemo } from '../../core/weak-memo.js';
import type { PanelRow } from './panel.js';
import { type LookedAt, orderOf, type PanelState, type SeenRow } from './panel-state.js';

/** Time (ms) after the user's act within which a row that goes away is taken to go by it. */
const OWN_WITHIN = 1000;
/** Milliseconds after the selected row went away in which enter was meant for that row. */
const GONE_FOR = 1000;

/** Whether the selected row has just gone away, so that enter only takes the one in its place. */
export function isJustGone({ goneAt }: PanelState<unknown>, now: number): boolean {
	return now < goneAt + GONE_FOR;
}

/**
 * Notes that rows changed under the user: a key on its way was meant for what stood there before. The same object
 * where nothing changed.
 */
export function noticed<State>(state: PanelState<State>, shown: LookedAt<State>, now: number): PanelState<State> {
	const { at, row, panel } = shown;
	const { seen, asked, said } = state;
	const isSame = isSameList(seen.rows, panel.rows);
	// Words in place of rows are read out as they change.
	const isReworded = panel.rows.length === 0 && panel.empty !== seen.empty;
	const isGone = seen.row !== undefined && row?.id !== seen.row.id;
	const isOther = isGone || (seen.row !== undefined && row?.version !== seen.row.version);
	const isDone = said.what === 'done' && said.rows !== orderOf(shown);
	if (isSame && !isOther && !isDone && !isReworded && state.lastAt === at) return state;
	const isLeft = isGone && isWithout(panel.rows, seen.row?.id, seen.rows);
	const isFilled = panel.rows.length > 0 && seen.rows.length === 0;
	const isAskedAnew = isOther || (!isSame && asked !== null && asked.row === null);
	return {
		...state,
		lastAt: at,
		seen: seenOf(shown),
		pending: isSame ? state.pending : null,
		...(isAskedAnew ? { asked: null, due: null, actedAt: now } : {}),
		...(isLeft && now - state.ranAt > OWN_WITHIN ? { goneAt: now } : {}),
		...(isGone
			? { selected: state.selected === null ? null : (row?.id ?? state.selected), wordsFrom: 0, isChosen: false }
			: {}),
		...(isDone || isFilled || isReworded ? { said: { what: 'list' } } : {}),
	};
}

export function withSeen<State>(state: PanelState<State>, shown: LookedAt<State>): PanelState<State> {
	return { ...state, seen: seenOf(shown) };
}

/** Whether a row has gone away from a list: one in which nothing is as before was only now found. */
function isWithout(rows: readonly PanelRow[], gone: string | undefined, before: readonly SeenRow[]): boolean {
	const known = new Set(before.map(({ id }) => id));
	return rows.every(({ id }) => id !== gone) && rows.some(({ id }) => known.has(id));
}

/** The place now of a row that the user saw at this place; -1 where it is gone. */
export function placeNow({ seen }: PanelState<unknown>, { panel: { rows } }: LookedAt<unknown>, at: number): number {
	const id = seen.rows[at]?.id;
	return rows[at]?.id === id ? at : rows.findIndex((row) => row.id === id);
}

const seenRows = weakMemo((rows: readonly PanelRow[]): readonly SeenRow[] =>
	rows.map(({ id, version }) => ({ id, version })),
);

function seenOf({ panel: { rows, empty }, at }: LookedAt<unknown>): PanelState<unknown>['seen'] {
	const known = seenRows(rows);
	return { rows: known, row: known[at], empty };
}

function isSameList(one: readonly SeenRow[], other: readonly PanelRow[]): boolean {
	if (one === seenRows(other)) return true;
	return (
		one.length === other.length &&
		one.every(({ id, version }, at) => id === other[at]?.id && version === other[at]?.version)
	);
}
