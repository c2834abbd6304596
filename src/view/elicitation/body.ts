import type { Line } from '../line.js';

/** What a click on a line of a form is about. */
export type FormTarget =
	| { readonly type: 'field'; readonly at: number }
	/** An option by its index. */
	| { readonly type: 'option'; readonly at: number; readonly index: number }
	/** A row of the review, from 0. */
	| { readonly type: 'row'; readonly index: number };

/** Lines of a form that are being gathered. */
export class Body {
	readonly lines: Line[] = [];
	readonly targets: (FormTarget | null)[] = [];
	/** Where the cursor stands. */
	cursor: { readonly line: number; readonly column: number } | null = null;
	/** The lines that have to be visible, the last behind them. */
	focus: { readonly from: number; readonly to: number } = { from: 0, to: 0 };

	add(lines: readonly Line[], target: FormTarget | null = null): void {
		for (const line of lines) {
			this.lines.push(line);
			this.targets.push(target);
		}
	}

	/** Adds what has the keys. */
	addFocus(
		lines: readonly Line[],
		target: FormTarget | null,
		cursor: { readonly row: number; readonly column: number } | null,
	): void {
		const from = this.lines.length;
		this.add(lines, target);
		this.focus = { from, to: this.lines.length };
		if (cursor !== null) this.cursor = { line: from + cursor.row, column: cursor.column };
	}
}
