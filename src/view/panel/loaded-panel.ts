import type { FileHit } from '../../core/attachment-ports.js';
import type { Key } from '../../terminal/key.js';
import type { ActionId } from '../keys/action-ids.js';
import type { KeyContext } from '../keys/key-context.js';
import type { Keymap } from '../keys/keymap.js';
import type { Line } from '../line.js';
import type { ScreenContext } from '../state/context.js';
import type { OpenPanel } from '../state/panel-name.js';
import type { UiState } from '../state/ui-state.js';
import type { UiStep } from '../state/ui-step.js';
import type { PanelCell, PanelTarget } from '../target.js';
import type { TextLine } from './text-line.js';

/**
 * A panel that is open, as the rest of the view sees it. It is a value: whatever changes it returns a step with another
 * one in its place. The methods are pure. The engine makes one of each `PanelKind` (`openPanel`).
 */
export type LoadedPanel = OpenPanel & {
	/** Its keys, before those of every list; of several the first comes first. */
	readonly keys: readonly KeyContext[];
	/** At most `room` rows, and the cell of the cursor in them, from 0; null hides it. */
	draw(
		context: ScreenContext,
		room: number,
	): { readonly lines: readonly Line[]; readonly cursor: PanelCursor | null; readonly room: number };
	/** The words in the footer for a key; null: none now, undefined: those of its row in the table of actions. */
	hint(context: ScreenContext, id: ActionId): string | null | undefined;
	/**
	 * A key of the panel, or of every list. `room` is what the panel had on the screen that the user saw; `pressedAt`:
	 * when a key that waited was pressed (ms since the epoch).
	 */
	act(context: ScreenContext, id: ActionId, room: number, pressedAt?: number): UiStep;
	/** Whether a key leaves it; absent: none does. */
	isClosedBy?(id: ActionId): boolean;
	/** Whether a character leaves it or, of a page, what it lies over; absent: none does. */
	isClosedWith?(table: Keymap, text: string): boolean;
	/** Whether all characters are for the draft, except those that close the panel. Absent: no. */
	isIdle?(context: ScreenContext): boolean;
	/** A character that is bound to nothing where no line takes it; null: it is for the draft, and the panel goes. */
	type(context: ScreenContext, text: string): UiStep | null;
	/** A click on one of its rows, or on a part of a document, as the user saw them. */
	click(context: ScreenContext, target: PanelTarget, room: number): UiStep;
	/** The wheel by so many lines, over a cell of it. */
	wheel(context: ScreenContext, lines: number, room: number, over: PanelCell | null): UiStep;
	/** The line of text that it has now; null: none, and what is typed means nothing. */
	line(context: ScreenContext): TextLine | null;
	/** Follows the session: called before each frame. The same state where nothing changed. */
	follow(context: ScreenContext): UiStep;
	/** Screen without one that opened by itself, as words are for the draft, with what waited in it; null: not so. */
	underneath(context: ScreenContext): UiState | null;
	/**
	 * A key before all else; null: it is taken as ever. A character of a panel that opened by itself waits, as it may be
	 * the first of a word; `press` is for another key, which takes it back.
	 */
	key(context: ScreenContext, pressed: PanelKey, press: (free: ScreenContext) => UiStep): UiStep | null;
	/** When time alone changes it next (ms since the epoch), or null: never. */
	wakeAt(context: ScreenContext): number | null;
	/** Lines for a screen reader to say once; `id` differs for each announcement. */
	readonly said: { readonly id: unknown; lines(context: ScreenContext): readonly string[] };
	/** Words, a number or nothing, with enter in linear mode; null: they are not for the panel. */
	enter(context: ScreenContext, text: string): UiStep | null;
	/** In linear mode it closes as soon as it was read out. */
	readonly isSaidOnce: boolean;
	/** In linear mode the conversation goes on while it is open. */
	readonly isNonmodal: boolean;
	/** Query of the files that belong into it; null or absent: none. */
	readonly fileQuery?: string | null;
	/** The panel with files found for a query; itself where it waits for another query. */
	foundFiles?(query: string, hits: readonly FileHit[]): LoadedPanel;
	/** The panel when the user returns to it from a page that it opened. */
	again(): LoadedPanel;
	/** Cleans up a screen without the panel, closed with nothing chosen or for something else. */
	leave(ui: UiState): UiStep;
};

/** A key, what it does in the panel (null: nothing), and the room that the panel had on the screen that the user saw. */
export type PanelKey = { readonly key: Key; readonly action: ActionId | null; readonly room: number };

type PanelCursor = { readonly x: number; readonly y: number };

export function openLoaded(ui: UiState, panel: LoadedPanel): UiState {
	return { ...ui, panel: { kind: 'loaded', panel } };
}

/** The panel that is open, where its code had to be loaded; null for any other and for none. */
export function panelIn({ panel }: Pick<UiState, 'panel'>): LoadedPanel | null {
	// Only `openLoaded` puts one there; the state cannot name what refers to the state.
	return panel.kind === 'loaded' ? (panel.panel as LoadedPanel) : null;
}

/** The screen with a panel that is come back to, its list read out anew; null: there was none. */
export function backTo(ui: UiState, panel: LoadedPanel | null): UiState {
	return panel === null ? ui : openLoaded(ui, panel.again());
}
