import { cellWidth, graphemes } from '../../core/text/width.js';

/** Private characters: one for each grapheme that is not one cell of one unit, and one that fills its other cells. */
const FIRST = 0xe000;
const FILLER = '\uf8ff';
const PRIVATE = /[\ue000-\uf8ff]/g;
const ENCODED = /([\ue000-\uf8fe])\uf8ff*/g;

type Encoded = { readonly text: string; readonly characters: readonly string[] };

/** Text with one character for each cell; null where it has too many kinds. Its own private characters are dropped. */
export function encodeWide(text: string): Encoded | null {
	const characters = new Map<string, string>();
	let encoded = '';
	for (const grapheme of graphemes(text.replace(PRIVATE, ''))) {
		const width = cellWidth(grapheme);
		if (grapheme === '\n' || (grapheme.length === 1 && width === 1)) encoded += grapheme;
		else if (width > 0) {
			const code = characters.get(grapheme) ?? String.fromCharCode(FIRST + characters.size);
			if (code >= FILLER) return null;
			characters.set(grapheme, code);
			encoded += code + FILLER.repeat(width - 1);
		}
	}
	return { text: encoded, characters: [...characters.keys()] };
}

/** Inverse of {@link encodeWide}. */
export function decodeWide(text: string, characters: readonly string[]): string {
	return text
		.replace(ENCODED, (_, code: string) => characters[code.charCodeAt(0) - FIRST] ?? '')
		.replaceAll(FILLER, '');
}
