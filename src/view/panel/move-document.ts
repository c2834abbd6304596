import type { ActionId } from '../keys/action-ids.js';
import type { PanelCell } from '../target.js';
import { KEPT_IN_SIGHT } from './body.js';
import { isStillAsked } from './confirm.js';
import {
	type DocumentParts,
	type DocumentPlace,
	moveCursor,
	placeIn,
	type Spot,
	scrollBy,
	spotIn,
} from './document.js';
import { moveOf } from './list-keys.js';
import type { PanelKind, PanelResult } from './panel.js';
import type { LookedAt, PanelState } from './state.js';
import { type DocumentLayout, layOutDocument } from './with-document.js';

/** The size of a panel on the screen that the user saw; `isTall`: it took all of the room. */
export type PanelSize = { readonly columns: number; readonly room: number; readonly isTall: boolean };

/** The document of the selected row as it was laid out. */
type Open = {
	readonly row: string;
	readonly parts: DocumentParts;
	readonly spot: Spot;
	readonly layout: DocumentLayout;
};

function openIn<State>(state: PanelState<State>, shown: LookedAt<State>, size: PanelSize): Open | null {
	const { panel, row, at } = shown;
	if (panel.document === undefined || row === undefined) return null;
	const shares = { isInText: state.isInText, typed: state.typed, asked: null };
	const layout = layOutDocument(panel, at, shares, size.columns, size.room, size.isTall);
	const parts = panel.document.parts(row, layout.textWidth);
	return { row: row.id, parts, layout, spot: spotIn(parts, state.places.get(row.id) ?? null) };
}

function put<State>(state: PanelState<State>, { row, parts }: Open, spot: Spot): PanelState<State> {
	return withPlace(state, row, placeIn(parts, spot));
}

function withPlace<State>(state: PanelState<State>, row: string, place: DocumentPlace): PanelState<State> {
	return { ...state, places: new Map(state.places).set(row, place) };
}

/** The state after a result: another row, and where the cursor and a selection are in its document. */
export function appliedTo<State>(
	state: PanelState<State>,
	{ own = state.own, selected: wanted, part, isInText = state.isInText, mark }: PanelResult<State>,
	shown: string | undefined,
): PanelState<State> {
	const selected = wanted ?? state.selected;
	const row = selected ?? shown;
	const wordsFrom = selected === state.selected ? state.wordsFrom : 0;
	const next = { ...state, own, selected, wordsFrom, isInText };
	const marked =
		mark === undefined ? next : { ...next, mark: mark === null || row === undefined ? null : { row, part: mark } };
	return part === undefined || row === undefined ? marked : withPlace(marked, row, { part, above: ABOVE });
}

/** The panel without the question or the selection that is shown in its document; null: there is neither. */
export function withoutChoice<State>(
	state: PanelState<State>,
	{ row, panel }: LookedAt<State>,
	now: number,
): PanelState<State> | null {
	if (panel.document === undefined || panel.line !== undefined) return null;
	if (state.asked !== null && isStillAsked(now, state.asked.at)) return { ...state, asked: null, due: null };
	return state.mark !== null && state.mark.row === row?.id ? { ...state, mark: null } : null;
}

/** Parts in sight above one that was gone to: the head of its hunk, or the end of the one before. */
const ABOVE = 4;

/** The arrow that a key of the panel stands for, else the key. */
export function arrowOf<State>({ walkedBy }: PanelKind<State>, id: ActionId): ActionId {
	if (id === walkedBy?.up) return 'picker-previous';
	return id === walkedBy?.down ? 'picker-next' : id;
}

/** The cursor after a key that moves, and the document alone where the keys are for the rows; null: the rows move. */
export function movedDocument<State>(
	state: PanelState<State>,
	shown: LookedAt<State>,
	id: ActionId,
	size: PanelSize,
): PanelState<State> | null {
	const open = openIn(state, shown, size);
	if (open === null) return null;
	const { parts, spot, layout } = open;
	const rows = Math.max(1, layout.textRows);
	const by = moveOf(id, Math.max(1, rows - 2));
	if (by === null) return null;
	const isPage = id === 'picker-page-up' || id === 'picker-page-down';
	if (!state.isInText) return isPage ? put(state, open, scrollBy(parts, spot, by, rows)) : null;
	return put(state, open, moveCursor(parts, spot, by, rows));
}

export function scrolledDocument<State>(
	state: PanelState<State>,
	shown: LookedAt<State>,
	by: number,
	size: PanelSize,
): PanelState<State> {
	const open = openIn(state, shown, size);
	if (open === null) return state;
	return put(state, open, scrollBy(open.parts, open.spot, by, Math.max(1, open.layout.textRows)));
}

export function clickedPart<State>(
	state: PanelState<State>,
	shown: LookedAt<State>,
	place: number,
	size: PanelSize,
): PanelState<State> {
	const open = openIn(state, shown, size);
	if (open === null || place >= open.parts.count) return state;
	const by = place - open.spot.place;
	// What is clicked stays under the pointer.
	const above = Math.max(0, open.spot.above + by);
	return { ...put(state, open, { place, above }), isInText: true };
}

export function isOnRows<State>(
	state: PanelState<State>,
	shown: LookedAt<State>,
	{ column, row }: PanelCell,
	size: PanelSize,
): boolean {
	const open = openIn(state, shown, size);
	if (open === null) return true;
	const { isBeside, listRows, listWidth, inside } = open.layout;
	// The frame stands at the end of the room, with a blank row above it where that has one.
	const air = inside + 2 + KEPT_IN_SIGHT <= size.room ? 1 : 0;
	return isBeside ? column < listWidth + 3 : row - air - 1 < listRows;
}
