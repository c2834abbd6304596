import type { GrowingText } from '../../../core/text/growing-text.js';
import type { Line } from '../../line.js';
import { createStreamingMarkdown } from '../../markdown/streaming.js';
import { HangingLines } from './hanging-lines.js';

/** Growing Markdown text behind a marker, whose finished lines stay the same objects. */
export class StreamingText {
	readonly #markdown = createStreamingMarkdown();
	readonly #lines = new HangingLines();
	readonly settledBlocks = this.#markdown.settledBlocks;
	readonly linesOf = this.#markdown.linesOf;

	/** Lines of the text so far; costs what is new. `isStreaming` false: the text is complete. */
	show(source: GrowingText, width: number, marker: Line, isStreaming = true): readonly Line[] {
		return this.#lines.hang(`${width} ${marker[0]?.text}`, marker, width, (room) =>
			this.#markdown.render(source, room, { isStreaming }),
		);
	}
}
