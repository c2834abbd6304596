import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Entry } from '../../../../src/core/session/entries/entry.js';
import { highlightRows } from '../../../../src/view/frame/transcript-region.js';
import { sliceLine } from '../../../../src/view/spans.js';
import { blockAt, blockLine } from '../../../../src/view/transcript/block.js';
import { END } from '../../../../src/view/transcript/position.js';
import {
	compareSpots,
	type SelectionUnit,
	type Spot,
	selectedRange,
} from '../../../../src/view/transcript/selection/selection.js';
import { selectionText } from '../../../../src/view/transcript/selection/selection-text.js';
import { transcriptWindow } from '../../../../src/view/transcript/window.js';
import { contextOf, listOf, message, texts, tool, user } from '../samples.js';

type Cell = readonly [entry: number, line: number, column: number];

const FAR = 10_000;
const diff = {
	type: 'diff',
	path: '/home/ada/shop/a.ts',
	oldText: 'one\ntwo\nthree\n',
	newText: 'one\nTWO\nthree\n',
} as const;
const TABLE = '| Name | Size |\n| --- | ---: |\n| a.ts | 12 |\n| b `c` | 3 |';

function copied(
	entries: readonly Entry[],
	from: Cell,
	to: Cell,
	options: { readonly width?: number; readonly unit?: SelectionUnit; readonly isAllOpen?: boolean } = {},
): string {
	const list = listOf(entries);
	const context = contextOf({ width: options.width ?? 30, areAllOpen: options.isAllOpen ?? false });
	const spot = ([entry, line, column]: Cell): Spot => ({ entry, line, column });
	const selection = { anchor: spot(from), head: spot(to), unit: options.unit ?? 'cell' } as const;
	return selectionText(list, context, selectedRange(list, context, selection));
}

/** Everything that one entry draws, selected from its first cell to its last. */
function whole(entry: Entry, width = 30): string {
	return copied([entry], [0, 0, 0], [0, FAR, FAR], { width });
}

const LONG = 'The quick brown fox jumps over the lazy dog, and then it runs  away from all of them.';
const COMMAND = 'const answer = await fetch("https://example.org/a/long/path/to/something")';

test.each<readonly [string, string, string]>([
	['a wrapped paragraph', LONG, LONG],
	['paragraphs', 'One.\n\nTwo.', 'One.\n\nTwo.'],
	['lines that the author broke', 'One\nTwo', 'One\nTwo'],
	['a wrapped code line', `\`\`\`ts\n${COMMAND}\n\`\`\``, COMMAND],
	['a wrapped line of code with many blanks', `\`\`\`ts\n      ${COMMAND}   // x\n\`\`\``, `      ${COMMAND}   // x`],
	['a wrapped line of code that ends with blanks', `\`\`\`ts\n${COMMAND}  \nx\n\`\`\``, `${COMMAND}  \nx`],
	['code with its indentation', '```py\ndef f():\n    return 1\n```', 'def f():\n    return 1'],
	['code with tabs', '```go\nfunc f() {\n\treturn\n}\n```', 'func f() {\n\treturn\n}'],
	['code with an empty line', '```\na\n\nb\n```', 'a\n\nb'],
	['code that was wrapped at a space', `\`\`\`\n${'x '.repeat(30)}y\n\`\`\``, `${'x '.repeat(30)}y`],
	['a quote', `> ${LONG}`, LONG],
	['a list', '- one\n- two\n  - three', '- one\n- two\n  - three'],
	['a numbered list', '1. one\n2. two', '1. one\n2. two'],
	['tasks', '- [ ] one\n- [x] two', '- [ ] one\n- [x] two'],
	['a wrapped list item', `- ${LONG}`, `- ${LONG}`],
	['code in a list', '- do\n\n  ```\n  x = 1\n  ```', '- do\n\nx = 1'],
	['a table', TABLE, '| Name | Size |\n| --- | ---: |\n| a.ts | 12 |\n| b `c` | 3 |'],
	[
		'a table with wrapped cells',
		'| Name | What |\n|---|---|\n| a | some words that are too many for it |\n| b | x |',
		'| Name | What |\n| --- | --- |\n| a | some words that are too many for it |\n| b | x |',
	],
	['a rule', 'a\n\n---\n\nb', 'a\n\n---\n\nb'],
	[
		'wide characters',
		'日本語のとても長い文章がここにあって、折り返される必要があります。',
		'日本語のとても長い文章がここにあって、折り返される必要があります。',
	],
	['a word that is wider than a line', `see ${'abcdefghij'.repeat(6)} there`, `see ${'abcdefghij'.repeat(6)} there`],
])('%s is copied as it was written', (_name, markdown, source) => {
	expect(whole(message(markdown))).toBe(source);
	expect(whole(message(markdown), 200)).toBe(source);
});

