import { endOf, type GrowingText, type TextPosition, textAfter, wholeText } from '../../../core/text/growing-text.js';
import { highlightVersion } from '../../code/highlight.js';
import type { Line } from '../../line.js';
import { chunkLines, opening, withoutOpening } from '../../markdown/chunk-lines.js';
import { type LinkDefinitions, parseBlocks } from '../../markdown/parse.js';
import { createPlainSplitter, plainLines } from '../../markdown/plain-chunks.js';
import { type Chunk, createSplitter, type Splitter } from '../../markdown/split.js';
import { createStreamingMarkdown } from '../../markdown/streaming.js';
import { lineWidth } from '../../spans.js';
import { dimmed, fitted, hang } from '../layout.js';

/** A text with more characters than this is laid out where somebody looks. */
export const LONG_TEXT = 32_768;

/** Lines of an entry that became more or fewer when they were looked at: from `line`, `before` instead of `after`. */
export type Shift = {
	readonly line: number;
	readonly before: number;
	readonly after: number;
	/** They were drawn before, for another width: what stood in their middle still does. */
	readonly isScaled: boolean;
};

/** What a long text is drawn with. */
type LongTextLook = {
	readonly width: number;
	readonly marker: Line;
	readonly isStreaming: boolean;
	readonly isDim?: boolean;
	/** Lines that stand above the text, and below it. */
	readonly head?: readonly Line[];
	readonly foot?: readonly Line[];
	/** Shown as it was written, and not as Markdown. */
	readonly isPlain?: boolean;
	/** What becomes of each line of the text in the end. */
	readonly finish?: (line: Line) => Line;
};

/** A long Markdown text behind a marker. Only what is looked at is parsed and laid out; the rest is guessed. */
export type LongText = {
	/** Takes the text so far, and how it is drawn. Costs what is new of it. */
	readonly take: (text: GrowingText, look: LongTextLook) => void;
	/** How many lines it has, as far as that is known. */
	readonly height: () => number;
	/** Whether lines from here on are only guessed. */
	readonly isGuessedFrom: (line: number) => boolean;
	/** A line; draws what it belongs to. */
	readonly line: (index: number) => Line;
	/** The lines that are laid out together with this one, and the first one's index. */
	readonly around: (index: number) => Part;
	/** All of them, part by part; those before `from`, counted in parts, are not laid out and come without lines. */
	readonly parts: (from?: number) => Iterable<Part>;
	/** The same without drawing anything: where the width is another now, as it was drawn before. */
	readonly drawnParts: () => Iterable<Part>;
	readonly all: () => readonly Line[];
	/** Whether everything was drawn, if only for another width. */
	readonly isReady: () => boolean;
	/** Lays out about so many characters more of what was never drawn; false when something is left. */
	readonly drawSome: (characters: number) => boolean;
	/** What has moved since the last call. */
	readonly takeShifts: () => readonly Shift[];
	readonly hasShifts: () => boolean;
	/** Characters that were laid out so far, for tests and benches. */
	readonly laidOut: () => number;
};

/** Some lines of an entry, and the index of the first one. */
export type Part = { readonly first: number; readonly lines: readonly Line[] };

type Piece = {
	readonly chunk: Chunk;
	readonly hasCode: boolean;
	readonly mayRefer: boolean;
	lines: readonly Line[];
	key: string;
	height: number;
};

const NOT_DRAWN = '';

