type Transformer = (line: string, row: number) => string;

type Write = {
	readonly top: number;
	readonly text: string;
	readonly transformers: readonly Transformer[];
};

/**
 * Takes the place of Ink's own output grid. Ink's parses every row of every frame into
 * cells, and the cells into text again; one text is all that we draw, and its rows are
 * painted and cut to the width already. Only that is drawn: whole rows, nothing beside or over them.
 */
export class RowOutput {
	readonly #height: number;
	readonly #writes: Write[] = [];

	constructor({ height }: { readonly width: number; readonly height: number }) {
		this.#height = height;
	}

	/** Notes a text whose lines become rows from `top` on; `left` is always 0 here. */
	write(_left: number, top: number, text: string, options: { readonly transformers: readonly Transformer[] }): void {
		this.#writes.push({ top, text, transformers: options.transformers });
	}

	/** Nothing of ours is clipped: it was cut before. */
	clip(): void {}

	/** The same. */
	unclip(): void {}

	/** The frame, as Ink's own gives it: without blanks at the ends of rows. */
	get(): { readonly output: string; readonly height: number } {
		const rows: string[] = Array.from({ length: this.#height }, () => '');
		for (const { top, text, transformers } of this.#writes) {
			for (const [index, line] of text.split('\n').entries()) {
				const row = top + index;
				if (row < 0 || row >= rows.length) continue;
				rows[row] = transformers.reduce((drawn, transform) => transform(drawn, index), line).trimEnd();
			}
		}
		return { output: rows.join('\n'), height: this.#height };
	}
}
