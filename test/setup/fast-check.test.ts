import fc, { readConfigureGlobal } from 'fast-check';
import { expect, test } from 'vitest';

test.skipIf(process.env['ACP_TUI_LONG'] === '1')('Property tests try the same values in every run', () => {
	expect(readConfigureGlobal().seed).toEqual(expect.any(Number));
	const tried = (): readonly number[] => {
		const values: number[] = [];
		fc.assert(fc.property(fc.nat(), (value) => void values.push(value)));
		return values;
	};
	expect(tried()).toEqual(tried());
});

test('Strings of any character hold what is dangerous, and no half of a character', () => {
	const words = fc.sample(fc.string({ unit: 'binary', maxLength: 20 }), 2000);
	expect(words).toContain('__proto__');
	expect(words.every((word) => word.isWellFormed())).toBe(true);
	expect(words.some((word) => /[\u{10000}-\u{10ffff}]/u.test(word))).toBe(true);
});
