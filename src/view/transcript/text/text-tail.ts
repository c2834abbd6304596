import { wholeText } from '../../../core/text/growing-text.js';
import type { Line } from '../../line.js';
import { opening, withoutOpening } from '../../markdown/chunk-lines.js';
import type { Chunk } from '../../markdown/split.js';
import { createStreamingMarkdown } from '../../markdown/streaming.js';
import { HangingLines } from './streaming-text.js';
import { finished, type LongTextLayout, markerOf, styleOf } from './text-piece.js';

/** End of a long text, which may still grow: drawn anew with each chunk that comes. */
export class TextTail {
	lines: readonly Line[] = [];
	#key = '';
	#source: string | null = null;
	readonly #hanging = new HangingLines();
	readonly #stream = createStreamingMarkdown();

	isDrawn(chunk: Chunk, key: string): boolean {
		return this.#key === key && this.#source === chunk.source;
	}

	/** `settled` gives the lines where the text is not streaming Markdown. */
	draw(
		chunk: Chunk,
		key: string,
		isFirst: boolean,
		layout: LongTextLayout,
		links: { readonly definitions: string; readonly version: number },
		settled: (room: number) => readonly Line[],
	): void {
		const draw = (room: number): readonly Line[] =>
			layout.isStreaming && !layout.isPlain
				? this.#streamed(chunk, `${key} ${links.version}`, links.definitions, room)
				: settled(room);
		const lines = this.#hanging.hang(key, markerOf(layout, isFirst), layout.width, draw, styleOf(layout));
		this.lines = finished(chunk, lines, layout);
		this.#key = key;
		this.#source = chunk.source;
	}

	#streamed(chunk: Chunk, id: string, definitions: string, room: number): readonly Line[] {
		const defined = definitions === '' ? '' : `${definitions}\n`;
		const source = wholeText(id, defined + opening(chunk.continues) + chunk.source);
		return withoutOpening(this.#stream.render(source, room), chunk.continues);
	}
}
