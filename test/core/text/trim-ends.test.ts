import { expect, test } from 'vitest';
import { trimNewlinesEnd, trimNewlinesStart } from '../../../src/core/text/trim-ends.js';

test.each([
	['', ''],
	['\n\n', ''],
	['a\n\nb', 'a\n\nb'],
	['\na \n\n', '\na '],
	[`${'\n'.repeat(2_000_000)}x`, `${'\n'.repeat(2_000_000)}x`],
])('takes newlines from the end only, in one pass (case %#).', (text, expected) => {
	expect(trimNewlinesEnd(text)).toBe(expected);
});

test('takes newlines from the start only.', () => {
	expect(trimNewlinesStart('\n\n a\n')).toBe(' a\n');
});
