import type { MessageEntry } from '../../core/session/entries/entry.js';
import { wholeText } from '../../core/text/growing-text.js';
import { highlightVersion } from '../code/highlight.js';
import type { Line } from '../line.js';
import type { RenderContext } from '../transcript/context.js';
import { markerOf } from '../transcript/entries/message.js';
import { StreamingText } from '../transcript/text/streaming-text.js';

/**
 * Writes a message paragraph by paragraph while it grows. Progress is counted in blocks, which are the same in any
 * width.
 */
export type GrowingMessage = {
	readonly entryId: string;
	isBegun(): boolean;
	/** Lines that are not written. */
	left(entry: MessageEntry, context: RenderContext): readonly Line[];
	/** Unwritten lines that nothing changes any more; they count as written from now on. */
	takeSettled(entry: MessageEntry, context: RenderContext): readonly Line[];
};

export function createGrowingMessage(entryId: string): GrowingMessage {
	const stream = new StreamingText();
	let written = 0;
	let drawn: { readonly entry: MessageEntry; readonly layout: string; readonly lines: readonly Line[] } | null = null;

	function draw(entry: MessageEntry, { width }: RenderContext): readonly Line[] {
		const layout = `${width} ${highlightVersion()}`;
		if (drawn?.entry !== entry || drawn.layout !== layout) {
			const isEmpty = entry.text.trim() === '';
			drawn = {
				entry,
				layout,
				lines: isEmpty
					? []
					: stream.show(wholeText(entry.id, entry.text), width, markerOf(entry.text), entry.isStreaming),
			};
		}
		return drawn.lines;
	}

	return {
		entryId,
		isBegun: () => stream.linesOf(written) > 0,
		left: (entry, context) => draw(entry, context).slice(stream.linesOf(written)),
		takeSettled(entry, context) {
			const lines = draw(entry, context);
			const from = stream.linesOf(written);
			written = Math.max(written, stream.settledBlocks());
			return lines.slice(from, stream.linesOf(written));
		},
	};
}
