import { ownCopy } from '../../core/text/growing-text.js';
import { sanitizeText } from '../../core/text/sanitize.js';
import type { Line } from '../line.js';
import { wrapLine } from '../spans.js';
import { type Chunk, type Splitter, wordEnd } from './split.js';

/** Least characters of a chunk; the most are twice as many. */
const PIECE = 8192;

export class PlainSplitter implements Splitter {
	readonly #chunks: Chunk[] = [];
	#text = '';
	#continues: Chunk['continues'] = null;

	append(more: string): void {
		this.#text += more;
		let taken = 0;
		while (this.#text.length - taken > 2 * PIECE) {
			const [least, most] = [taken + PIECE, taken + 2 * PIECE];
			const found = this.#text.slice(least, most).indexOf('\n');
			const end = found < 0 ? wordEnd(this.#text, least, most) : least + found;
			this.#chunks.push({ ...this.tail(), source: ownCopy(this.#text.slice(taken, end)) });
			this.#continues = { kind: found < 0 ? 'words' : 'block' };
			taken = found < 0 ? end : end + 1;
		}
		this.#text = this.#text.slice(taken);
	}

	chunks(): readonly Chunk[] {
		return this.#chunks;
	}

	tail(): Chunk {
		return { source: this.#text, continues: this.#continues, hasGap: false };
	}

	definitions(): string {
		return '';
	}
}

export function plainLines({ source }: Chunk, width: number): readonly Line[] {
	return sanitizeText(source)
		.split('\n')
		.flatMap((part) => wrapLine(part === '' ? [] : [{ text: part }], width));
}
