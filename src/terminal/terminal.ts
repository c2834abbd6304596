import type { TerminalEvent } from './events.js';

/** Columns and rows of a terminal, in cells. */
export type TerminalSize = { readonly columns: number; readonly rows: number };

/** Where a frame is drawn: on the alternate screen, or below what is in the terminal's own scrollback. */
export type ScreenKind = 'alternate' | 'inline';

/** A cell, counted from 0. */
type Cell = { readonly x: number; readonly y: number };

/** What is drawn: painted rows, none wider than the terminal, together no more than it has. */
export type TerminalFrame = {
	readonly screen: ScreenKind;
	/** Lines that are written for good above an inline frame; empty on the alternate screen. */
	readonly lines: readonly string[];
	readonly rows: readonly string[];
	/** The cell of the cursor; null hides it. */
	readonly cursor: Cell | null;
};

/** Switches of a terminal that are given back on every way out. */
export type TerminalMode = 'mouse' | 'focus-reports' | 'line-wrapping';

/** What a terminal can be asked; it answers with `report` events, or never. */
export type TerminalQuery = 'background' | 'device' | 'name' | 'graphics';

/** The bare terminal while the interface is suspended: what another program, or a command of the user, gets. */
export type SuspendedTerminal = {
	write(data: string): void;
	/** Raw input as it is typed, until the returned function is called. */
	readRaw(listener: (data: string) => void): () => void;
	readonly size: TerminalSize;
	onResize(listener: () => void): () => void;
};

/** Work that has the terminal to itself until it settles. */
export type SuspendedWork = (terminal: SuspendedTerminal) => Promise<void>;

/**
 * A terminal that somebody looks at: one stream of events in, frames out. The front ends know nothing else of it;
 * tests run the same implementation over an emulator.
 */
export interface Terminal {
	readonly size: TerminalSize;
	/** Another program has it: frames are not shown, only their lines are kept for the next one. */
	readonly isSuspended: boolean;
	/** Begins to read: raw mode, bracketed paste, the keyboard protocol. What was typed before stays where it is. */
	open(): void;
	/** Calls the listener with each event until the returned function is called. */
	onEvent(listener: (event: TerminalEvent) => void): () => void;
	/** Shows a frame with one write; nothing is written where nothing changed. */
	draw(frame: TerminalFrame): void;
	/** Forgets what is shown: the next frame is drawn wholly. */
	redraw(): void;
	/** Asks the system for the size; a new one comes as an event before this returns. */
	refreshSize(): void;
	setMode(mode: TerminalMode, isOn: boolean): void;
	/** Sets the window's title (sanitised by the caller); null gives the user's own back. */
	setTitle(title: string | null): void;
	/** The sign of work that goes on, in the taskbar or the tab; written again each time that it is on. */
	setProgress(isOn: boolean): void;
	/** Writes control sequences that move nothing on the screen: pictures, notifications, the clipboard. */
	writeControl(data: string): void;
	query(query: TerminalQuery): void;
	/**
	 * Hands the terminal over while `work` runs, and takes it back; a `resize` event follows. Rejects with what `work`
	 * rejects with, and at once where the terminal is suspended already.
	 */
	suspend(work: SuspendedWork): Promise<void>;
	/** Gives everything back; `lines` stay on the screen. Safe to call twice. */
	close(lines?: readonly string[]): void;
}
