import type { ActionId } from '../keys/action-ids.js';

/** Rows that a key moves in a list, or in lines, of which `inSight` are in sight; null for any other key. */
export function moveOf(id: ActionId, inSight: number): number | null {
	switch (id) {
		case 'picker-previous':
			return -1;
		case 'picker-next':
			return 1;
		case 'picker-page-up':
			return -inSight;
		case 'picker-page-down':
			return inSight;
		case 'picker-first':
			return Number.NEGATIVE_INFINITY;
		case 'picker-last':
			return Number.POSITIVE_INFINITY;
		default:
			return null;
	}
}

/** The row that a move from `at` leads to, of `count` rows. */
export function rowAfter(at: number, by: number, count: number): number {
	return Math.max(0, Math.min(count - 1, at + by));
}

/**
 * The first of `inSight` rows that are shown of `count`: the one that the user placed there, as long as the selected one
 * is shown with it; else the selected one is in the middle.
 */
export function firstInSight(selected: number, placed: number | null, count: number, inSight: number): number {
	const centred = selected - Math.floor(inSight / 2);
	const wanted = placed === null ? centred : Math.min(selected, Math.max(placed, selected - inSight + 1));
	return Math.max(0, Math.min(wanted, count - inSight));
}
