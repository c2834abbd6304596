import type { GrowingText } from '../../../core/text/growing-text.js';
import type { Line } from '../../line.js';
import { createStreamingMarkdown, type StreamingMarkdown } from '../../markdown/streaming.js';
import { fitted, hang } from '../layout.js';

/** A growing Markdown text behind a marker, whose finished lines are kept as they are. */
export type StreamingText = {
	/** The lines of the text so far, hung as `hang` does; costs what is new. `isStreaming` false: that is all of it. */
	readonly show: (source: GrowingText, width: number, marker: Line, isStreaming?: boolean) => readonly Line[];
} & Pick<StreamingMarkdown, 'settledBlocks' | 'linesOf'>;

/** A stream without text. */
export function createStreamingText(): StreamingText {
	const markdown = createStreamingMarkdown();
	let width = -1;
	let sources: readonly Line[] = [];
	let drawn: readonly Line[] = [];
	return {
		settledBlocks: markdown.settledBlocks,
		linesOf: markdown.linesOf,
		show: (source, newWidth, marker, isStreaming = true) => {
			const before = newWidth === width ? { sources, drawn } : { sources: [], drawn: [] };
			let fresh: readonly Line[] = [];
			let kept = 0;
			const changed = hang(marker, newWidth, (room) => {
				fresh = markdown.render(source, room, { isStreaming });
				while (kept < fresh.length && fresh[kept] === before.sources[kept]) kept += 1;
				// The marker goes to the first line, so a kept head is stood in for by an empty one.
				return kept === 0 ? fresh : [[], ...fresh.slice(kept)];
			});
			const tail = fitted(kept === 0 ? changed : changed.slice(1), newWidth);
			width = newWidth;
			sources = fresh;
			drawn = kept === 0 ? tail : [...before.drawn.slice(0, kept), ...tail];
			return drawn;
		},
	};
}
