import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffStats, renderDiff } from '../../../src/view/code/diff.js';
import { diffItems } from '../../../src/view/code/diff-items.js';
import {
	binaryContent,
	EVERYTHING_REMOVED,
	lineEndingsChanged,
	NEW_EMPTY_FILE,
	NEW_FILE,
	NEWLINE_ADDED,
	NEWLINE_REMOVED,
	NO_CHANGES,
	unchangedLines,
} from '../../../src/view/code/diff-messages.js';
import { changedWords } from '../../../src/view/code/diff-rows.js';
import { compareLines } from '../../../src/view/code/line-changes.js';
import { lineAt, linesIn } from '../../../src/view/code/text-lines.js';
import type { Line } from '../../../src/view/line.js';
import { originOf } from '../../../src/view/line-origin.js';
import { lineText, lineWidth, sliceLine } from '../../../src/view/spans.js';
import { sized } from '../../setup/whole.js';

function shown(
	oldText: string | null,
	newText: string,
	options: { width?: number; context?: number; maxLines?: number } = {},
) {
	const { lines } = renderDiff({ path: 'notes', oldText, newText }, { width: 40, ...options });
	return lines.map((line) => lineText(line).trimEnd());
}

test.each<[string, string | null, string, string[]]>([
	['a changed line', 'a\nb\nc\n', 'a\nx\nc\n', ['1   a', '2 - b', '2 + x', '3   c']],
	['an added line', 'a\n', 'a\nb\n', ['1   a', '2 + b']],
	['a removed line', 'a\nb\n', 'a\n', ['1   a', '2 - b']],
	['a new file', null, 'a\nb\n', [NEW_FILE, '1 + a', '2 + b']],
	['a new empty file', null, '', [NEW_EMPTY_FILE]],
	['an emptied file', 'a\nb\n', '', [EVERYTHING_REMOVED, '1 - a', '2 - b']],
	['a file that was empty', '', 'a\n', ['1 + a']],
	['no change', 'a\n', 'a\n', [NO_CHANGES]],
	['a lost final newline', 'a\n', 'a', ['1   a', NEWLINE_REMOVED]],
	['a gained final newline', 'a', 'a\n', ['1   a', NEWLINE_ADDED]],
	['another indentation', '\ta\n', '    a\n', ['1 -     a', '1 +     a  (indented with spaces, was a', '    tab)']],
	['other line endings', 'a\nb\n', 'a\r\nb\r\n', [lineEndingsChanged('LF → CRLF'), unchangedLines(2)]],
	['binary content', 'a\0b', 'c', [binaryContent(3, 1)]],
	['escape sequences', null, 'a\x1b[2Jb\n', [NEW_FILE, '1 + ab']],
	[
		'what cannot be seen',
		'ab\n',
		'a\u200Bb\n',
		['1 - ab', '1 + ab  (only white space or invisible', '    characters differ)'],
	],
])('%s', (_, oldText, newText, expected) => {
	expect(shown(oldText, newText)).toEqual(expected);
});

test('a single unchanged line is shown rather than folded', () => {
	expect(shown('a\nb\nc\n', 'x\nb\ny\n', { context: 0 })).toEqual(['1 - a', '1 + x', '2   b', '3 - c', '3 + y']);
});

test('long lines wrap below their text', () => {
	expect(shown(null, 'abcdefghijklmnopqrstuvwxyz\n', { width: 24 })).toEqual([
		NEW_FILE,
		'1 + abcdefghijklmnopqrst',
		'    uvwxyz',
	]);
});

test('lines with nothing in common are not marked', () => {
	expect(changedWords('completely different', 'nothing shared here')).toBeUndefined();
	expect(changedWords('x'.repeat(2000), 'y')).toBeUndefined();
});

const linesOfText = (text: string): string[] => {
	const lines = linesIn(text);
	return Array.from(lines.starts, (_, at) => lineAt(lines, at));
};

const fileText = fc
	.array(fc.constantFrom('a\n', 'b\n', 'b\r\n', '\n', 'long line of words\n', '漢字\n', 'x', '\t}\n', '\x1b[31m\n'), {
		maxLength: 20,
	})
	.map((parts) => parts.join(''));

test('any diff at any width fits and is harmless', () => {
	fc.assert(
		fc.property(
			fc.option(fileText),
			fileText,
			fc.integer({ min: 1, max: 60 }),
			fc.nat({ max: 4 }),
			(oldText, newText, width, context) => {
				const { lines, hiddenLines } = renderDiff({ path: 'a.ts', oldText, newText }, { width, context });
				expect(hiddenLines).toBe(0);
				for (const line of lines) {
					expect(lineWidth(line)).toBeLessThanOrEqual(width);
					expect(lineText(line)).not.toMatch(/[\x00-\x1F\x7F-\x9F]/);
				}
			},
		),
		{ numRuns: sized(125, 500) },
	);
});

/** What each side of a split diff holds, as copying and searching see it. */
function sidesOf(lines: readonly Line[]): { readonly old: string[]; readonly new: string[] } {
	const found: Record<'old' | 'new', string[]> = { old: [], new: [] };
	for (const line of lines) {
		const { sides } = originOf(line);
		if (sides === null) continue;
		for (const name of ['old', 'new'] as const) {
			const side = sides[name];
			if (side === null) continue;
			const text = side.mark + lineText(sliceLine(line, side.from, side.to));
			if (side.joint === null) found[name].push(text);
			else found[name].push((found[name].pop() ?? '') + side.joint + text);
		}
	}
	return found;
}

