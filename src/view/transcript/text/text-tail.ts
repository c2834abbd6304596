import { wholeText } from '../../../core/text/growing-text.js';
import type { Line } from '../../line.js';
import { opening, withoutOpening } from '../../markdown/chunk-lines.js';
import type { Chunk } from '../../markdown/split.js';
import { createStreamingMarkdown } from '../../markdown/streaming.js';
import { framedLines, type LongTextLook } from './text-piece.js';

/** The end of a long text, which may still grow: it is drawn anew with each chunk that comes. */
export class TextTail {
	lines: readonly Line[] = [];
	#key = '';
	#source: string | null = null;
	/** What the lines were made from, before they were hung behind the marker. */
	#sources: readonly Line[] = [];
	readonly #stream = createStreamingMarkdown();

	/** Whether it stands as it was drawn. */
	isDrawn(chunk: Chunk, key: string): boolean {
		return this.#key === key && this.#source === chunk.source;
	}

	/** Draws it; `settled` gives the lines where the text is not streaming Markdown. */
	draw(
		chunk: Chunk,
		key: string,
		isFirst: boolean,
		look: LongTextLook,
		links: { readonly definitions: string; readonly version: number },
		settled: (room: number) => readonly Line[],
	): void {
		let sources: readonly Line[] = [];
		const framed = framedLines(chunk, isFirst, look, (room) => {
			sources =
				look.isStreaming && !look.isPlain
					? this.#streamed(chunk, `${key} ${links.version}`, links.definitions, room)
					: settled(room);
			return sources;
		});
		// Lines that are as they were stay the same objects, so that nobody paints them again.
		const above = framed.length - sources.length;
		const old = this.#key === key && this.lines.length - this.#sources.length === above ? this.lines : [];
		this.lines = framed.map((line, index) => {
			const source = sources[index - above];
			return source !== undefined && source === this.#sources[index - above] ? (old[index] ?? line) : line;
		});
		this.#sources = sources;
		this.#key = key;
		this.#source = chunk.source;
	}

	#streamed(chunk: Chunk, id: string, definitions: string, room: number): readonly Line[] {
		const defined = definitions === '' ? '' : `${definitions}\n`;
		const source = wholeText(id, defined + opening(chunk.continues) + chunk.source);
		return withoutOpening(this.#stream.render(source, room), chunk.continues);
	}
}