test('a prompt is copied without its sign and its ground', () => {
	expect(whole(user(LONG))).toBe(LONG);
	expect(whole(user('make:\n\tgo build'))).toBe('make:\n\tgo build');
});

test('a diff is copied with its signs, without its numbers', () => {
	expect(whole(tool({ kind: 'edit', title: 'Edit a.ts', content: [diff] }))).toBe(
		'Edit a.ts  +1 −1\n one\n-two\n+TWO\n three',
	);
});

test('lines of one side of a diff are copied as they stand in the file', () => {
	const entry = tool({ kind: 'edit', title: 'Edit a.ts', content: [{ ...diff, newText: 'one\n\tTWO\nthree\n' }] });
	expect(copied([entry], [0, 3, 0], [0, 4, FAR])).toBe('\tTWO\nthree');
	expect(copied([entry], [0, 2, 0], [0, 2, FAR])).toBe('two');
});

test('of two sides beside each other one is copied: the old one where the drag lies in it, else the new one', () => {
	const entry = tool({
		kind: 'edit',
		title: 'Edit a.ts',
		content: [{ ...diff, oldText: 'one\n\ttwo\nthree\nfour\n', newText: 'one\n\tTWO\nthree\n' }],
	});
	const list = listOf([entry]);
	const context = contextOf({ width: 140, diffLayout: 'auto' });
	const side = (from: Cell, to: Cell, unit: SelectionUnit = 'cell') => {
		const spot = ([index, line, column]: Cell): Spot => ({ entry: index, line, column });
		const range = selectedRange(list, context, { anchor: spot(from), head: spot(to), unit });
		return selectionText(list, context, range);
	};
	expect(side([0, 1, 0], [0, 4, FAR])).toBe('one\n\tTWO\nthree');
	expect(side([0, 1, 0], [0, 4, 60])).toBe('one\n\ttwo\nthree\nfour');
	expect(side([0, 4, 60], [0, 2, 0])).toBe('\ttwo\nthree\nfour');
	expect(side([0, 1, 74], [0, 3, 30])).toBe('one\n\tTWO');
	expect(side([0, 3, 8], [0, 3, 10])).toBe('thr');
	// Nothing stands on the new side.
	expect(side([0, 4, 0], [0, 4, FAR])).toBe('four');
	expect(side([0, 0, 0], [0, 4, FAR])).toContain('Edit a.ts  +1 −2\none');
	expect(side([0, 3, 9], [0, 3, 9], 'word')).toBe('three');
	expect(side([0, 3, 80], [0, 3, 80], 'line')).toBe('three');
	expect(side([0, 2, 12], [0, 2, 12], 'word')).toBe('two');
	for (const width of [100, 300]) {
		const unified = contextOf({ width, diffLayout: 'unified' });
		const range = { start: { entry: 0, line: 5, column: 0 }, end: { entry: 0, line: 5, column: FAR } };
		expect(selectionText(list, unified, range)).toBe('four');
	}
});

const PAIR = [user('Do it', 'u1'), message('I did **it** now', 'm1')];

