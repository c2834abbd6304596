import { defined } from '../../core/defined.js';
import { hasWords } from '../../core/text/has-words.js';
import type { ComposerState } from '../composer/composer-state.js';
import type { ActionId } from '../keys/action-ids.js';
import type { ScreenContext } from '../state/context.js';
import { END } from '../transcript/position.js';
import { isStillAsked, lapsesAt, type PendingPanelKey, readyAt, settlesAt } from './guard.js';
import type { LoadedPanel } from './loaded-panel.js';
import type { Panel, PanelAction, PanelKind, PanelLine, PanelPlace, PanelRow } from './panel.js';

export type PanelState<State> = PanelPlace & {
	readonly own: State;
	/** The panel that a page lies over, to which it leads back; null: it is no page. */
	readonly over: LoadedPanel | null;
	/** Where the selected row stood when it was looked at last: when it is gone, the nearest one is selected. */
	readonly lastAt: number;
	/** First line of the list in sight, kept since a row was clicked; null: the selected row is in the middle. */
	readonly top: number | null;
	/** When the selected row went away by itself last (ms since the epoch), until a key has taken the one in its place. */
	readonly goneAt: number;
	/** When an action was carried out last (ms since the epoch). */
	readonly ranAt: number;
	/** Opened by itself: keys meant for something else do nothing. */
	readonly isUnasked: boolean;
	readonly scroll: number;
	readonly wordsFrom: number;
	/** Rows before this place, from 0, were read out. */
	readonly readFrom: number;
	/**
	 * First press of an action to be confirmed: its row (null: all rows), its effect, its time, and the time of the
	 * latest press.
	 */
	readonly asked: (Asked & { readonly at: number; readonly pressedAt: number }) | null;
	/**
	 * A press that may be the first repeat of a key that is held down, until it is carried out (ms since the epoch). Late:
	 * it was due, and waits once more.
	 */
	readonly due: (Asked & { readonly at: number; readonly isLate?: true }) | null;
	/** A character that waits; null: none. */
	readonly pending: PendingPanelKey | null;
	/** When something was done last that one key does once, or the selected row became another one (ms since the epoch). */
	readonly actedAt: number;
	/** Rows, selected row and words in place of rows at the last look. */
	readonly seen: {
		readonly rows: readonly SeenRow[];
		readonly row: SeenRow | undefined;
		readonly empty?: string | undefined;
	};
	/** Next announcement: each object is read out once. */
	readonly said: Said;
};

/** Identity of a row. The row itself may hold the screen it was made for, and that the panel before this one. */
export type SeenRow = { readonly id: string; readonly version: string | undefined };

type Asked = { readonly id: ActionId | null; readonly row: string | null; readonly words: string };

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

const NO_PLACES: PanelPlace['places'] = new Map();