test('the ground of a shorter side goes on below its text, not below its number', () => {
	const change = { path: 'notes', oldText: 'a\n', newText: `a${' long'.repeat(19)}\n` };
	const { lines } = renderDiff(change, { width: 120, layout: 'auto' });
	expect(lines).toHaveLength(2);
	for (const line of lines) {
		expect(sliceLine(line, 0, 2).every((span) => span.style?.background === undefined)).toBe(true);
		expect(sliceLine(line, 2, 59).every((span) => span.style?.background === 'removed')).toBe(true);
	}
});

const longText = fc
	.array(
		fc.constantFrom(
			'a\n',
			'b\r\n',
			'\n',
			`${'long line of words '.repeat(9)}\n`,
			`${'漢字'.repeat(40)}\n`,
			'x\n',
			'\t\t}\n',
		),
		{ maxLength: 20 },
	)
	.map((parts) => `${parts.join('')}${parts.length % 2 === 0 ? '' : 'end'}`);

test('both texts can be read from the two sides of any diff, and no line is wider than it may be', () => {
	fc.assert(
		fc.property(longText, longText, fc.integer({ min: 80, max: 200 }), (oldText, newText, width) => {
			const { lines } = renderDiff({ path: 'a.ts', oldText, newText }, { width, layout: 'split', context: 1000 });
			for (const line of lines) {
				expect(lineWidth(line)).toBeLessThanOrEqual(width);
				if (originOf(line).sides !== null) expect(lineWidth(line)).toBe(width);
			}
			if (!lines.some((line) => originOf(line).sides !== null)) return;
			expect(sidesOf(lines)).toEqual({ old: linesOfText(oldText), new: linesOfText(newText) });
		}),
		{ numRuns: sized(75, 300) },
	);
});

test('too many changes for a search are still separated from the lines that stayed', () => {
	const rows = (suffix: (row: number) => string) =>
		Array.from({ length: 3000 }, (_, row) => `${row}${suffix(row)}\n`).join('');
	const before = rows(() => '');
	const after = rows((row) => (row % 2 === 0 ? '' : ',odd'));
	expect(diffStats(before, after)).toEqual({ added: 1500, removed: 1500 });
});

test('texts without a line in common are replaced, and lines that changed places are moved once', () => {
	const lines = (from: number, count: number) => Array.from({ length: count }, (_, row) => `${from + row}\n`).join('');
	expect(diffStats(lines(0, 2000), lines(5000, 2000))).toEqual({ added: 2000, removed: 2000 });
	expect(diffStats(lines(0, 1500) + lines(9000, 1200), lines(9000, 1200) + lines(0, 1500))).toEqual({
		added: 1200,
		removed: 1200,
	});
});

const words = (line: Line): string => lineText(line).replace(/\s+/g, '');
const manyLines = fc
	.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 60 })
	.map((lines) => lines.join('\n'));

test('the first lines of a diff are those of the whole diff, and what is hidden is counted', () => {
	fc.assert(
		fc.property(
			manyLines,
			manyLines,
			fc.integer({ min: 0, max: 40 }),
			fc.constantFrom<'split' | 'unified'>('split', 'unified'),
			(oldText, newText, maxLines, layout) => {
				const change = { path: 'a.txt', oldText, newText };
				const whole = renderDiff(change, { width: 100, maxLines: 10_000, layout });
				const first = renderDiff(change, { width: 100, maxLines, layout });
				expect(first.lines).toHaveLength(Math.min(maxLines, whole.lines.length));
				// The numbers are as wide as the highest that is shown.
				expect(first.lines.map(words)).toEqual(whole.lines.slice(0, first.lines.length).map(words));
				expect(whole.hiddenLines).toBe(0);
				const hidden = whole.lines.slice(first.lines.length).map(lineText);
				const folded = hidden.reduce((sum, line) => sum + Number(/⋯ (\d+) unchanged/.exec(line)?.[1] ?? 1), 0);
				expect(first.hiddenLines).toBe(folded);
			},
		),
		{ numRuns: sized(125, 500) },
	);
});

test('of a huge diff only what is shown is made', () => {
	const textOf = (word: string): string => Array.from({ length: 100_000 }, (_, at) => `${word} ${at}\n`).join('');
	const changes = compareLines(textOf('old'), textOf('new'));
	expect(changes.runs).toHaveLength(1);
	const sizes = (isSplit: boolean) => {
		const { items, rest } = diffItems(changes, { context: 3, isSplit, most: 20 });
		return [items.length, rest];
	};
	expect(sizes(false)).toEqual([40, 199_960]);
	expect(sizes(true)).toEqual([20, 99_980]);
});

test('a file of one huge line is cut, and never called the same', () => {
	const huge = 'x=1;'.repeat(500_000);
	const { lines, hiddenLines } = renderDiff(
		{ path: 'a.js', oldText: huge, newText: `${huge}y` },
		{ width: 100, maxLines: 20 },
	);
	expect(lines).toEqual([]);
	expect(hiddenLines).toBe(2);
});

test('A change of a part of a file has the numbers of its lines there, or none where nobody knows them.', () => {
	const change = { path: 'x', oldText: 'one\ntwo\n', newText: 'one\n2\nthree\n' };
	const drawn = (lines: { old: number; new: number } | null) =>
		renderDiff({ ...change, lines }, { width: 40 }).lines.map((line) => lineText(line).trimEnd());
	expect(drawn({ old: 70, new: 75 })).toEqual(['75   one', '71 - two', '76 + 2', '77 + three']);
	expect(drawn(null)).toEqual(['  one', '- two', '+ 2', '+ three']);
});
