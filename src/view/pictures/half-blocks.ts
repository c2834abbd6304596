import { type Line, type Span, type Style, styled } from '../line.js';
import { noteOrigin } from '../line-origin.js';

/** Four bytes a pixel: red, green, blue, alpha. */
export type Pixels = { readonly width: number; readonly height: number; readonly data: Uint8Array };

type Box = { readonly columns: number; readonly rows: number };
type Color = `#${string}`;

const BLANK: Style = {};

export function halfBlockLines(pixels: Pixels | null, { columns, rows }: Box): Line[] {
	return Array.from({ length: rows }, (_, row) => {
		const line = pixels === null ? [styled(' '.repeat(columns), BLANK)] : lineOf(pixels, row, { columns, rows });
		// A picture has no text to copy.
		return noteOrigin(line, null, { gutter: columns, whole: null });
	});
}

function lineOf(pixels: Pixels, row: number, box: Box): Line {
	const spans: Span[] = [];
	let last = '';
	for (let column = 0; column < box.columns; column += 1) {
		const above = colorAt(pixels, column, row * 2, box);
		const below = colorAt(pixels, column, row * 2 + 1, box);
		const [sign, style] = cellOf(above, below);
		const before = spans.at(-1);
		const key = `${above} ${below}`;
		if (before !== undefined && key === last) spans[spans.length - 1] = { ...before, text: before.text + sign };
		else spans.push(styled(sign, style));
		last = key;
	}
	return spans;
}

function cellOf(above: Color | null, below: Color | null): readonly [string, Style] {
	if (above === null) return below === null ? [' ', BLANK] : ['▄', { rgb: { text: below, background: null } }];
	return ['▀', { rgb: { text: above, background: below } }];
}

/** Colour in the middle of half a cell, in steps of which neighbours often share one; null where nothing is drawn. */
function colorAt({ width, height, data }: Pixels, column: number, half: number, { columns, rows }: Box): Color | null {
	const x = Math.min(width - 1, Math.floor(((column + 0.5) * width) / columns));
	const y = Math.min(height - 1, Math.floor(((half + 0.5) * height) / (rows * 2)));
	const at = (y * width + x) * 4;
	if ((data[at + 3] ?? 0) < 128) return null;
	const channel = (offset: number): string => (((data[at + offset] ?? 0) & 0xfc) | 2).toString(16).padStart(2, '0');
	return `#${channel(0)}${channel(1)}${channel(2)}`;
}