export function openedAt<State>(own: State, now: number): PanelState<State> {
	return {
		own,
		over: null,
		selected: null,
		typed: '',
		isInText: false,
		places: NO_PLACES,
		mark: null,
		openedAt: now,
		isReadWhole: false,
		lastAt: 0,
		top: null,
		goneAt: 0,
		ranAt: 0,
		isUnasked: false,
		scroll: 0,
		wordsFrom: 0,
		anchor: END,
		readFrom: 0,
		asked: null,
		due: null,
		pending: null,
		actedAt: 0,
		seen: { rows: [], row: undefined },
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
	const given = kind.panel(context, state.own, state);
	if (given === null) return null;
	const panel = given.line?.finds === true ? withFound(given, state.typed) : given;
	const at = placeIn(panel, state);
	const row = panel.rows[at];
	return { panel, at, row, actions: actionsOf(panel, row) };
}

/** The panel with those of its rows that have every typed word. */
function withFound<State>({ first, ...panel }: Panel<State>, typed: string): Panel<State> {
	const rows = panel.rows.filter(({ label, detail = '' }) => hasWords(`${label} ${detail}`, typed));
	return { ...panel, rows, ...defined({ first: rows.find(({ id }) => id === first)?.id }) };
}

export function actionsOf<State>({ actions }: Panel<State>, row: PanelRow | undefined): readonly PanelAction<State>[] {
	return (actions?.(row) ?? []).filter((each) => each !== false);
}

function placeIn({ rows, first }: Panel, { selected, lastAt, seen }: PanelState<unknown>): number {
	const wanted = selected ?? first;
	// Two rows of an agent may have one name.
	if (wanted !== undefined && rows[lastAt]?.id === wanted) return lastAt;
	const at = rows.findIndex((row) => (wanted === undefined ? row.isCurrent === true : row.id === wanted));
	if (at >= 0) return at;
	const there = Math.max(0, Math.min(lastAt, rows.length - 1));
	return wanted === undefined ? there : nearestTo(wanted, seen.rows, rows, there);
}

/**
 * Place of the row that came after one that is gone, else of the one before; no folder. What came in its place, `there`,
 * is taken where it is new.
 */
function nearestTo(gone: string, seen: readonly SeenRow[], rows: readonly PanelRow[], there: number): number {
	const from = seen.findIndex(({ id }) => id === gone);
	const now = rows[there];
	if (from < 0 || now === undefined) return there;
	if (now.isFolder !== true && seen.every(({ id }) => id !== now.id)) return there;
	const places = new Map(rows.map(({ id, isFolder }, at) => [isFolder === true ? null : id, at]));
	const isThere = ({ id }: SeenRow): boolean => places.has(id);
	const row = seen.slice(from).find(isThere) ?? seen.slice(0, from).findLast(isThere);
	return row === undefined ? there : (places.get(row.id) ?? there);
}

/** The panel with another text in its line: what it finds is looked at from the top. */
export function retyped<State>(
	state: PanelState<State>,
	line: PanelLine<State> | undefined,
	typed: string,
): PanelState<State> {
	return {
		...state,
		goneAt: 0,
		...(line?.text === undefined ? { typed } : {}),
		...(line?.isValue === true ? {} : { selected: null, lastAt: 0 }),
		scroll: 0,
		wordsFrom: 0,
		readFrom: 0,
		...{ asked: null, due: null },
		// A value is read out by who types it.
		said: line?.isValue === true ? state.said : { what: 'list' },
	};
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

/** Names the rows there are, and their order. */
export function orderOf({ panel: { rows } }: LookedAt<unknown>): string {
	return rows.map(({ id }) => id).join(' ');
}

/** Whether it opened by itself so shortly before that a key may be meant for something else. */
export function isEarly({ isUnasked, openedAt: opened }: PanelState<unknown>, { ui, now }: ScreenContext): boolean {
	return isUnasked && now < readyAt(opened, ui);
}

/** When time alone changes it next (ms since the epoch): by itself, as a question lapses, or as keys begin to count. */
export function wakesAt<State>(
	state: PanelState<State>,
	shown: LookedAt<State> | null,
	context: ScreenContext,
): number | null {
	const { asked, due, pending, openedAt: opened } = state;
	const times = [
		shown?.panel.wakeAt ?? null,
		asked !== null && isStillAsked(context.now, asked.at) ? lapsesAt(asked.at) : null,
		isEarly(state, context) ? readyAt(opened, context.ui) : null,
		due === null ? null : Math.max(context.now + 1, due.at),
		pending === null ? null : Math.max(context.now + 1, settlesAt(pending)),
	].filter((time) => time !== null);
	return times.length === 0 ? null : Math.min(...times);
}

/** The state as it is drawn. */
export type PanelSight = Omit<PanelState<unknown>, 'selected' | 'asked'> & {
	/** The place of the selected row, from 0. */
	readonly selected: number;
	/** Text in the line of the panel with its cursor, where it may stand anywhere; absent: at the end. */
	readonly lineDraft?: ComposerState;
	/** Confirmation that the next key press gives; null: none is asked. */
	readonly asked: { readonly words: (width: number) => string; readonly isOfAll: boolean } | null;
};

export function sightOf<State>(state: PanelState<State>, shown: LookedAt<State>, now: number): PanelSight {
	return { ...state, selected: shown.panel.isUnfocused === true ? -1 : shown.at, asked: askedOf(state, shown, now) };
}

/** Confirmation asked about the selected row; null: none. */
function askedOf<State>(
	{ asked }: PanelState<State>,
	{ row, actions }: LookedAt<State>,
	now: number,
): PanelSight['asked'] {
	if (asked === null || !isStillAsked(now, asked.at)) return null;
	const action = actions.find(({ id }) => id === asked.id);
	if (action?.confirm === undefined || !isAbout(asked, aboutOf(action, row))) return null;
	return { words: (width) => confirmWords(action, width), isOfAll: action.isOfAll === true };
}

/** Subject of a press: only a second press with the same one confirms. */
export function aboutOf<State>(action: PanelAction<State>, row: PanelRow | undefined): Asked {
	const { id, isOfAll } = action;
	const words = confirmWords(action, Number.POSITIVE_INFINITY);
	return { id, row: isOfAll === true ? null : (row?.id ?? null), words };
}

/** Whether a first press was about the same. */
export function isAbout<First extends Asked>(asked: First | null, { id, row, words }: Asked): asked is First {
	return asked?.id === id && asked.row === row && asked.words === words;
}

/** Words for the second press of an action, for lines of `width` cells. */
function confirmWords<State>({ confirm = '' }: PanelAction<State>, width: number): string {
	return typeof confirm === 'string' ? confirm : confirm(width);
}
