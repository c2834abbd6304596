import type { ScreenKind, TerminalFrame, TerminalSize } from '../terminal.js';
import { DrawnFrame } from './drawn-frame.js';
import type { KeyboardProtocol } from './keyboard-protocol.js';
import { cellsOf, type Reflow, rowsAbove, rowsBelow } from './reflow.js';

/** What frames are written to. */
export type FrameWriterOptions = {
	readonly write: (data: string) => void;
	readonly size: () => TerminalSize;
	/** What the terminal does with rows that become too wide, as far as is known by now. */
	readonly reflow: () => Reflow;
	readonly keyboard: Pick<KeyboardProtocol, 'push' | 'pop'>;
};

// DEC mode 2026: what is between is shown at once.
const SYNC = '\x1b[?2026h';
const SYNC_END = '\x1b[?2026l';
const CLEAR_BELOW = '\x1b[J';
const ENTER = '\x1b[?1049h\x1b[H\x1b[2J';
const LEAVE = '\x1b[?1049l';
/** Below everything, on a fresh row: where the cursor was is not to be known after a new size. */
const TO_THE_END = '\x1b[999B\r\n';

/**
 * The one writer of frames, on the alternate screen or below what is in the terminal's scrollback. Each frame is
 * one write, synchronized where something visible changes; nothing is written where nothing changed.
 */
export class FrameWriter {
	readonly #options: FrameWriterOptions;
	readonly #inline = new DrawnFrame(false);
	readonly #whole = new DrawnFrame(true);
	/** What is on the screen now; null before the first frame and while the terminal is somebody else's. */
	#screen: ScreenKind | null = null;
	/** The width that the inline frame was drawn for. */
	#width: number;
	/** A new size was reported since, even if it is the same again. */
	#wasResized = false;
	#wasResizedWhole = false;
	/** Nobody knows what the terminal made of the whole screen when it got another size. */
	#isWholeKnown = true;
	#isWholeStale = false;

	constructor(options: FrameWriterOptions) {
		this.#options = options;
		this.#width = options.size().columns;
	}

	/** The screen that is shown, or null. */
	get screen(): ScreenKind | null {
		return this.#screen;
	}

