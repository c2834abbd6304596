import { cellsOf, type Placed, type Reflow, rowsAbove, rowsBelow } from './reflow.js';

/** What is drawn: rows that are none wider than the terminal, together no more than it has, and the cursor's cell. */
export type Picture = {
	readonly rows: readonly string[];
	readonly cursor: { readonly x: number; readonly y: number } | null;
};

/** A frame that stays below what is written: lines go above it, into the terminal's own scrollback, and it is drawn again. */
export type BottomFrame = {
	/** Writes lines for good, then the frame, in one update. Nothing is written where nothing changed. */
	show(lines: readonly string[], picture: Picture): void;
	/**
	 * The terminal has another size: what it made of the frame is taken away before anything else is written, by the
	 * size that it has then; the next one is drawn wholly.
	 */
	resized(columns: number): void;
	/** Takes the frame away; the cursor stands where it began, at the start of a row. */
	erase(): void;
	/** Nothing of the frame is there any more: the next one begins at the cursor, which is shown. */
	forget(): void;
};

const SYNC = '\x1b[?2026h';
const SYNC_END = '\x1b[?2026l';
const HIDE = '\x1b[?25l';
const SHOW = '\x1b[?25h';
const CLEAR_ROW = '\x1b[K';
const CLEAR_BELOW = '\x1b[J';

const NOTHING: Picture = { rows: [], cursor: null };

/**
 * A frame that is not drawn yet, on a terminal that is written to by `write`. `reflowNow`: what the terminal does as
 * far as is known by now.
 */
export function createBottomFrame(
	write: (data: string) => void,
	columns: number,
	reflowNow: () => Reflow,
): BottomFrame {
	let shown = NOTHING;
	/** The row of the frame that the cursor stands on, and its column. */
	let at = { x: 0, y: 0 };
	/** The width that the frame was drawn for, and the terminal's since, when it is another. */
	let width = columns;
	let newWidth: number | null = null;
	let isHidden = false;

	function hide(): string {
		if (isHidden) return '';
		isHidden = true;
		return HIDE;
	}

	/** To the start of a row that exists. */
	function go(row: number): string {
		const by = row - at.y;
		at = { x: 0, y: row };
		return by === 0 ? '\r' : `\r\x1b[${Math.abs(by)}${by < 0 ? 'A' : 'B'}`;
	}

	function drawChanged({ rows }: Picture): string {
		let out = '';
		for (const [index, row] of rows.entries()) {
			if (index < shown.rows.length) {
				if (row === shown.rows[index]) continue;
				out += go(index);
			} else {
				out += index === 0 ? '\r' : `${go(index - 1)}\r\n`;
				at = { x: 0, y: index };
			}
			out += CLEAR_ROW + row;
		}
		if (rows.length < shown.rows.length) {
			out += go(rows.length) + CLEAR_BELOW;
			out += go(Math.max(0, rows.length - 1));
		}
		return out;
	}

	function place(cursor: Picture['cursor']): string {
		if (cursor === null) {
			at = { x: 0, y: at.y };
			return `${hide()}\r`;
		}
		const out = `${go(cursor.y)}\x1b[${cursor.x + 1}G${isHidden ? SHOW : ''}`;
		isHidden = false;
		at = cursor;
		return out;
	}

	function isSame(picture: Picture): boolean {
		return (
			picture.rows.length === shown.rows.length &&
			picture.rows.every((row, index) => row === shown.rows[index]) &&
			picture.cursor?.x === shown.cursor?.x &&
			picture.cursor?.y === shown.cursor?.y
		);
	}

	/** Takes away what the terminal made of the frame. */
	function follow(): void {
		if (newWidth === null) return;
		const columns = newWidth;
		const isNarrower = columns < width;
		width = columns;
		newWidth = null;
		if (shown.rows.length === 0) return;
		const reflow = reflowNow();
		const placed: Placed = { widths: shown.rows.map((row) => (isNarrower ? cellsOf(row) : 0)), cursor: at };
		const above = rowsAbove(placed, columns, reflow);
		const below = reflow === 'kitty' ? rowsBelow(placed, columns) : 0;
		// A cursor that stands too low does not get all the way down: up by as many rows it stands right.
		const down = below === 0 ? '' : `\x1b[${below}B\x1b[${below}A`;
		const up = above === 0 ? '' : `\x1b[${above}A`;
		write(`${SYNC}${hide()}\r${down}${up}${CLEAR_BELOW}${SYNC_END}`);
		shown = NOTHING;
		at = { x: 0, y: 0 };
	}

	return {
		show(lines, picture) {
			follow();
			if (lines.length === 0 && isSame(picture)) return;
			let out = '';
			if (lines.length === 0) {
				out = drawChanged(picture);
			} else {
				// All of the old frame goes first: a line that is wider than the terminal became takes more than one row.
				out = `${go(0)}${CLEAR_BELOW}${lines.map((line) => `${line}\r\n`).join('')}`;
				shown = NOTHING;
				out += drawChanged(picture);
			}
			out += place(picture.cursor);
			shown = picture;
			write(`${SYNC}${out}${SYNC_END}`);
		},
		resized(newColumns) {
			newWidth = newColumns;
			// What wraps rows the same way in one step as in many is followed once, when something is drawn again: the
			// terminal may be further on than it told. xterm.js passes over another row in each step.
			if (reflowNow() === 'xterm.js') follow();
		},
		erase() {
			follow();
			if (shown.rows.length > 0) write(`${SYNC}${go(0)}${CLEAR_BELOW}${SYNC_END}`);
			shown = NOTHING;
			at = { x: 0, y: 0 };
		},
		forget() {
			width = newWidth ?? width;
			newWidth = null;
			shown = NOTHING;
			at = { x: 0, y: 0 };
			isHidden = false;
		},
	};
}
