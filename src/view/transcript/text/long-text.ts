import { endOf, type GrowingText, type TextPosition, textAfter, wholeText } from '../../../core/text/growing-text.js';
import type { Line } from '../../line.js';
import { behindMargin, type MarkdownRoom, proseWidth } from '../../markdown/blocks.js';
import { chunkLines, opening, withoutOpening } from '../../markdown/chunk-lines.js';
import { type LinkDefinitions, parseBlocks } from '../../markdown/parse-markdown.js';
import { PlainSplitter, plainLines } from '../../markdown/plain-chunks.js';
import { type Chunk, MarkdownSplitter, type Splitter } from '../../markdown/split.js';
import { createStreamingMarkdown } from '../../markdown/streaming.js';
import { fitted, hang } from '../transcript-layout.js';
import { HangingLines } from './streaming-text.js';
import {
	finished,
	keyOf,
	type LongTextLayout,
	markerOf,
	NOT_DRAWN,
	type Piece,
	pieceOf,
	styleOf,
} from './text-piece.js';
import type { Part, TextView } from './text-view.js';

/** Characters; longer texts are laid out lazily. */
export const LONG_TEXT = 32_768;

/** Change of an entry's height when lines were laid out: from `line`, `before` lines instead of `after`. */
export type Shift = {
	readonly line: number;
	readonly before: number;
	readonly after: number;
	/** Drawn before for another width: the middle of the lines is still the middle. */
	readonly isScaled: boolean;
};

/** Long text behind a marker. Only parts in sight are parsed and laid out; the rest's height is guessed. */
export class LongText {
	#splitter: Splitter = new MarkdownSplitter();
	#pieces: Piece[] = [];
	#position: TextPosition | null = null;
	#onScreen: number;
	#layout: LongTextLayout = { width: 0, marker: [], isStreaming: false };
	#links: LinkDefinitions = {};
	#definitions = '';
	#linkVersion = 0;
	#tail = new TextTail();
	#shifts: Shift[] = [];
	#all: readonly Line[] | null = null;
	#laidOut = 0;

	/** `onScreen` characters are on the screen already and must not move. */
	constructor(onScreen = 0) {
		this.#onScreen = onScreen;
	}

	take(text: GrowingText, layout: LongTextLayout): this {
		const isOtherKind = layout.isPlain !== this.#layout.isPlain;
		const more = isOtherKind ? null : textAfter(this.#position, text);
		if (layout.head !== this.#layout.head || layout.foot !== this.#layout.foot) this.#all = null;
		this.#layout = layout;
		if (isOtherKind || (more === null && this.#position !== null)) this.#startAnew();
		this.#position = endOf(text);
		this.#splitter.append(more ?? text.text);
		this.#takeDefinitions();
		this.#takeChunks();
		this.#drawTail();
		return this;
	}

	view(): TextView {
		return {
			height: this.height(),
			isGuessedFrom: (line) => this.#isGuessedFrom(line),
			line: (index) => this.line(index),
			around: (index) => this.#around(index),
			parts: (from) => this.#partsFrom(from),
			drawnParts: () => this.#parts((piece) => piece.lines),
			isReady: () => this.#pieces.every((piece) => piece.key !== NOT_DRAWN),
			drawSome: (characters) => this.#drawSome(characters),
		};
	}

	height(): number {
		const { foot = [] } = this.#layout;
		return this.#linesAbove(this.#pieces.length) + this.#tail.lines.length + foot.length;
	}

	#isGuessedFrom(line: number): boolean {
		let end = this.#linesAbove(0);
		return this.#pieces.some((piece) => {
			end += piece.height;
			return end > line && piece.key !== this.#keyOf(piece);
		});
	}

	line(index: number): Line {
		const { first, lines } = this.#around(index);
		return lines[index - first] ?? [];
	}

	#around(index: number): Part {
		const { head = [], foot } = this.#layout;
		let first = head.length;
		if (index < first) return { first: 0, lines: head };
		for (const [at, piece] of this.#pieces.entries()) {
			if (index < first + piece.height) return { first, lines: this.#drawn(piece, at) };
			first += piece.height;
		}
		const end = first + this.#tail.lines.length;
		return index < end || foot === undefined ? { first, lines: this.#tail.lines } : { first: end, lines: foot };
	}

	#partsFrom(from = 0): Iterable<Part> {
		const skipped = this.#layout.head === undefined ? from : from - 1;
		return this.#parts((piece, at) => (at < skipped ? [] : this.#drawn(piece, at)));
	}

	all(): readonly Line[] {
		this.#all ??= [...this.#partsFrom()].flatMap((part) => part.lines);
		return this.#all;
	}

	#drawSome(characters: number): boolean {
		let left = characters;
		for (const [index, piece] of this.#pieces.entries()) {
			if (piece.key !== NOT_DRAWN) continue;
			if (left <= 0) return false;
			this.#drawn(piece, index);
			left -= piece.chunk.source.length;
		}
		return true;
	}

