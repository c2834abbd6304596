import { cellsOf } from './reflow.js';
import { changeRow, type RowChange } from './row-change.js';
import { findScroll, scrolled, scrollSequence } from './scroll.js';

/**
 * Clears from the start of the cursor's row on. In two steps: tmux moves the whole screen into its history where it is
 * cleared from its first cell on.
 */
export const CLEAR_BELOW = '\x1b[K\x1b[C\x1b[J\r';
const HIDE = '\x1b[?25l';
const SHOW = '\x1b[?25h';

/** The last frame as drawn. Every method returns what the next frame needs written, and takes it for written. */
export class DrawnFrame {
	readonly #isWhole: boolean;
	/** Null for a row with unknown content. */
	#rows: readonly (string | null)[] = [];
	/** Cells of each row that were written since it was cleared. */
	#written: readonly number[] = [];
	#at: { readonly x: number | null; readonly y: number } = { x: null, y: 0 };
	#isCursorHidden = false;
	/** The cursor may be in any row: a new size moves it as the terminal likes. */
	#isLost = false;

	constructor(isWhole: boolean) {
		this.#isWhole = isWhole;
	}

	get rows(): readonly (string | null)[] {
		return this.#rows;
	}

	get written(): readonly number[] {
		return this.#written;
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
		const changes = rows.map((row, index) => this.#changes(row, index, columns));
		const edges = changes.map((own, index) => {
			const edge = own.at(-1);
			const isShared = [index - 1, index + 1].some((other) => isSame(edge, changes[other]?.at(-1)));
			return isShared ? edge : undefined;
		});
		for (const [index, own] of changes.entries()) {
			if (index >= this.#rows.length) out += this.#begin(index);
			for (const change of own) if (change !== edges[index]) out += this.#write(change, index, columns);
		}
		out += this.#writeEdges(edges, columns);
		if (rows.length < this.#rows.length) {
			out += this.#go(0, rows.length) + CLEAR_BELOW;
			out += this.#go(0, Math.max(0, rows.length - 1));
		}
		if (!this.#isWhole) this.#written = changes.map((own, index) => writtenBy(own, rows[index], this.#written[index]));
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
		this.#written = [];
		return out;
	}

	/** The frame was erased by other means; the cursor is in the first cell of a new one. */
	gone(): void {
		this.#rows = [];
		this.#written = [];
		this.#at = { x: 0, y: 0 };
	}

	/** The screen's content is unknown: the next frame is drawn wholly, at the cursor or on a whole screen. */
	forget(rows: readonly (string | null)[] = []): void {
		this.#rows = rows;
		this.#at = { x: null, y: 0 };
		this.#isLost = this.#isWhole;
	}

	showCursor(): string {
		return this.#showCursor(true);
	}

	#changes(row: string, index: number, columns: number): readonly RowChange[] {
		const before = this.#rows[index];
		if (row === before) return [];
		const isUnknown = before === null || (before === undefined && index === 0 && this.#at.x === null);
		return changeRow(isUnknown ? null : (before ?? ''), row, columns);
	}

	/** Goes to a row that the frame did not have. */
	#begin(index: number): string {
		return index === 0 ? this.#go(0, 0) : this.#go(this.#at.x, index - 1) + this.#go(0, index);
	}

	#write({ column, text, end }: RowChange, index: number, columns: number): string {
		const out = this.#go(column, index) + text;
		// Behind the last column some terminals delay the wrap, and some do not.
		this.#at = { x: end === null || end >= columns ? null : end, y: index };
		return out;
	}

	/** Writes what ends several rows alike, as the rule of a panel, down the column and with its colours said once. */
	#writeEdges(edges: readonly (RowChange | undefined)[], columns: number): string {
		let out = '';
		for (const [index, edge] of edges.entries()) {
			if (edge === undefined) continue;
			const [, open = '', inner = '', close = ''] = oneStyle.exec(edge.text) ?? ['', '', edge.text];
			const isFirst = !isSame(edge, edges[index - 1]);
			const isLast = !isSame(edge, edges[index + 1]);
			const text = (isFirst ? open : '') + inner + (isLast ? close : '');
			out += this.#write({ ...edge, text }, index, columns);
		}
		return out;
	}

	#go(x: number | null, y: number): string {
		const from = this.#at;
		this.#at = { x, y };
		const isLost = this.#isLost;
		this.#isLost = false;
		if (isLost) return `\x1b[${y + 1};${(x ?? 0) + 1}H`;
		const down = y - from.y;
		if (down === 0 && x === from.x) return '';
		const column = x === null ? '' : x === 0 ? '\r' : `\x1b[${x + 1}G`;
		if (down === 0) return column;
		if (down === 1 && x === 0) return '\r\n';
		// The cell below and one to the left, as behind a vertical rule.
		if (down === 1 && x !== null && from.x === x + 1) return '\b\x1b[B';
		if (this.#isWhole) return x === 0 ? `\x1b[${y + 1}H` : `\x1b[${y + 1};${(x ?? 0) + 1}H`;
		return `${column}\x1b[${Math.abs(down)}${down < 0 ? 'A' : 'B'}`;
	}

	#showCursor(isShown: boolean): string {
		if (isShown !== this.#isCursorHidden) return '';
		this.#isCursorHidden = !isShown;
		return isShown ? SHOW : HIDE;
	}
}

/** Cells of a row that were written after these changes; a row that was cleared from its first cell on begins anew. */
function writtenBy(changes: readonly RowChange[], row = '', before = 0): number {
	return changes.reduce((most, { column, text, end }) => {
		const isCleared = column === 0 && text.startsWith('\x1b[K');
		return Math.max(isCleared ? 0 : most, end ?? cellsOf(row));
	}, before);
}

/** Text in one style. */
const oneStyle = /^(\x1b\[[\d;]*m)([^\x1b]+)(\x1b\[0?m)$/;

function isSame(one: RowChange | undefined, other: RowChange | undefined): boolean {
	return one !== undefined && one.end !== null && one.column === other?.column && one.text === other.text;
}
