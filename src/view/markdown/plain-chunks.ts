import { ownCopy } from '../../core/text/own-copy.js';
import { sanitizeText } from '../../core/text/sanitize.js';
import type { Line } from '../line.js';
import { wrapLine } from '../spans.js';
import type { Chunk, Splitter } from './split.js';

/** A chunk has at least so many characters, and no more than twice as many. */
const PIECE = 8192;

/** A growing text that is no Markdown in chunks: cut between lines, and between words of a longer one. */
export function createPlainSplitter(): Splitter {
	const chunks: Chunk[] = [];
	/** The end of it, of which no chunk was made yet. */
	let text = '';
	let continues: Chunk['continues'] = null;
	return {
		append: (more) => {
			text += more;
			let taken = 0;
			while (text.length - taken > 2 * PIECE) {
				const found = text.slice(taken + PIECE, taken + 2 * PIECE).indexOf('\n');
				const isBetween = found >= 0;
				const newline = taken + PIECE + found;
				const cut = isBetween ? newline + 1 : cutAt(text, taken + PIECE, taken + 2 * PIECE);
				chunks.push({ source: ownCopy(text.slice(taken, isBetween ? newline : cut)), continues, hasGap: false });
				continues = isBetween ? { kind: 'block' } : { kind: 'words' };
				taken = cut;
			}
			text = text.slice(taken);
		},
		chunks: () => chunks,
		tail: () => ({ source: text, continues, hasGap: false }),
		definitions: () => '',
	};
}

/** The lines of such a chunk, wrapped; empty ones stay. */
export function plainLines({ source }: Chunk, width: number): readonly Line[] {
	return sanitizeText(source)
		.split('\n')
		.flatMap((part) => wrapLine(part === '' ? [] : [{ text: part }], width));
}

/** Behind the last space, never inside a character. */
function cutAt(text: string, least: number, most: number): number {
	// Of what may be cut alone: in a word without an end the search would go back to the beginning of the text.
	const space = text.slice(least, most).lastIndexOf(' ');
	if (space >= 0) return least + space + 1;
	const code = text.charCodeAt(most);
	return code >= 0xdc00 && code < 0xe000 ? most - 1 : most;
}
