import type { ContentBlock, ImageBlock } from '../../core/content.js';
import { type Line, type PictureRef, styled } from '../line.js';
import { noteOrigin } from '../line-origin.js';
import { halfBlockLines, type Pixels } from './half-blocks.js';
import { MOST_CELLS, placeholderRow } from './placeholders.js';

export type PixelSize = { readonly width: number; readonly height: number };

export type PictureSource = {
	/** Changes whenever `find` may answer differently. */
	readonly version: number;
	readonly cell: PixelSize;
	/** Number and size of a picture; null for one that is too large or of an unsupported format. */
	readonly find: (block: ImageBlock) => ({ readonly id: number } & PixelSize) | null;
	/** Where the terminal shows pictures as half blocks alone: their pixels; null while they are decoded. */
	readonly pixels?: (block: ImageBlock) => Pixels | null;
};

export type PictureSpace = { readonly source: PictureSource; readonly rows: number };

const MOST_ROWS = 15;
const LEAST_ROWS = 3;
const TALLER = 1.5;

/** Rows for one picture on a screen of `screenRows`; 0 where pictures would leave no room for words. */
export function pictureRows(screenRows: number): number {
	const rows = Math.min(MOST_ROWS, Math.floor(screenRows * 0.4));
	return rows < LEAST_ROWS ? 0 : rows;
}

export function pictureBox(
	picture: PixelSize,
	cell: PixelSize,
	most: { readonly columns: number; readonly rows: number },
): { readonly columns: number; readonly rows: number } {
	const mostColumns = Math.max(1, Math.min(most.columns, MOST_CELLS));
	const mostRows = Math.max(1, Math.min(most.rows, MOST_CELLS));
	const scale = Math.min(1, (mostColumns * cell.width) / picture.width, (mostRows * cell.height) / picture.height);
	const cells = (pixels: number, size: number, limit: number): number =>
		// A hair over a cell needs no further one.
		Math.max(1, Math.min(limit, Math.ceil((pixels * scale) / size - 0.05)));
	return { columns: cells(picture.width, cell.width, mostColumns), rows: cells(picture.height, cell.height, mostRows) };
}

/** Rows of a picture; empty for any other block, and where it cannot be shown: its caption says what it is. */
export function pictureLines(block: ContentBlock, width: number, space: PictureSpace | null | undefined): Line[] {
	if (block.type !== 'image' || space === null || space === undefined || space.rows === 0) return [];
	const found = space.source.find(block);
	if (found === null) return [];
	// Half blocks show little in few rows.
	const rows = space.source.pixels === undefined ? space.rows : Math.floor(space.rows * TALLER);
	const box = pictureBox(found, space.source.cell, { columns: width, rows });
	if (space.source.pixels !== undefined) return halfBlockLines(space.source.pixels(block), box);
	const picture: PictureRef = { id: found.id, ...box, block };
	return Array.from({ length: box.rows }, (_, row) =>
		// A picture has no text to copy.
		noteOrigin([styled(placeholderRow(row, box.columns), { picture })], null, { gutter: box.columns, whole: null }),
	);
}

export function pictureIn(line: Line): PictureRef | null {
	for (const span of line) if (span.style?.picture !== undefined) return span.style.picture;
	return null;
}

export function withoutPicture(line: Line): Line {
	return line.map((span) => {
		const { picture, ...style } = span.style ?? {};
		return picture === undefined ? span : { text: ' '.repeat(picture.columns), style };
	});
}
