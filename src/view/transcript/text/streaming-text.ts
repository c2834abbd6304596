import { type GrowingText, wholeText } from '../../../core/text/growing-text.js';
import type { Line } from '../../line.js';
import { behindMargin, type MarkdownRoom } from '../../markdown/blocks.js';
import { createStreamingMarkdown } from '../../markdown/streaming.js';
import { fitted, hang } from '../transcript-layout.js';

const SAME = (lines: readonly Line[]): readonly Line[] => lines;

/** Lines behind a marker, drawn again while a text grows. Unchanged lines at the beginning stay the same objects. */
export class HangingLines {
	#key = '';
	#sources: readonly Line[] = [];
	#lines: readonly Line[] = [];

	/** Like `hang`, fitted. `key`: what lines depend on besides the text; `style` is applied to the changed ones. */
	hang(
		key: string,
		marker: Line,
		width: number,
		draw: (room: number) => readonly Line[],
		style: (lines: readonly Line[]) => readonly Line[] = SAME,
	): readonly Line[] {
		const before = key === this.#key ? this.#sources : [];
		let sources: readonly Line[] = [];
		let kept = 0;
		const changed = hang(marker, width, (room) => {
			sources = draw(room);
			while (kept < sources.length && sources[kept] === before[kept]) kept += 1;
			const rest = style(kept === 0 ? sources : sources.slice(kept));
			// An empty line takes the marker in the place of the lines that are kept.
			return kept === 0 ? rest : [[], ...rest];
		});
		const rest = fitted(kept === 0 ? changed : changed.slice(1), width);
		this.#lines = kept === 0 ? rest : [...this.#lines.slice(0, kept), ...rest];
		this.#sources = sources;
		this.#key = key;
		return this.#lines;
	}
}

/** The text of an entry: the id of another session's may be the same, its time is not. */
export function textOfEntry({ id, at, text }: { readonly id: string; readonly at: number; readonly text: string }) {
	return wholeText(`${id} ${at}`, text);
}

export class StreamingText {
	readonly #markdown = createStreamingMarkdown();
	readonly #lines = new HangingLines();
	readonly settledBlocks = this.#markdown.settledBlocks;
	readonly linesOf = this.#markdown.linesOf;

	/** Lines of the text so far; costs what is new. `isStreaming` false: the text is complete. */
	show(source: GrowingText, room: MarkdownRoom, marker: Line, isStreaming = true): readonly Line[] {
		return this.#lines.hang(`${room.width} ${room.column} ${marker[0]?.text}`, marker, room.width, (width) =>
			this.#markdown.render(source, { ...room, ...behindMargin(room, room.width - width) }, isStreaming),
		);
	}
}
