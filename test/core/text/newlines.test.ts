import { expect, test } from 'vitest';
import { joinLines } from '../../../src/core/text/newlines.js';

test('Lines become one, without the blanks at the breaks and without lines of blanks.', () => {
	const texts = [' a ', 'a', 'a \n\t b', 'a\r\n \n \r\nb\nc ', '\na', '  \n a\n  ', '\n \n', '\n', '', 'a\u00a0\nb'];
	for (const text of texts) expect(joinLines(text, '-')).toBe(text.replace(/\s*[\r\n]+\s*/g, '-'));
	const blanks = ' '.repeat(500_000);
	expect(joinLines(`a${blanks}b${blanks}\n${blanks}c`, ' ')).toBe(`a${blanks}b c`);
});
