import type { Line } from '../line.js';

/** The fewest unchanged lines left out with which it has room; `brief` has none of them. */
export function fittedLines(
	room: number,
	brief: readonly Line[],
	drawn: (leftOut: number) => readonly Line[],
): readonly Line[] {
	let best = brief;
	let [few, many] = [1, MOST_LEFT_OUT];
	while (few < many) {
		const leftOut = Math.floor((few + many) / 2);
		const lines = drawn(leftOut);
		if (lines.length > room) few = leftOut + 1;
		else [best, many] = [lines, leftOut];
	}
	return best;
}

/** Unchanged lines around as many changes as have room on a screen. */
const MOST_LEFT_OUT = 1024;
