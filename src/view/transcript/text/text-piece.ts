import { highlightVersion } from '../../code/highlight.js';
import type { Line } from '../../line.js';
import type { Chunk } from '../../markdown/split.js';
import { lineWidth } from '../../spans.js';
import { dimmed, fitted, hang } from '../layout.js';

export type LongTextLayout = {
	readonly width: number;
	readonly marker: Line;
	readonly isStreaming: boolean;
	readonly isDim?: boolean;
	readonly head?: readonly Line[];
	readonly foot?: readonly Line[];
	/** As written, not as Markdown. */
	readonly isPlain?: boolean;
	/** Applied to each line of the text at the end. */
	readonly finish?: (line: Line) => Line;
};

export type Piece = {
	readonly chunk: Chunk;
	readonly hasCode: boolean;
	readonly mayRefer: boolean;
	lines: readonly Line[];
	/** Key of the layout; {@link NOT_DRAWN} at first. */
	key: string;
	/** In lines; a guess until it was drawn. */
	height: number;
};

export const NOT_DRAWN = '';

/** Piece that is not drawn yet, with a guessed height. */
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

export function keyOf(piece: Piece, width: number, linkVersion: number): string {
	return `${width} ${piece.mayRefer ? linkVersion : ''} ${piece.hasCode ? highlightVersion() : ''}`;
}

/** Marker before the first chunk; blanks of its width before later ones. */
export function markerOf({ marker }: LongTextLayout, isFirst: boolean): Line {
	return isFirst ? marker : [{ text: ' '.repeat(lineWidth(marker)) }];
}

export function styleOf({ isDim }: LongTextLayout): (lines: readonly Line[]) => readonly Line[] {
	return isDim ? dimmed : (lines) => lines;
}

/** Hung lines of a chunk below its gap, finished by the layout. */
export function finished({ hasGap }: Chunk, hung: readonly Line[], { finish }: LongTextLayout): readonly Line[] {
	const lines = hasGap && hung.length > 0 ? [[], ...hung] : hung;
	return finish === undefined ? lines : lines.map(finish);
}

/** Lines of a chunk, which `draw` lays out in the cells that the marker leaves. */
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
