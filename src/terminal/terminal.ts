import type { TerminalEvent } from './events.js';

/** Columns and rows of a terminal, in cells. */
export type TerminalSize = { readonly columns: number; readonly rows: number };

/** Where a frame is drawn: on the alternate screen, or below what stands in the terminal's own scrollback. */
export type ScreenKind = 'alternate' | 'inline';

/**
 * What is drawn: painted rows, none wider than the terminal, together no more than it has, and the cell of the cursor
 * (from 0; null hides it).
 */
export type TerminalFrame = {
	readonly screen: ScreenKind;
	/** Lines that are written for good above an inline frame; empty on the alternate screen. */
	readonly lines: readonly string[];
	readonly rows: readonly string[];
	readonly cursor: { readonly x: number; readonly y: number } | null;
};

/** Switches of a terminal that are given back on every way out. */
export type TerminalMode = 'mouse' | 'focus-reports' | 'line-wrapping';

/** What a terminal can be asked; it answers with a `report` event, or never. */
export type TerminalQuery = 'background' | 'device' | 'name' | 'graphics' | 'cell-size';

/** The bare terminal while the interface is suspended: what another program, or a command of the user, gets. */
export type SuspendedTerminal = {
	write(data: string): void;
	/** Raw input as it was typed, until the returned function is called. */
	readRaw(listener: (data: string) => void): () => void;
	readonly size: TerminalSize;
	onResize(listener: () => void): () => void;
};

/**
 * A terminal that somebody looks at: one stream of events in, frames out. The real one and the emulator of the
 * tests implement it, so tests drive what the product runs.
 */
export interface Terminal {
	readonly size: TerminalSize;
	/** Begins to read and to draw: raw mode, bracketed paste, the keyboard protocol, the screen. */
	open(screen: ScreenKind): void;
	/** Calls the listener with each event until the returned function is called. */
	onEvent(listener: (event: TerminalEvent) => void): () => void;
	/** Shows a frame with one write; nothing is written where nothing changed. */
	draw(frame: TerminalFrame): void;
	/** Forgets what is shown: the next frame is drawn wholly. */
	redraw(): void;
	setMode(mode: TerminalMode, isOn: boolean): void;
	/** Sets the window's title (sanitised by the caller); null gives the user's own back. */
	setTitle(title: string | null): void;
	/** The sign of work that goes on, in the taskbar or the tab. */
	setProgress(isWorking: boolean): void;
	/** Writes control sequences that move nothing on the screen: pictures, notifications, the bell. */
	writeControl(data: string): void;
	query(query: TerminalQuery): void;
	/**
	 * Hands the terminal over while `work` runs, and takes it back. Rejects with what `work` rejects with, or at once
	 * where the terminal is suspended already.
	 */
	suspend(work: (terminal: SuspendedTerminal) => Promise<void>): Promise<void>;
	/** Gives everything back; `lines` stay on the screen. Safe to call twice. */
	close(lines: readonly string[]): void;
}
