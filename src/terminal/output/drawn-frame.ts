import { changeRow } from './row-change.js';

type Place = { readonly x: number | null; readonly y: number };

const CLEAR_BELOW = '\x1b[J';
const HIDE = '\x1b[?25l';
const SHOW = '\x1b[?25h';

/** The last frame as drawn. Every method returns what the next frame needs written, and takes it for written. */
export class DrawnFrame {
	readonly #isWhole: boolean;
	/** Null for a row with unknown content. */
	#rows: readonly (string | null)[] = [];
	#at: Place = { x: null, y: 0 };
	#isCursorHidden = false;

	constructor(isWhole: boolean) {
		this.#isWhole = isWhole;
	}

	get rows(): readonly (string | null)[] {
		return this.#rows;
	}

	get cursor(): { readonly x: number; readonly y: number } {
		return { x: this.#at.x ?? 0, y: this.#at.y };
	}

	change(rows: readonly string[], columns: number): string {
		let out = '';
		if (this.#isWhole) {
			const scroll = findScroll(this.#rows, rows);
			if (scroll !== null) {
				out += scrollSequence(scroll);
				this.#rows = scrolled(this.#rows, scroll);
				this.#at = { x: 0, y: 0 };
			}
		}
		for (const [index, row] of rows.entries()) {
			if (index >= this.#rows.length) out += this.#append(row, index, columns);
			else if (row !== this.#rows[index]) out += this.#rewrite(row, index, columns);
		}
		if (rows.length < this.#rows.length) {
			out += this.#go(0, rows.length) + CLEAR_BELOW;
			out += this.#go(0, Math.max(0, rows.length - 1));
		}
		this.#rows = rows;
		return out;
	}

	place(cursor: { readonly x: number; readonly y: number } | null): string {
		const visibility = this.#showCursor(cursor !== null);
		return cursor === null ? visibility + this.#go(0, this.#at.y) : this.#go(cursor.x, cursor.y) + visibility;
	}

	/** Erases the frame; the cursor is at its beginning, at the start of a row. */
	erase(): string {
		// With an unknown column something else may be on the row, mostly type-ahead.
		const isClear = this.#rows.length === 0 && this.#at.x !== null;
		const out = this.#go(0, 0) + (isClear ? '' : CLEAR_BELOW);
		this.#rows = [];
		return out;
	}

	/** The frame was erased by other means; the cursor is in the first cell of a new one. */
	gone(): void {
		this.#rows = [];
		this.#at = { x: 0, y: 0 };
	}

	/** The screen's content is unknown: the next frame is drawn wholly, at the cursor or on a whole screen. */
	forget(rows: readonly (string | null)[] = []): void {
		this.#rows = rows;
		this.#at = { x: null, y: 0 };
	}

	showCursor(): string {
		return this.#showCursor(true);
	}

	#append(row: string, index: number, columns: number): string {
		const before = index === 0 && this.#at.x === null ? null : '';
		const out = index === 0 ? this.#go(0, 0) : this.#go(this.#at.x, index - 1) + this.#go(0, index);
		return out + this.#write(before, row, index, columns);
	}

	#rewrite(row: string, index: number, columns: number): string {
		return this.#write(this.#rows[index] ?? null, row, index, columns);
	}

	#write(before: string | null, row: string, index: number, columns: number): string {
		const change = changeRow(before, row, columns);
		const out = this.#go(change.column, index) + change.text;
		// Behind the last column some terminals delay the wrap, and some do not.
		this.#at = { x: change.end === null || change.end >= columns ? null : change.end, y: index };
		return out;
	}

	#go(x: number | null, y: number): string {
		const from = this.#at;
		this.#at = { x, y };
		const down = y - from.y;
		if (down === 0 && x === from.x) return '';
		const column = x === null ? '' : x === 0 ? '\r' : `\x1b[${x + 1}G`;
		if (down === 0) return column;
		if (down === 1 && x === 0) return '\r\n';
		if (this.#isWhole) return x === 0 ? `\x1b[${y + 1}H` : `\x1b[${y + 1};${(x ?? 0) + 1}H`;
		return `${column}\x1b[${Math.abs(down)}${down < 0 ? 'A' : 'B'}`;
	}

	#showCursor(isShown: boolean): string {
		if (isShown !== this.#isCursorHidden) return '';
		this.#isCursorHidden = !isShown;
		return isShown ? SHOW : HIDE;
	}
}

/** Rows `top` to `bottom` (both included) move up by `by` rows; down where it is negative. */
type Scroll = { readonly top: number; readonly bottom: number; readonly by: number };

/** Bytes of a scroll itself: set region, scroll, reset region. */
const COST = 24;

/** Finds the scroll that saves most bytes between two screens; null where none saves any. */
function findScroll(before: readonly (string | null)[], after: readonly string[]): Scroll | null {
	if (before.length !== after.length) return null;
	const top = after.findIndex((row, index) => row !== before[index]);
	const bottom = after.findLastIndex((row, index) => row !== before[index]);
	let best: Scroll | null = null;
	let most = COST;
	const costs = after.map((row, index) => (row === before[index] ? 0 : row.length));
	for (let by = top - bottom; by <= bottom - top; by += 1) {
		if (by === 0) continue;
		let saved = 0;
		for (let row = top; row <= bottom; row += 1) {
			const from = row + by;
			const comes = from < top || from > bottom ? '' : before[from];
			saved += (costs[row] ?? 0) - (after[row] === comes ? 0 : (after[row]?.length ?? 0));
		}
		if (saved > most) {
			most = saved;
			best = { top, bottom, by };
		}
	}
	return best;
}

function scrolled(rows: readonly (string | null)[], { top, bottom, by }: Scroll): readonly (string | null)[] {
	return rows.map((row, index) => {
		if (index < top || index > bottom) return row;
		const from = index + by;
		return from < top || from > bottom ? '' : (rows[from] ?? null);
	});
}

function scrollSequence({ top, bottom, by }: Scroll): string {
	return `\x1b[${top + 1};${bottom + 1}r\x1b[${Math.abs(by)}${by > 0 ? 'S' : 'T'}\x1b[r`;
}
