import type { ActionId } from '../keys/action-ids.js';
import type { PanelCell } from '../target.js';
import { END, START } from '../transcript/position.js';
import { KEPT_IN_SIGHT } from './box.js';
import {
	type DocumentParts,
	type DocumentPlace,
	moveCursor,
	placeAt,
	type Spot,
	scrollBy,
	spotIn,
} from './document.js';
import { paneSize } from './draw-panel.js';
import { isStillAsked } from './guard.js';
import { firstInSight, moveOf, rowAfter } from './list-keys.js';
import type { PanelKind, PanelResult } from './panel.js';
import { layOut, type PanelLayout, placeIn } from './panel-layout.js';
import type { LookedAt, PanelState } from './panel-state.js';
import type { PanelPane } from './panel-texts.js';
import { type DocumentLayout, layOutDocument } from './with-document.js';
import { firstListRow, listRowsInSight } from './with-preview.js';

/** The panel after a key that moves in it; null for any other key. */
export function moveIn<State>(
	state: PanelState<State>,
	shown: LookedAt<State>,
	id: ActionId,
	size: PanelSize,
): PanelState<State> | null {
	const { panel, at } = shown;
	const { columns, room } = size;
	if (panel.document !== undefined) {
		const by = moveOf(id, 1);
		return movedDocument(state, shown, id, size) ?? (by === null ? null : selected(state, shown, at + by));
	}
	if (panel.pane !== undefined)
		return movedPane(state, panel.pane, id, paneSize(panel.pane, panel.line, columns, room));
	if (panel.line?.label !== undefined) {
		const by = moveOf(id, listRowsInSight(panel, columns, room));
		return by === null ? null : selected(state, shown, at + by);
	}
	const layout = layOut(panel, at, columns, room);
	const { rows } = panel;
	const by = moveOf(id, Math.max(1, rows.length === 0 ? layout.textRows - 1 : layout.list));
	if (by === null) return null;
	if (rows.length === 0) return scrolled(state, layout, by);
	const isPage = id === 'picker-page-up' || id === 'picker-page-down';
	if (panel.reading !== undefined && isPage)
		return readFurther(state, layout, (by < 0 ? -1 : 1) * Math.max(1, layout.wordRows - 1));
	const read = isPage ? readOn(state, shown, layout, by < 0 ? -1 : 1) : null;
	return read ?? selected(state, shown, shown.at + by);
}

function movedPane<State>(
	state: PanelState<State>,
	{ scroll }: PanelPane,
	id: ActionId,
	{ width, rows }: ReturnType<typeof paneSize>,
): PanelState<State> | null {
	const by = moveOf(id, Math.max(1, rows - 2));
	if (by === null) return null;
	if (by === Number.POSITIVE_INFINITY) return { ...state, anchor: END };
	if (by === Number.NEGATIVE_INFINITY) return { ...state, anchor: START };
	return { ...state, anchor: scroll(width, rows, state.anchor, by) };
}

export function scrolledPreview<State>(
	state: PanelState<State>,
	shown: LookedAt<State>,
	by: number,
	size: PanelSize,
): PanelState<State> {
	const { panel, at } = shown;
	const { columns, room } = size;
	const { pane, line } = panel;
	if (panel.document !== undefined) return scrolledDocument(state, shown, by, size);
	if (panel.reading !== undefined) return readFurther(state, layOut(panel, at, columns, room), by);
	// A preview shows its end: its offset counts upwards.
	if (pane === undefined) return { ...state, wordsFrom: Math.max(0, state.wordsFrom - by) };
	const { width, rows } = paneSize(pane, line, columns, room);
	return { ...state, anchor: pane.scroll(width, rows, state.anchor, by) };
}

/** The panel with another row selected, the nearest that there is. */
export function selected<State>(
	state: PanelState<State>,
	{ panel: { rows } }: LookedAt<State>,
	wanted: number,
): PanelState<State> {
	const at = rowAfter(wanted, 0, rows.length);
	return { ...state, selected: rows[at]?.id ?? null, lastAt: at, wordsFrom: 0 };
}

