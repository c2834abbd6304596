import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellWidth } from '../../src/core/text/width.js';
import type { Line, Span } from '../../src/view/line.js';
import { clipLine, joinLine, lineText, lineWidth, padLine, sliceLine, wrapLine } from '../../src/view/spans.js';
import { sized } from '../setup/whole.js';

const bold: Span = { text: 'bold words', style: { bold: true } };

function wrapped(text: string, width: number, options?: Parameters<typeof wrapLine>[2]): string[] {
	return wrapLine([{ text }], width, options).map(lineText);
}

test.each([
	['fits', 'one two', 7, ['one two']],
	['breaks between words', 'one two three', 7, ['one two', 'three']],
	['drops the spaces of a break', 'one   two', 4, ['one', 'two']],
	['keeps the first indentation', '  one two', 6, ['  one', 'two']],
	['breaks a word that no line can hold', 'abcdefgh', 3, ['abc', 'def', 'gh']],
	['starts such a word on its own line', 'x abcdefgh', 4, ['x', 'abcd', 'efgh']],
	['never halves a wide character', '漢字漢', 3, ['漢', '字', '漢']],
	['breaks between ideographs', 'ab漢字漢', 5, ['ab漢', '字漢']],
	['keeps a closing mark with its character', '漢字。漢', 4, ['漢', '字。', '漢']],
	['keeps emoji whole', 'a👩‍💻b', 2, ['a', '👩‍💻', 'b']],
	['shows a dot where nothing fits', '漢a', 1, ['·', 'a']],
	['an empty line stays one line', '', 5, ['']],
	['a width below one counts as one', 'ab', 0, ['a', 'b']],
	['does not break at a no-break space', 'aa b\u00A0c', 4, ['aa', 'b\u00A0c']],
])('wrapping: %s', (_, text, width, expected) => {
	expect(wrapped(text, width)).toEqual(expected);
});

test.each([0, -3, Number.NaN, Number.NEGATIVE_INFINITY])('a width of %s counts as one cell', (width) => {
	for (const hard of [false, true, 'words'] as const)
		expect(wrapped('a bc', width, { hard }).join('').replaceAll(' ', '')).toBe('abc');
});

test.each([
	['one two  three', 8, ['one two ', ' three']],
	['one two three', 7, ['one two', ' three']],
	['  indented_and_long', 12, ['  indented_a', 'nd_long']],
	['a longer_than_a_line b', 6, ['a long', 'er_tha', 'n_a_li', 'ne b']],
	['ends in blanks    ', 15, ['ends in blanks ', '   ']],
])('a hard wrap between words keeps every space: %j', (text, width, expected) => {
	expect(wrapped(text, width, { hard: 'words' })).toEqual(expected);
});

test('a hard wrap keeps every space', () => {
	expect(wrapped('a  b  c', 3, { hard: true })).toEqual(['a  ', 'b  ', 'c']);
});

test('continuation lines get the indent, unless it leaves no room', () => {
	const indent: Line = [{ text: '  ' }];
	expect(wrapped('one two three', 7, { indent })).toEqual(['one two', '  three']);
	expect(wrapped('one two', 3, { indent })).toEqual(['one', 'two']);
});

test('a word that goes over two spans is not broken between them', () => {
	const line: Line = [{ text: 'see foo' }, { text: 'bar', style: { bold: true } }];
	expect(wrapLine(line, 8)).toEqual([[{ text: 'see' }], [{ text: 'foo' }, { text: 'bar', style: { bold: true } }]]);
});

const style = fc.constantFrom(undefined, { bold: true }, { color: 'link' as const });
const text = fc.oneof(
	fc.string({ unit: 'grapheme', maxLength: 20 }).map((value) => value.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')),
	fc.constantFrom('word ', '漢字', '  ', '👩‍💻', 'e\u0301', 'long-long-long-word', '。', ' 한국어 '),
);
const line = fc.array(
	fc
		.tuple(text, style)
		.map(([value, spanStyle]): Span => (spanStyle ? { text: value, style: spanStyle } : { text: value })),
	{ maxLength: 6 },
);
const anyWidth = fc.integer({ min: 1, max: 30 });

test('no wrapped line is wider than asked, and no word is lost', () => {
	fc.assert(
		fc.property(line, anyWidth, fc.constantFrom(false, true, 'words' as const), (spans, width, hard) => {
			const lines = wrapLine(spans, width, { hard, indent: [] });
			for (const one of lines) expect(lineWidth(one)).toBeLessThanOrEqual(width);
			if (width >= 6) {
				const joined = lines.map(lineText).join('');
				if (hard) expect(joined).toBe(lineText(spans));
				else expect(joined.replaceAll(' ', '')).toBe(lineText(spans).replaceAll(' ', ''));
			}
		}),
		{ numRuns: sized(500, 2000) },
	);
});

test('clipped, padded, joined and sliced lines have the width they promise', () => {
	fc.assert(
		fc.property(line, line, anyWidth, fc.nat({ max: 20 }), (left, right, width, from) => {
			expect(lineWidth(clipLine(left, width))).toBeLessThanOrEqual(width);
			expect(lineWidth(padLine(left, width))).toBe(Math.max(width, lineWidth(left)));
			expect(lineWidth(joinLine(left, right, width))).toBe(width);
			expect(lineWidth(sliceLine(left, from, from + width))).toBeLessThanOrEqual(width);
			expect(lineText(sliceLine(left, 0, lineWidth(left)))).toBe(
				lineText(left).slice(0, lineText(sliceLine(left, 0, lineWidth(left))).length),
			);
		}),
		{ numRuns: sized(250, 1000) },
	);
});

test('clipping ends with an ellipsis in the style of what it cuts', () => {
	expect(clipLine([{ text: 'a ' }, bold], 6)).toEqual([{ text: 'a ' }, { text: 'bol…', style: { bold: true } }]);
	expect(clipLine([bold], 0)).toEqual([]);
});

test('joining keeps the right part and clips the left one', () => {
	expect(lineText(joinLine([{ text: 'a long name' }], [{ text: '0.4s' }], 10))).toBe('a lo… 0.4s');
	expect(lineText(joinLine([{ text: 'ab' }], [{ text: 'cd' }], 8))).toBe('ab    cd');
	expect(lineText(joinLine([{ text: 'ab' }], [{ text: 'too long' }], 4))).toBe('too…');
});

test('a slice leaves out a wide character that crosses its bound', () => {
	expect(lineText(sliceLine([{ text: 'a漢b' }], 0, 2))).toBe('a');
	expect(cellWidth(lineText(sliceLine([{ text: 'a漢b' }], 1, 4)))).toBe(3);
});
