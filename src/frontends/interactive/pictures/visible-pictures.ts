import type { Line, PictureRef } from '../../../view/line.js';
import { type PictureSource, pictureIn, withoutPicture } from '../../../view/pictures/picture-lines.js';

export type ShownPictures = {
	/** Null where the terminal shows none. */
	source(): PictureSource | null;
	show(pictures: readonly PictureRef[]): void;
	has(picture: PictureRef): boolean;
};

/**
 * Reports the pictures in a frame's rows, and blanks those still under way: cells written before their picture might
 * stay empty, or show as characters. Other rows stay the same objects.
 */
export function createVisiblePictures(pictures: ShownPictures | undefined): (rows: readonly Line[]) => readonly Line[] {
	const blanks = new WeakMap<Line, Line>();
	return (rows) => {
		if (pictures === undefined || pictures.source() === null) return rows;
		const visible = new Set<PictureRef>();
		for (const row of rows) {
			const picture = pictureIn(row);
			if (picture !== null) visible.add(picture);
		}
		pictures.show([...visible]);
		if (visible.size === 0) return rows;
		return rows.map((row) => {
			const picture = pictureIn(row);
			if (picture === null || pictures.has(picture)) return row;
			const blank = blanks.get(row) ?? withoutPicture(row);
			blanks.set(row, blank);
			return blank;
		});
	};
}
