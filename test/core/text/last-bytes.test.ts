import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lastBytes } from '../../../src/core/text/clip.js';

test.each([
	['abc', 2, 'bc'],
	['abc', 3, 'abc'],
	['abc', 0, ''],
	['aß', 1, ''],
	['aß', 2, 'ß'],
	['x😀', 4, '😀'],
	['x😀', 3, ''],
])('the end of %j in %d bytes', (text, most, end) => {
	expect(lastBytes(text, most)).toBe(end);
});

test('is the end of the text, in whole characters, and takes no more', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, most) => {
			const end = lastBytes(text, most);
			expect(text.endsWith(end)).toBe(true);
			expect(new TextEncoder().encode(end).length).toBeLessThanOrEqual(most);
		}),
	);
});
