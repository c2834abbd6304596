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
