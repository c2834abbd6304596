import { highlightVersion } from '../../code/highlight.js';
import type { Line } from '../../line.js';
import type { Chunk } from '../../markdown/split.js';
import { lineWidth } from '../../spans.js';
import { dimmed, fitted, hang } from '../layout.js';

/** How a long text is drawn. */
export type LongTextLayout = {
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

/** A chunk of a long text and its lines, once somebody looked at it. */
export type Piece = {
	readonly chunk: Chunk;
	readonly hasCode: boolean;
	readonly mayRefer: boolean;
	lines: readonly Line[];
	/** What the lines were drawn for; {@link NOT_DRAWN} at first. */
	key: string;
	/** How many lines it has; a guess as long as it was not drawn. */
	height: number;
};

/** The key of a piece that was never drawn. */
export const NOT_DRAWN = '';

/** A piece that was not drawn yet; its height is guessed. */
export function pieceOf(chunk: Chunk, width: number): Piece {
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

/** What a piece's lines depend on besides its text. */
export function keyOf(piece: Piece, width: number, linkVersion: number): string {
	return `${width} ${piece.mayRefer ? linkVersion : ''} ${piece.hasCode ? highlightVersion() : ''}`;
}

/** What is before the first line of a chunk: the marker, or as many blanks behind the first chunk. */
export function markerOf({ marker }: LongTextLayout, isFirst: boolean): Line {
	return isFirst ? marker : [{ text: ' '.repeat(lineWidth(marker)) }];
}

/** What becomes of lines before they are hung behind the marker. */
export function styleOf({ isDim }: LongTextLayout): (lines: readonly Line[]) => readonly Line[] {
	return isDim ? dimmed : (lines) => lines;
}

/** The hung lines of a chunk as they stand in the text: below its gap, and as the layout wants them. */
export function finished({ hasGap }: Chunk, hung: readonly Line[], { finish }: LongTextLayout): readonly Line[] {
	const lines = hasGap && hung.length > 0 ? [[], ...hung] : hung;
	return finish === undefined ? lines : lines.map(finish);
}

/** The lines of a chunk, which `draw` lays out in the cells that the marker leaves. */
export function linesOfChunk(
	chunk: Chunk,
	isFirst: boolean,
	layout: LongTextLayout,
	draw: (room: number) => readonly Line[],
): readonly Line[] {
	const style = styleOf(layout);
	const hung = hang(markerOf(layout, isFirst), layout.width, (room) => style(draw(room)));
	return finished(chunk, fitted(hung, layout.width), layout);
}

function guessedHeight(source: string, width: number): number {
	if (!/\S/.test(source)) return 0;
	let newlines = 0;
	for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) newlines += 1;
	return Math.max(1, newlines + Math.floor(source.length / Math.max(1, 2 * width)));
}
