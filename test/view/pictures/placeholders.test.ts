import { expect, test } from 'vitest';
import { cellWidth } from '../../../src/core/text/width.js';
import { MOST_CELLS, PLACEHOLDER, placeholderRow, placementOf } from '../../../src/view/pictures/placeholders.js';

test('Each cell says its row and its column, and all take one cell.', () => {
	expect(placeholderRow(0, 3)).toBe(`${PLACEHOLDER}\u0305\u0305${PLACEHOLDER}\u0305\u030d${PLACEHOLDER}\u0305\u030e`);
	expect(placeholderRow(14, 2)).toBe(`${PLACEHOLDER}\u0352\u0305${PLACEHOLDER}\u0352\u030d`);
	for (const columns of [1, 80, MOST_CELLS]) expect(cellWidth(placeholderRow(7, columns))).toBe(columns);
	expect(cellWidth(placeholderRow(7, 5000))).toBe(MOST_CELLS);
});

test('The marks are those of the protocol: combining, above the letter, none twice, none that a letter swallows.', () => {
	const marks = placeholderRow(0, MOST_CELLS).split(`${PLACEHOLDER}\u0305`).slice(1);
	expect(MOST_CELLS).toBe(297);
	expect(new Set(marks).size).toBe(297);
	expect(marks.every((mark) => /^\p{Mn}$/u.test(mark) && mark.normalize('NFD') === mark)).toBe(true);
	const codes = [0, 1, 100, 255, 296].map((place) => marks[place]?.codePointAt(0)?.toString(16));
	expect(codes).toEqual(['305', '30d', '7eb', 'a8e5', '1d244']);
});

test('A box has a number of its own, which three colour channels can hold.', () => {
	const numbers = new Set<number>();
	for (let columns = 1; columns <= MOST_CELLS; columns += 1) {
		for (let rows = 1; rows <= MOST_CELLS; rows += 1) numbers.add(placementOf({ columns, rows }));
	}
	expect(numbers.size).toBe(MOST_CELLS ** 2);
	expect(numbers.has(0)).toBe(false);
	expect(placementOf({ columns: MOST_CELLS, rows: MOST_CELLS })).toBeLessThan(2 ** 24);
});
