import type { GrowingText } from '../../../core/text/growing-text.js';
import type { Line } from '../../line.js';
import { createStreamingMarkdown } from '../../markdown/streaming.js';
import { HangingLines } from './hanging-lines.js';

/** A growing Markdown text behind a marker, whose finished lines are kept as they are. */
export class StreamingText {
	readonly #markdown = createStreamingMarkdown();
	readonly #lines = new HangingLines();
	/** How many blocks nothing can change any more, but for a link that is defined later. */
	readonly settledBlocks = this.#markdown.settledBlocks;
	/** How many lines the first settled blocks take in the width of the last call. */
	readonly linesOf = this.#markdown.linesOf;

	/** The lines of the text so far; costs what is new. `isStreaming` false: that is all of it. */
	show(source: GrowingText, width: number, marker: Line, isStreaming = true): readonly Line[] {
		return this.#lines.hang(`${width} ${marker[0]?.text}`, marker, width, (room) =>
			this.#markdown.render(source, room, { isStreaming }),
		);
	}
}