test.each<readonly [string, Cell, Cell, string]>([
	['forwards within a line', [1, 1, 2], [1, 1, 6], 'I did'],
	['backwards', [1, 1, 6], [1, 1, 2], 'I did'],
	['from within the marker', [1, 1, 1], [1, 1, 2], 'I'],
	['across entries', [0, 0, 5], [1, 1, 2], 'it\n\nI'],
	['beyond the end of the line', [1, 1, 11], [1, 1, FAR], 'now'],
	['beyond the last entry', [1, 1, 11], [5, 3, 0], 'now'],
])('a selection %s', (_name, from, to, text) => {
	expect(copied(PAIR, from, to)).toBe(text);
});

test.each<readonly [string, string, number, string]>([
	['a word', 'one two three', 7, 'two'],
	['a path', 'see src/view/a-b.ts:12 there', 8, 'src/view/a-b.ts:12'],
	['an address at the end of a sentence', 'at https://example.org/a?b=1.', 10, 'https://example.org/a?b=1'],
	['what stands in brackets', 'call (this) now', 8, 'this'],
	['a word of wide characters', 'ab 日本 cd', 5, '日本'],
])('a double click takes %s', (_name, text, column, word) => {
	expect(copied([message(text)], [0, 0, column], [0, 0, column], { width: 60, unit: 'word' })).toBe(word);
});

test('a double click takes a word over a wrap, a triple click the whole line', () => {
	const address = `https://example.org/${'path/'.repeat(8)}end`;
	expect(copied([message(`see ${address} there`)], [0, 2, 5], [0, 2, 5], { unit: 'word' })).toBe(address);
	expect(copied([message(`${LONG}\n\nmore`)], [0, 1, 5], [0, 1, 5], { unit: 'line' })).toBe(LONG);
});

test('no gutter gets into what is copied, whatever is selected at whatever width', () => {
	const entries = [
		user('A prompt\nof two lines'),
		message(`${LONG}\n\n\`\`\`\n${COMMAND}\n\`\`\`\n\n${TABLE}`),
		tool({ content: [diff], kind: 'edit' }),
	];
	const list = listOf(entries);
	const cell = fc.record({ entry: fc.nat(3), line: fc.nat(12), column: fc.nat(60) });
	fc.assert(
		fc.property(cell, cell, fc.integer({ min: 4, max: 60 }), (one, other, width) => {
			const context = contextOf({ width });
			const [start, end] = compareSpots(one, other) <= 0 ? [one, other] : [other, one];
			const text = selectionText(list, context, { start, end });
			// Selected alone, it is copied as it stands.
			if (text === '● ') return;
			expect(text).not.toContain('│ c');
			expect(text.split('\n').every((line) => !line.startsWith('● '))).toBe(true);
		}),
	);
});

test('a gutter that is selected alone is copied as it stands', () => {
	const list = listOf([user('A prompt'), message(LONG)]);
	const range = { start: { entry: 0, line: 0, column: 30 }, end: { entry: 1, line: 1, column: 1 } };
	expect(selectionText(list, contextOf({ width: 30 }), range)).toBe('● ');
});

test('only rows with something selected are new objects, and nothing of their text changes', () => {
	const list = listOf([user('one'), message(LONG)]);
	const context = contextOf({ width: 30 });
	const window = transcriptWindow(list, context, END, 20);
	const range = { start: { entry: 1, line: 1, column: 5 }, end: { entry: 1, line: 2, column: 3 } };
	const drawn = highlightRows(window.lines, window.rows, [{ range, look: 'strong', side: 'new' }]);
	expect(texts(drawn)).toEqual(texts(window.lines));
	const changed = drawn.flatMap((line, index) => (line === window.lines[index] ? [] : [index]));
	expect(changed.map((index) => window.rows[index]?.line)).toEqual([1, 2]);
	const shown = drawn.map((line) => line.filter((span) => span.style?.background === 'selection'));
	expect(texts(shown).filter((text) => text !== '')).toEqual([
		texts([sliceLine(blockLine(blockAt(list, 1, context), 1), 5, 30)])[0],
		texts([sliceLine(blockLine(blockAt(list, 1, context), 2), 2, 4)])[0],
	]);
});
