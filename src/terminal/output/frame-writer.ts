import type { ScreenKind, TerminalFrame, TerminalSize } from '../terminal.js';
import type { KeyboardProtocol } from '../terminal-modes.js';
import { CLEAR_BELOW, DrawnFrame } from './drawn-frame.js';
import { cellsOf, type Reflow, rowsAbove, rowsBelow } from './reflow.js';

export type FrameWriterOptions = {
	readonly write: (data: string) => void;
	readonly size: () => TerminalSize;
	/** Treatment of rows that become too wide, as far as is known by now. */
	readonly reflow: () => Reflow;
	readonly keyboard: Pick<KeyboardProtocol, 'push' | 'pop'>;
};

// DEC mode 2026: everything in between is shown at once.
const SYNC = '\x1b[?2026h';
const SYNC_END = '\x1b[?2026l';
const ENTER = '\x1b[?1049h\x1b[H\x1b[2J';
const LEAVE = '\x1b[?1049l';
/** Below everything, on a fresh row: the cursor is unknown after a resize. */
const TO_THE_END = '\x1b[999B\r\n';

/** Writes frames on the alternate screen or below the scrollback: each one write, nothing where nothing changed. */
export class FrameWriter {
	readonly #options: FrameWriterOptions;
	readonly #inline = new DrawnFrame(false);
	readonly #whole = new DrawnFrame(true);
	/** Null before the first frame and while the terminal belongs to another program. */
	#screen: ScreenKind | null = null;
	#width: number;
	/** A resize was reported since, even to the same size. */
	#wasResized = false;
	#wasResizedWhole = false;
	/** False after a resize: the terminal may have changed the whole screen. */
	#isWholeKnown = true;
	#isWholeStale = false;

	constructor(options: FrameWriterOptions) {
		this.#options = options;
		this.#width = options.size().columns;
	}

	get screen(): ScreenKind | null {
		return this.#screen;
	}

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

	/** The next frame erases what a resize left of an inline frame. */
	resized(): void {
		if (this.#screen === 'alternate') {
			this.#wasResizedWhole = true;
			this.#isWholeKnown = false;
			return;
		}
		this.#wasResized = true;
		// Others wrap alike in one step and in many, and are corrected once; xterm.js skips another row in each step.
		if (this.#options.reflow() === 'xterm.js') this.#synchronized(this.#follow());
	}

	/** Draws the next frame wholly, whatever is on the screen. */
	redraw(): void {
		if (this.#screen === 'alternate') this.#isWholeStale = true;
		else if (this.#screen === 'inline') this.#synchronized(this.#follow() + this.#inline.erase());
	}

	suspend(): void {
		if (this.#screen !== null) this.#synchronized(this.#leaveBoth());
	}

	/** The other program may have left the cursor anywhere in a row. */
	resume(): void {
		// As many blanks as fit move the cursor to a row of its own, unless it is at the start of one.
		this.#synchronized(`${' '.repeat(Math.max(0, this.#options.size().columns - 1))}\r${CLEAR_BELOW}`);
		this.#inline.gone();
		this.#width = this.#options.size().columns;
	}

	/** Erases the frame for good; the lines stay, the cursor is on a row of its own. */
	close(lines: readonly string[]): void {
		const written = lines.map((line) => `${line}\r\n`).join('');
		if (this.#screen !== null) this.#synchronized(this.#leaveBoth() + written);
	}

	/** Trimmed rows; on the alternate screen exactly as many as it has. */
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

	/** Returns to the user's own screen, without a frame and with the cursor shown. */
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

	/** Erases the whole old frame first: a line wider than the terminal takes more than one row. */
	#above(lines: readonly string[]): string {
		const out = `${this.#inline.erase()}${lines.map((line) => `${line}\r\n`).join('')}`;
		this.#inline.gone();
		return out;
	}

	#follow(): string {
		const { columns } = this.#options.size();
		if (this.#screen === 'alternate' || (columns === this.#width && !this.#wasResized)) return '';
		const isNarrower = columns < this.#width;
		this.#wasResized = false;
		this.#width = columns;
		const { rows, written, cursor } = this.#inline;
		if (rows.length === 0) return '';
		const reflow = this.#options.reflow();
		const cells = (row: string | null, at: number): number =>
			reflow === 'tmux' ? (written[at] ?? 0) : cellsOf(row ?? '');
		const placed = { widths: rows.map((row, at) => (isNarrower ? cells(row, at) : 0)), cursor };
		const above = rowsAbove(placed, columns, reflow);
		const below = reflow === 'kitty' ? rowsBelow(placed, columns) : 0;
		// A cursor that is too low does not get all the way down: up by as many rows it is right.
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
