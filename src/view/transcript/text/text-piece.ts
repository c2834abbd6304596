import { countNewlines } from '../../../core/text/newlines.js';
import { highlightVersion } from '../../code/highlight.js';
import type { Line } from '../../line.js';
import type { MarkdownRoom } from '../../markdown/blocks.js';
import type { Chunk } from '../../markdown/split.js';
import { lineWidth } from '../../spans.js';
import { dimmed } from '../transcript-layout.js';

export type LongTextLayout = MarkdownRoom & {
	readonly marker: Line;
	readonly isStreaming: boolean;
	readonly isDim?: boolean;
	readonly head?: readonly Line[];
	readonly foot?: readonly Line[];
	readonly isPlain?: boolean;
	readonly finish?: (line: Line) => Line;
};

export type Piece = {
	readonly chunk: Chunk;
	readonly hasCode: boolean;
	readonly mayRefer: boolean;
	lines: readonly Line[];
	key: string;
	/** In lines; a guess until it was drawn. */
	height: number;
};

export const NOT_DRAWN = '';

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

export function keyOf(piece: Piece, { width, column, isDrawn = false }: LongTextLayout, linkVersion: number): string {
	return `${width} ${column} ${isDrawn} ${piece.mayRefer ? linkVersion : ''} ${piece.hasCode ? highlightVersion() : ''}`;
}

export function markerOf({ marker }: LongTextLayout, isFirst: boolean): Line {
	return isFirst ? marker : [{ text: ' '.repeat(lineWidth(marker)) }];
}

export function styleOf({ isDim }: LongTextLayout): (lines: readonly Line[]) => readonly Line[] {
	return isDim ? dimmed : (lines) => lines;
}

export function finished({ hasGap }: Chunk, hung: readonly Line[], { finish }: LongTextLayout): readonly Line[] {
	const lines = hasGap && hung.length > 0 ? [[], ...hung] : hung;
	return finish === undefined ? lines : lines.map(finish);
}

function guessedHeight(source: string, width: number): number {
	if (!/\S/.test(source)) return 0;
	return Math.max(1, countNewlines(source) + Math.floor(source.length / Math.max(1, 2 * width)));
}