	takeShifts(): readonly Shift[] {
		const shifts = this.#shifts;
		this.#shifts = [];
		return shifts;
	}

	hasShifts(): boolean {
		return this.#shifts.length > 0;
	}

	/** Characters laid out so far, for tests and benches. */
	laidOut(): number {
		return this.#laidOut;
	}

	#startAnew(): void {
		this.#splitter = this.#layout.isPlain ? new PlainSplitter() : new MarkdownSplitter();
		this.#pieces = [];
		this.#tail = new TextTail();
		this.#onScreen = 0;
		this.#all = null;
	}

	#keyOf(piece: Piece): string {
		return keyOf(piece, this.#layout, this.#linkVersion);
	}

	#linesAbove(pieces: number): number {
		let lines = this.#layout.head?.length ?? 0;
		for (let at = 0; at < pieces; at += 1) lines += this.#pieces[at]?.height ?? 0;
		return lines;
	}

	#linesOf(chunk: Chunk, room: number): readonly Line[] {
		const { isPlain, isDrawn = false, width } = this.#layout;
		const inner = { ...behindMargin(this.#layout, width - room), isDrawn };
		return isPlain ? plainLines(chunk, proseWidth(inner)) : chunkLines(chunk, inner, this.#links);
	}

	#draw(piece: Piece, index: number): void {
		const { chunk } = piece;
		this.#laidOut += chunk.source.length;
		const layout = this.#layout;
		const style = styleOf(layout);
		const hung = hang(markerOf(layout, index === 0), layout.width, (room) => style(this.#linesOf(chunk, room)));
		piece.lines = finished(chunk, fitted(hung, layout.width), layout);
		piece.height = piece.lines.length;
		piece.key = this.#keyOf(piece);
		this.#all = null;
	}

	#drawn(piece: Piece, index: number): readonly Line[] {
		const { key, height } = piece;
		if (key === this.#keyOf(piece)) return piece.lines;
		this.#draw(piece, index);
		if (piece.height !== height) {
			const line = this.#linesAbove(index);
			this.#shifts.push({ line, before: height, after: piece.height, isScaled: key !== NOT_DRAWN });
		}
		return piece.lines;
	}

	#takeDefinitions(): void {
		const found = this.#splitter.definitions();
		if (found === this.#definitions) return;
		this.#definitions = found;
		this.#links = parseBlocks(found).links;
		this.#linkVersion += 1;
	}

	#takeChunks(): void {
		let length = 0;
		for (const { chunk } of this.#pieces) length += chunk.source.length;
		for (const chunk of this.#splitter.chunks().slice(this.#pieces.length)) {
			const piece = pieceOf(chunk, proseWidth(this.#layout));
			// Text on the screen keeps its place.
			if (length < this.#onScreen) this.#draw(piece, this.#pieces.length);
			this.#pieces.push(piece);
			length += chunk.source.length;
		}
		this.#onScreen = length + this.#splitter.tail().source.length;
	}

	#drawTail(): void {
		const chunk = this.#splitter.tail();
		const count = this.#pieces.length;
		const key = `${this.#keyOf(pieceOf(chunk, 0))} ${this.#layout.isStreaming} ${count}`;
		if (this.#tail.isDrawn(chunk, key)) return;
		this.#laidOut += chunk.source.length;
		const links = { definitions: this.#definitions, version: this.#linkVersion };
		this.#tail.draw(chunk, key, count === 0, this.#layout, links, (room) => this.#linesOf(chunk, room));
		this.#all = null;
	}

	*#parts(linesOf: (piece: Piece, at: number) => readonly Line[]): Generator<Part> {
		const { head, foot } = this.#layout;
		let first = head?.length ?? 0;
		if (head !== undefined) yield { first: 0, lines: head };
		for (const [at, piece] of this.#pieces.entries()) {
			yield { first, lines: linesOf(piece, at) };
			first += piece.height;
		}
		yield { first, lines: this.#tail.lines };
		if (foot !== undefined) yield { first: first + this.#tail.lines.length, lines: foot };
	}
}

class TextTail {
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
				? this.#streamed(chunk, `${key} ${links.version}`, links.definitions, {
						...behindMargin(layout, layout.width - room),
						isDrawn: layout.isDrawn === true && chunk.continues?.kind !== 'fence',
					})
				: settled(room);
		const lines = this.#hanging.hang(key, markerOf(layout, isFirst), layout.width, draw, styleOf(layout));
		this.lines = finished(chunk, lines, layout);
		this.#key = key;
		this.#source = chunk.source;
	}

	#streamed(chunk: Chunk, id: string, definitions: string, room: MarkdownRoom): readonly Line[] {
		const defined = definitions === '' ? '' : `${definitions}\n`;
		const source = wholeText(id, defined + opening(chunk.continues) + chunk.source);
		return withoutOpening(this.#stream.render(source, room), chunk.continues);
	}
}
