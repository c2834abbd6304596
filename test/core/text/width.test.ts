import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellWidth, graphemes, padEnd, truncate, truncateMiddle, truncateStart } from '../../../src/core/text/width.js';

test.each([
	['', 0],
	['abc', 3],
	['漢字', 4],
	['a漢b', 4],
	['한국', 4],
	['👩‍💻', 2],
	['🇩🇪', 2],
	['1️⃣', 2],
	['e\u0301', 1],
	['⠹', 1],
	['…', 1],
	['│', 1],
	['ｱ', 1],
	['Ａ', 2],
])('%j takes %i cells', (text, cells) => {
	expect(cellWidth(text)).toBe(cells);
});

test('the width of a text is the sum of its graphemes', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme' }), (text) => {
			let sum = 0;
			for (const grapheme of graphemes(text)) sum += cellWidth(grapheme);
			expect(sum).toBe(cellWidth(text));
			expect([...graphemes(text)].join('')).toBe(text);
		}),
	);
});

test('many different characters do not make the cache grow for ever', () => {
	for (let code = 0x1000; code < 0x4000; code++) cellWidth(String.fromCodePoint(code));
	expect(cellWidth('漢')).toBe(2);
});

test.each([
	[truncate, 'src/main.ts', 6, 'src/m…'],
	[truncate, '漢字漢字', 4, '漢…'],
	[truncate, 'abc', 3, 'abc'],
	[truncate, 'abc', 0, ''],
	[truncateStart, 'src/main.ts', 6, '…in.ts'],
	[truncateStart, '漢字漢字', 4, '…字'],
	[truncateMiddle, 'src/view/main.ts', 9, 'src/…n.ts'],
	[truncateMiddle, '漢字漢字漢字', 7, '漢…漢字'],
])('%o of %j to %i cells is %j', (cut, text, width, expected) => {
	expect(cut(text, width)).toBe(expected);
});

test('a cut text is never wider than asked', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 0, max: 20 }), (text, width) => {
			for (const cut of [truncate, truncateStart, truncateMiddle])
				expect(cellWidth(cut(text, width))).toBeLessThanOrEqual(width);
			if (cellWidth(text) <= width) expect(cellWidth(padEnd(text, width))).toBe(width);
		}),
	);
});