/** A long text that has seen nothing; `known` characters of it stand on the screen already. */
export function createLongText(known = 0): LongText {
	let splitter: Splitter = createSplitter();
	let pieces: Piece[] = [];
	let position: TextPosition | null = null;
	let tailSeen = known;
	let look: LongTextLook = { width: 0, marker: [], isStreaming: false };
	let links: LinkDefinitions = {};
	let definitions = '';
	let linkVersion = 0;
	let stream = createStreamingMarkdown();
	let tail: Piece | null = null;
	/** What the tail's lines were made from. */
	let tailSources: readonly Line[] = [];
	let shifts: Shift[] = [];
	let flat: readonly Line[] | null = null;
	let laidOut = 0;

	function startAnew(): void {
		splitter = look.isPlain ? createPlainSplitter() : createSplitter();
		pieces = [];
		tail = null;
		tailSeen = 0;
		flat = null;
		stream = createStreamingMarkdown();
	}

	const keyOf = ({ hasCode, mayRefer }: Pick<Piece, 'hasCode' | 'mayRefer'>): string =>
		`${look.width} ${mayRefer ? linkVersion : ''} ${hasCode ? highlightVersion() : ''}`;

	function framed(chunk: Chunk, isFirst: boolean, draw: (room: number) => readonly Line[]): readonly Line[] {
		const marker: Line = isFirst ? look.marker : [{ text: ' '.repeat(lineWidth(look.marker)) }];
		const inner = look.isDim ? (room: number): readonly Line[] => dimmed(draw(room)) : draw;
		const hung = fitted(hang(marker, look.width, inner), look.width);
		const lines = chunk.hasGap && hung.length > 0 ? [[], ...hung] : hung;
		return look.finish === undefined ? lines : lines.map(look.finish);
	}

	const linesOf = (chunk: Chunk, room: number): readonly Line[] =>
		look.isPlain ? plainLines(chunk, room) : chunkLines(chunk, room, links);

	const headHeight = (): number => look.head?.length ?? 0;

	function draw(piece: Piece, index: number): void {
		const { chunk } = piece;
		laidOut += chunk.source.length;
		piece.lines = framed(chunk, index === 0, (room) => linesOf(chunk, room));
		piece.height = piece.lines.length;
		piece.key = keyOf(piece);
		flat = null;
	}

	function drawn(piece: Piece, index: number): readonly Line[] {
		const { key, height } = piece;
		if (key === keyOf(piece)) return piece.lines;
		draw(piece, index);
		if (piece.height !== height) {
			const line = pieces.slice(0, index).reduce((sum, above) => sum + above.height, headHeight());
			shifts.push({ line, before: height, after: piece.height, isScaled: key !== NOT_DRAWN });
		}
		return piece.lines;
	}

	function takeDefinitions(): void {
		const found = splitter.definitions();
		if (found === definitions) return;
		definitions = found;
		links = parseBlocks(definitions).links;
		linkVersion += 1;
	}

	function takeChunks(): void {
		let length = 0;
		for (const { chunk } of pieces) length += chunk.source.length;
		for (const chunk of splitter.chunks().slice(pieces.length)) {
			const piece = pieceOf(chunk, look.width);
			// What stood on the screen stays where it is.
			if (length < tailSeen) draw(piece, pieces.length);
			pieces.push(piece);
			length += chunk.source.length;
		}
		tailSeen = length + splitter.tail().source.length;
	}

	function drawTail(): void {
		const chunk = splitter.tail();
		const fresh = pieceOf(chunk, look.width);
		const key = `${keyOf(fresh)} ${look.isStreaming} ${pieces.length}`;
		if (tail?.key === key && tail.chunk.source === chunk.source) return;
		laidOut += chunk.source.length;
		const { continues } = chunk;
		const defined = definitions === '' ? '' : `${definitions}\n`;
		let sources: readonly Line[] = [];
		const lines = framed(chunk, pieces.length === 0, (room) => {
			sources =
				look.isStreaming && !look.isPlain
					? withoutOpening(
							stream.render(
								wholeText(`${pieces.length} ${linkVersion}`, defined + opening(continues) + chunk.source),
								room,
							),
							continues,
						)
					: linesOf(chunk, room);
			return sources;
		});
		// Lines that are as they were stay the same objects, so that nobody paints them again.
		const above = lines.length - sources.length;
		const old = tail?.key === key && tail.lines.length - tailSources.length === above ? tail.lines : [];
		const kept = lines.map((line, index) =>
			sources[index - above] !== undefined && sources[index - above] === tailSources[index - above]
				? (old[index] ?? line)
				: line,
		);
		tail = { ...fresh, lines: kept, key, height: kept.length };
		tailSources = sources;
		flat = null;
	}

	function partAt(index: number): Part {
		let first = headHeight();
		if (index < first) return { first: 0, lines: look.head ?? [] };
		for (const [at, piece] of pieces.entries()) {
			if (index < first + piece.height) return { first, lines: drawn(piece, at) };
			first += piece.height;
		}
		const end = first + (tail?.height ?? 0);
		return index < end || look.foot === undefined
			? { first, lines: tail?.lines ?? [] }
			: { first: end, lines: look.foot };
	}

	function* parts(linesOfPiece: (piece: Piece, at: number) => readonly Line[]): Generator<Part> {
		let first = headHeight();
		if (look.head !== undefined) yield { first: 0, lines: look.head };
		for (const [at, piece] of pieces.entries()) {
			yield { first, lines: linesOfPiece(piece, at) };
			first += piece.height;
		}
		yield { first, lines: tail?.lines ?? [] };
		if (look.foot !== undefined) yield { first: first + (tail?.height ?? 0), lines: look.foot };
	}

	return {
		take: (text, newLook) => {
			if (newLook.head !== look.head || newLook.foot !== look.foot) flat = null;
			const isOther = newLook.isPlain !== look.isPlain;
			look = newLook;
			const more = isOther ? null : textAfter(position, text);
			if (isOther || (more === null && position !== null)) startAnew();
			position = endOf(text);
			splitter.append(more ?? text.text);
			takeDefinitions();
			takeChunks();
			drawTail();
		},
		height: () =>
			pieces.reduce((sum, piece) => sum + piece.height, headHeight() + (tail?.height ?? 0) + (look.foot?.length ?? 0)),
		isGuessedFrom: (line) => {
			let end = headHeight();
			return pieces.some((piece) => {
				end += piece.height;
				return end > line && piece.key !== keyOf(piece);
			});
		},
		line: (index) => {
			const { first, lines } = partAt(index);
			return lines[index - first] ?? [];
		},
		around: partAt,
		parts: (from = 0) => {
			const skipped = look.head === undefined ? from : from - 1;
			return parts((piece, at) => (at < skipped ? [] : drawn(piece, at)));
		},
		drawnParts: () => parts((piece) => piece.lines),
		all: () => {
			flat ??= [...parts(drawn)].flatMap((part) => part.lines);
			return flat;
		},
		isReady: () => pieces.every((piece) => piece.key !== NOT_DRAWN),
		drawSome: (characters) => {
			let left = characters;
			for (const [index, piece] of pieces.entries()) {
				if (piece.key !== NOT_DRAWN) continue;
				if (left <= 0) return false;
				drawn(piece, index);
				left -= piece.chunk.source.length;
			}
			return true;
		},
		takeShifts: () => {
			const moved = shifts;
			shifts = [];
			return moved;
		},
		hasShifts: () => shifts.length > 0,
		laidOut: () => laidOut,
	};
}

function pieceOf(chunk: Chunk, width: number): Piece {
	const { source, continues } = chunk;
	return {
		chunk,
		hasCode: continues?.kind === 'fence' || /`{3}|~{3}/.test(source),
		mayRefer: source.includes('['),
		lines: [],
		key: NOT_DRAWN,
		height: guessedHeight(source, width),
	};
}

function guessedHeight(source: string, width: number): number {
	if (!/\S/.test(source)) return 0;
	let newlines = 0;
	for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) newlines += 1;
	return Math.max(1, newlines + Math.floor(source.length / Math.max(1, 2 * width)));
}