/** The panel after the wheel: what is over it moves, the rows by one. */
export function wheeled<State>(
	state: PanelState<State>,
	shown: LookedAt<State>,
	lines: number,
	size: PanelSize,
	over: PanelCell | null,
): PanelState<State> {
	const { panel, at } = shown;
	if (panel.document !== undefined && (over === null || !isOnRows(state, shown, over, size)))
		return scrolledDocument(state, shown, lines, size);
	if (panel.pane !== undefined) return scrolledPreview(state, shown, lines, size);
	if (panel.rows.length > 0) return selected(state, shown, at + Math.sign(lines));
	return scrolled(state, layOut(panel, at, size.columns, size.room), lines);
}

/** The first line of the list that is in sight: a row, or a heading. */
export function topOf<State>(
	{ top }: PanelState<State>,
	{ panel, at }: LookedAt<State>,
	columns: number,
	room: number,
): number {
	if (panel.line?.label !== undefined) return firstListRow(panel, at, top, columns, room);
	const { entries, list } = layOut(panel, at, columns, room);
	return firstInSight(placeIn(entries, at), top, entries.length, list);
}

function scrolled<State>(state: PanelState<State>, { text, textRows }: PanelLayout, by: number): PanelState<State> {
	const last = Math.max(0, text.length - textRows);
	return { ...state, scroll: Math.max(0, Math.min(last, Math.min(state.scroll, last) + by)) };
}

/** Whether the end of a text in place of rows is on the screen. */
export function isAtEnd<State>(
	{ scroll }: PanelState<State>,
	{ panel, at }: LookedAt<State>,
	{ columns, room }: PanelSize,
): boolean {
	if (panel.rows.length > 0 || panel.text === undefined) return false;
	const { text, textRows } = layOut(panel, at, columns, room);
	return scroll >= text.length - textRows;
}

function readFurther<State>(state: PanelState<State>, { lastWord }: PanelLayout, by: number): PanelState<State> {
	return { ...state, wordsFrom: Math.max(0, Math.min(lastWord, Math.min(state.wordsFrom, lastWord) + by)) };
}

/** A page of the words above the rows, or of the selected row's; null where there is none to be read that way. */
function readOn<State>(
	state: PanelState<State>,
	{ panel }: LookedAt<State>,
	layout: PanelLayout,
	direction: -1 | 1,
): PanelState<State> | null {
	const { textRows, wordRows, lastWord } = layout;
	const next = readFurther(state, layout, direction * Math.max(1, wordRows - 1));
	const isRead = wordRows > 0 && next.wordsFrom !== Math.min(state.wordsFrom, lastWord);
	const read = isRead ? next : null;
	if (panel.text === undefined || textRows === 0) return read;
	const further = scrolled(state, layout, direction * Math.max(1, textRows - 1));
	const hasMoved = further.scroll !== state.scroll;
	// The words above come before those of the row.
	if (read !== null && (direction === -1 || !hasMoved)) return read;
	// A list of which no text is read goes on by rows.
	return hasMoved || panel.text.isSecondary !== true ? further : null;
}

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
	return withPlace(state, row, placeAt(parts, spot));
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
function movedDocument<State>(
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

function scrolledDocument<State>(
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
	// The clicked line stays under the pointer.
	const above = Math.max(0, open.spot.above + by);
	return { ...put(state, open, { place, above }), isInText: true };
}

function isOnRows<State>(
	state: PanelState<State>,
	shown: LookedAt<State>,
	{ column, row }: PanelCell,
	size: PanelSize,
): boolean {
	const open = openIn(state, shown, size);
	if (open === null) return true;
	const { isSideBySide, listRows, listWidth, inside } = open.layout;
	// The frame stands at the end of the room, with a blank row above it where that has one.
	const air = inside + 2 + KEPT_IN_SIGHT <= size.room ? 1 : 0;
	return isSideBySide ? column < listWidth + 3 : row - air - 1 < listRows;
}
