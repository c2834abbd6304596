import type { Line, PictureRef } from '../../../view/line.js';
import { type PictureSource, pictureIn, withoutPicture } from '../../../view/pictures/picture-lines.js';

/** Pictures that the terminal shows. */
export type ShownPictures = {
	/** Null where it shows none. */
	source(): PictureSource | null;
	/** What is visible now. */
	show(pictures: readonly PictureRef[]): void;
	/** Whether the terminal has it already. */
	has(picture: PictureRef): boolean;
};

/**
 * Tells what of a frame's rows are pictures, and leaves blank those that are still on their way: cells written
 * before their picture is there might stay empty, or show as signs. Other rows stay the same objects.
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
