import type { MouseEvent } from './input/mouse.js';
import type { TerminalReport } from './input/reports.js';
import type { Key } from './key.js';

export type TerminalSize = { readonly columns: number; readonly rows: number };
export type ScreenKind = 'alternate' | 'inline';
type Cell = { readonly x: number; readonly y: number };

/** Painted rows, none wider than the terminal, together no more than it has. */
export type TerminalFrame = {
	readonly screen: ScreenKind;
	/** Lines written for good above an inline frame; empty on the alternate screen. */
	readonly lines: readonly string[];
	readonly rows: readonly string[];
	/** Cursor cell from 0; null hides the cursor. */
	readonly cursor: Cell | null;
};

export type CursorShape = 'block' | 'bar';
export type TerminalMode = 'mouse' | 'mouse-moves' | 'focus-reports' | 'line-wrapping';

/** Queries of a terminal, which answers with `report` events, or never. */
export type TerminalQuery = 'background' | 'device' | 'name' | 'graphics';

export type SuspendedTerminal = {
	write(data: string): void;
	/** Raw input as it is typed, until the returned function is called. */
	readRaw(listener: (data: string) => void): () => void;
	readonly size: TerminalSize;
	onResize(listener: () => void): () => void;
};

export type SuspendedWork = (terminal: SuspendedTerminal) => Promise<void>;

/** A terminal: one stream of events in, frames out. Tests run the same implementation over an emulator. */
export interface Terminal {
	readonly size: TerminalSize;
	/** Another program has the terminal: frames are not shown, and only their lines are saved for the next one. */
	readonly isSuspended: boolean;
	/** Begins to read: raw mode, bracketed paste, keyboard protocol. Type-ahead stays where it is. */
	open(): void;
	onEvent(listener: (event: TerminalEvent) => void): () => void;
	/** Shows a frame with one write; nothing is written where nothing changed. */
	draw(frame: TerminalFrame): void;
	redraw(): void;
	/** Asks the system for the size; a new one comes as an event before this returns. */
	refreshSize(): void;
	setMode(mode: TerminalMode, isOn: boolean): void;
	/** Sets the window's title (sanitised by the caller); null restores the user's own. */
	setTitle(title: string | null): void;
	/** Sets the terminal's background (`#rrggbb`); null restores the user's own. */
	setBackground(color: string | null): void;
	/** Sets the cursor's shape; null restores the user's own. */
	setCursorShape(shape: CursorShape | null): void;
	/** Progress in the taskbar or tab; written again on each call with true. */
	setProgress(isOn: boolean): void;
	/** Writes control sequences that move nothing on the screen: pictures, notifications, the clipboard. */
	writeControl(data: string): void;
	query(query: TerminalQuery): void;
	/** Hands the terminal over while `work` runs; a `resize` event follows. Rejects at once where it is suspended. */
	suspend(work: SuspendedWork): Promise<void>;
	/** Restores everything; `lines` stay on the screen. Safe to call twice. */
	close(lines?: readonly string[]): void;
}

export type TerminalEvent =
	/** `isFollowed`: another key came in the same read, so no frame can show the effect of this one alone. */
	| { readonly type: 'key'; readonly key: Key; readonly isFollowed?: boolean }
	/** Bracketed paste, whatever it holds. */
	| { readonly type: 'paste'; readonly text: string }
	| { readonly type: 'mouse'; readonly event: MouseEvent }
	| { readonly type: 'focus'; readonly isFocused: boolean }
	| { readonly type: 'resize'; readonly columns: number; readonly rows: number }
	/** Answer of the terminal to a query. */
	| { readonly type: 'report'; readonly report: TerminalReport }
	/** Standard input ended. */
	| { readonly type: 'end' };
