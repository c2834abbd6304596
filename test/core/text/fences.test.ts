import { expect, test } from 'vitest';
import { backticksAround } from '../../../src/core/text/fences.js';

test.each([
	['', 3, '```'],
	['a `b` ``c``', 1, '```'],
	['````', 3, '`````'],
	['` '.repeat(200_000), 3, '```'],
])('%#: nothing in the text closes the backticks', (text, least, mark) => {
	expect(backticksAround(text, least)).toBe(mark);
});
