import { highlightVersion } from '../../code/highlight.js';
import type { Line } from '../../line.js';
import type { Chunk } from '../../markdown/split.js';
import { lineWidth } from '../../spans.js';
import { dimmed, fitted, hang } from '../layout.js';

/** How a long text is drawn. */
export type LongTextLook = {
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

/** The lines of a chunk behind the marker, or below it, as the look wants them. `draw` gets the cells that are left. */
export function framedLines(
	chunk: Chunk,
	isFirst: boolean,
	look: LongTextLook,
	draw: (room: number) => readonly Line[],
): readonly Line[] {
	const marker: Line = isFirst ? look.marker : [{ text: ' '.repeat(lineWidth(look.marker)) }];
	const inner = look.isDim ? (room: number): readonly Line[] => dimmed(draw(room)) : draw;
	const hung = fitted(hang(marker, look.width, inner), look.width);
	const lines = chunk.hasGap && hung.length > 0 ? [[], ...hung] : hung;
	return look.finish === undefined ? lines : lines.map(look.finish);
}

function guessedHeight(source: string, width: number): number {
	if (!/\S/.test(source)) return 0;
	let newlines = 0;
	for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) newlines += 1;
	return Math.max(1, newlines + Math.floor(source.length / Math.max(1, 2 * width)));
}
