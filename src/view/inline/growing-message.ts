import type { MessageEntry } from '../../core/session/entries/entry.js';
import { wholeText } from '../../core/text/growing-text.js';
import { highlightVersion } from '../code/highlight.js';
import type { Line } from '../line.js';
import type { RenderContext } from '../transcript/context.js';
import { markerOf } from '../transcript/entries/message.js';
import { StreamingText } from '../transcript/text/streaming-text.js';

/**
 * Writes a message paragraph by paragraph while it grows. Progress is counted in blocks, which are the same in any width.
 */
export class GrowingMessage {
	readonly entryId: string;
	readonly #stream = new StreamingText();
	#written = 0;
	#drawn: { readonly entry: MessageEntry; readonly layout: string; readonly lines: readonly Line[] } | null = null;

	constructor(entryId: string) {
		this.entryId = entryId;
	}

	isBegun(): boolean {
		return this.#stream.linesOf(this.#written) > 0;
	}

	left(entry: MessageEntry, context: RenderContext): readonly Line[] {
		return this.#draw(entry, context).slice(this.#stream.linesOf(this.#written));
	}

	/** Unwritten lines that nothing changes any more; they count as written from now on. */
	takeSettled(entry: MessageEntry, context: RenderContext): readonly Line[] {
		const lines = this.#draw(entry, context);
		const from = this.#stream.linesOf(this.#written);
		this.#written = Math.max(this.#written, this.#stream.settledBlocks());
		return lines.slice(from, this.#stream.linesOf(this.#written));
	}

	#draw(entry: MessageEntry, { width }: RenderContext): readonly Line[] {
		const layout = `${width} ${highlightVersion()}`;
		if (this.#drawn?.entry === entry && this.#drawn.layout === layout) return this.#drawn.lines;
		const text = wholeText(entry.id, entry.text);
		const isEmpty = entry.text.trim() === '';
		const lines = isEmpty ? [] : this.#stream.show(text, width, markerOf(entry.text), entry.isStreaming);
		this.#drawn = { entry, layout, lines };
		return lines;
	}
}
