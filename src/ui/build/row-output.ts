import stringWidth from 'string-width';

type Transformer = (line: string, row: number) => string;

/** Behind a margin stands what is filled up to there: a mark of one cell, a row beside the side panel (`paintMain`). */
const MARGIN = 2;

/** Replaces Ink's output grid, which parses every row into cells: rows here are painted and cut before. */
export class RowOutput {
	readonly #rows: string[];

	constructor({ height }: { readonly width: number; readonly height: number }) {
		this.#rows = Array.from({ length: height }, () => '');
	}

	/** Puts the lines of a text into their rows, from the cell `left` of the row `top` on. */
	write(left: number, top: number, text: string, options: { readonly transformers: readonly Transformer[] }): void {
		for (const [index, line] of text.split('\n').entries()) {
			const before = this.#rows[top + index];
			if (before === undefined) continue;
			const drawn = options.transformers.reduce((row, transform) => transform(row, index), line);
			const gap = before === '' ? left : left <= MARGIN ? 0 : left - stringWidth(before);
			if (drawn !== '') this.#rows[top + index] = before + ' '.repeat(Math.max(0, gap)) + drawn;
		}
	}

	/** Ignored: `view` has cut every line. */
	clip(): void {}

	unclip(): void {}

	/** The frame, as Ink's own gives it: without blanks at the ends of rows. */
	get(): { readonly output: string; readonly height: number } {
		return { output: this.#rows.map((row) => row.trimEnd()).join('\n'), height: this.#rows.length };
	}
}
