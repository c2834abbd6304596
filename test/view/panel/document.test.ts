import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	type DocumentParts,
	moveCursor,
	type Spot,
	scrollBy,
	spotIn,
	windowOn,
} from '../../../src/view/panel/document.js';
import { withInserts } from '../../../src/view/review/diff-document.js';

/** A document whose parts have so many lines. */
function documentOf(heights: readonly number[], first = 0): DocumentParts {
	return {
		count: heights.length,
		first,
		keyAt: (place) => `p${place}`,
		placeOf: (key) => Number(key.slice(1)),
		lines: (place) => Array.from({ length: heights[place] ?? 1 }, (_, at) => [{ text: `${place}.${at}` }]),
	};
}

const heights = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 40 });
const moves = fc.array(
	fc.record({
		kind: fc.constantFrom('move', 'scroll'),
		by: fc.oneof(
			fc.integer({ min: -12, max: 12 }),
			fc.constantFrom(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
		),
	}),
	{ maxLength: 30 },
);

describe('The window on a document', () => {
	test('is full, holds the cursor, and moves no further than it has to, wherever that goes.', () => {
		fc.assert(
			fc.property(heights, fc.integer({ min: 5, max: 15 }), moves, (all, rows, steps) => {
				const parts = documentOf(all);
				const total = all.reduce((sum, height) => sum + height, 0);
				let spot: Spot = spotIn(parts, null);
				for (const { kind, by } of steps) {
					const before = windowOn(parts, spot, rows);
					spot = kind === 'move' ? moveCursor(parts, spot, by, rows) : scrollBy(parts, spot, by, rows);
					const { lines, from } = windowOn(parts, spot, rows);
					expect(lines).toHaveLength(
						Math.min(rows, total - all.slice(0, from).reduce((sum, height) => sum + height, 0)),
					);
					if (total >= rows + 4) expect(lines.length).toBeGreaterThan(rows - 5);
					expect(lines.some(({ place }) => place === spot.place)).toBe(true);
					const seen = before.lines.filter(({ place }) => place === spot.place);
					const isDeepInSight =
						seen.length === (all[spot.place] ?? 1) && spot.place > before.from + 2 && spot.place < before.to - 3;
					if (kind === 'move' && isDeepInSight) expect(from).toBe(before.from);
				}
			}),
		);
	});
});

test('Inserts stand above their parts, each found by its name, and the parts by theirs.', () => {
	fc.assert(
		fc.property(heights, fc.array(fc.nat(40), { maxLength: 10 }), (all, places) => {
			const parts = documentOf(all);
			const sorted = places.map((place) => Math.min(place, all.length)).toSorted((one, other) => one - other);
			const inserts = sorted.map((above, index) => ({
				above,
				key: `c${index}`,
				lines: [[{ text: `insert ${index}` }]],
			}));
			const whole = withInserts(parts, inserts);
			const expected = Array.from({ length: all.length + 1 }, (_, place) => [
				...inserts.filter(({ above }) => above === place).map(({ key }) => key),
				...(place < all.length ? [`p${place}`] : []),
			]).flat();
			const keys = Array.from({ length: whole.count }, (_, place) => whole.keyAt(place));
			expect(keys).toEqual(expected);
			for (const [place, key] of keys.entries()) expect(whole.placeOf(key)).toBe(place);
			expect(whole.lines(whole.placeOf('p0'))[0]?.[0]?.text).toBe('0.0');
		}),
	);
});