	/** Shows a frame. */
	draw({ screen, lines, rows, cursor }: TerminalFrame): void {
		const { columns } = this.#options.size();
		let out = this.#switchTo(screen) + this.#follow();
		const frame = screen === 'alternate' ? this.#whole : this.#inline;
		if (lines.length > 0 && screen === 'inline') out += this.#above(lines);
		out += frame.change(this.#fitting(rows, screen), columns);
		const placed = frame.place(cursor);
		if (out !== '') this.#synchronized(out + placed);
		else if (placed !== '') this.#options.write(placed);
	}

	/** The terminal has another size: what it made of an inline frame is taken away with the next one at the latest. */
	resized(): void {
		if (this.#screen === 'alternate') {
			this.#wasResizedWhole = true;
			this.#isWholeKnown = false;
			return;
		}
		this.#wasResized = true;
		// What wraps rows the same way in one step as in many is followed once, when something is drawn again: the
		// terminal may be further on than it told. xterm.js passes over another row in each step.
		if (this.#options.reflow() === 'xterm.js') this.#synchronized(this.#follow());
	}

	/** The next frame is drawn wholly, whatever is on the screen. */
	redraw(): void {
		if (this.#screen === 'alternate') this.#isWholeStale = true;
		else if (this.#screen === 'inline') this.#synchronized(this.#follow() + this.#inline.erase());
	}

	/** The terminal goes to another program: the frame is taken away, and the user's own screen is there. */
	suspend(): void {
		if (this.#screen !== null) this.#synchronized(this.#leaveBoth());
	}

	/** The terminal is back. What ran may have left the cursor anywhere in a row. */
	resume(): void {
		// As many blanks as fit take the cursor to a row of its own, if it is on none, and are gone again where it is.
		this.#synchronized(`${' '.repeat(Math.max(0, this.#options.size().columns - 1))}\r${CLEAR_BELOW}`);
		this.#inline.gone();
		this.#width = this.#options.size().columns;
	}

	/** Ends for good: the lines stand, the frame is gone, the cursor is on a row of its own. */
	close(lines: readonly string[]): void {
		const written = lines.map((line) => `${line}\r\n`).join('');
		if (this.#screen !== null) this.#synchronized(this.#leaveBoth() + written);
	}

	/** The rows, without blanks at their ends; on the alternate screen as many as it has. */
	#fitting(rows: readonly string[], screen: ScreenKind): readonly string[] {
		const trimmed = rows.map((row) => row.trimEnd());
		if (screen === 'inline') return trimmed;
		const count = this.#whole.rows.length;
		return Array.from({ length: count }, (_, index) => trimmed[index] ?? '');
	}

	#switchTo(screen: ScreenKind): string {
		const { rows } = this.#options.size();
		if (screen === this.#screen && !this.#isWholeStale) {
			if (screen === 'inline') return '';
			if (!this.#isWholeKnown || this.#whole.rows.length !== rows) this.#whole.forget(empty(rows, null));
			this.#isWholeKnown = true;
			return '';
		}
		const { keyboard } = this.#options;
		if (screen === 'inline') {
			const left = this.#screen === 'alternate' ? this.#leave() : '';
			this.#screen = screen;
			return left + keyboard.push(screen);
		}
		const left = this.#screen === 'inline' ? this.#follow() + this.#inline.erase() : '';
		this.#screen = screen;
		this.#isWholeStale = false;
		this.#isWholeKnown = true;
		this.#wasResizedWhole = false;
		this.#whole.forget(empty(rows, ''));
		return left + this.#inline.showCursor() + ENTER + keyboard.push(screen);
	}

	/** Back to the user's own screen, with no frame on it and the cursor shown. */
	#leave(): string {
		const screen = this.#screen;
		this.#screen = null;
		if (screen !== 'alternate') return this.#follow() + this.#inline.erase() + this.#inline.showCursor();
		this.#inline.forget();
		this.#width = this.#options.size().columns;
		const end = this.#wasResizedWhole ? TO_THE_END : '';
		return this.#options.keyboard.pop('alternate') + this.#whole.showCursor() + LEAVE + end;
	}

	#leaveBoth(): string {
		return this.#leave() + this.#options.keyboard.pop('inline');
	}

	/** All of the old frame goes first: a line that is wider than the terminal became takes more than one row. */
	#above(lines: readonly string[]): string {
		const out = `${this.#inline.erase()}${lines.map((line) => `${line}\r\n`).join('')}`;
		this.#inline.gone();
		return out;
	}

	/** Takes away what the terminal made of the inline frame when it got another width. */
	#follow(): string {
		const { columns } = this.#options.size();
		if (this.#screen === 'alternate' || (columns === this.#width && !this.#wasResized)) return '';
		const isNarrower = columns < this.#width;
		this.#wasResized = false;
		this.#width = columns;
		const { rows, cursor } = this.#inline;
		if (rows.length === 0) return '';
		const reflow = this.#options.reflow();
		const placed = { widths: rows.map((row) => (isNarrower ? cellsOf(row ?? '') : 0)), cursor };
		const above = rowsAbove(placed, columns, reflow);
		const below = reflow === 'kitty' ? rowsBelow(placed, columns) : 0;
		// A cursor that stands too low does not get all the way down: up by as many rows it stands right.
		const down = below === 0 ? '' : `\x1b[${below}B\x1b[${below}A`;
		const up = above === 0 ? '' : `\x1b[${above}A`;
		this.#inline.gone();
		return `\r${down}${up}${CLEAR_BELOW}`;
	}

	#synchronized(data: string): void {
		if (data !== '') this.#options.write(`${SYNC}${data}${SYNC_END}`);
	}
}

function empty<T>(count: number, row: T): readonly T[] {
	return Array.from({ length: count }, () => row);
}
