import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineText } from '../../../src/view/spans.js';
import { TerminalScreen } from '../../../src/view/terminal-output/output-screen.js';
import { applySgr, PLAIN, styleOf } from '../../../src/view/terminal-output/sgr.js';

function screenOf(data: string, columns = 80): TerminalScreen {
	const screen = new TerminalScreen(columns);
	screen.write(data);
	return screen;
}

function rowsOf(screen: TerminalScreen): string[] {
	return Array.from({ length: screen.rowCount() }, (_, row) => lineText(screen.row(row)));
}

test.each<[string, string, string[]]>([
	['plain lines', 'one\r\ntwo\r\n', ['one', 'two']],
	['bare line feeds, as through a pipe', 'one\ntwo', ['one', 'two']],
	['a progress bar collapses', '10%\r50%\r100%\ndone', ['100%', 'done']],
	['clearing the screen leaves the last state', 'old\nold\n\x1b[2J\x1b[Hnew', ['new']],
	['delete characters', 'abcdef\r\x1b[2P', ['cdef']],
	['insert characters', 'abc\r\x1b[2@', ['  abc']],
	['blank characters', 'abcdef\r\x1b[2X', ['  cdef']],
	['combining marks stay with their letter', 'e\u0301x\rE', ['Ex']],
	['insert and delete lines', 'a\nb\nc\x1b[2A\x1b[L', ['', 'a', 'b', 'c']],
	['delete lines', 'a\nb\nc\x1b[2A\x1b[M', ['b', 'c']],
	['the alternate screen is gone afterwards', 'before\n\x1b[?1049hvim\x1b[?1049lafter', ['before', 'after']],
	['the alternate screen is shown while it is on', 'before\n\x1b[?1049h\x1b[Hvim', ['vim']],
	[
		'titles, links and modes are inert',
		'\x1b]0;title\x07a\x1b]8;;http://x\x1b\\b\x1b]8;;\x1b\\\x1b[?25lc\x1b[>4;1m',
		['abc'],
	],
	['queries are inert', 'a\x1b[6n\x1b[c\x1b[?2004hb', ['ab']],
	['a string that never ends does not swallow the next line', 'a\x1b]0;oops\nb', ['a', 'b']],
	['overwriting half of a wide character blanks the other', '中x\r\x1b[1Cy', [' yx']],
	['reordering characters are made visible', 'a\u202eb', ['a⟨U+202E⟩b']],
	['eight-bit controls are dropped', 'a\x9b31mb', ['a31mb']],
	['half a pair is replaced', 'a\ud83d\nb', ['a\ufffd', 'b']],
	['trailing blanks are no rows', 'a\n\n  \n', ['a']],
])('%s', (_name, data, expected) => {
	expect(rowsOf(screenOf(data))).toEqual(expected);
});

test('lines wrap at the columns', () => {
	expect(rowsOf(screenOf('abcdef', 4))).toEqual(['abcd', 'ef']);
	expect(rowsOf(screenOf('abc中', 4))).toEqual(['abc', '中']);
	expect(rowsOf(screenOf('中', 1))).toEqual(['', '中']);
});

test('colours become roles and end where they end', () => {
	const screen = screenOf('\x1b[1;31mred\x1b[0m plain \x1b[32mgreen');
	expect(screen.row(0)).toEqual([
		{ text: 'red', style: { bold: true, color: 'error' } },
		{ text: ' plain ' },
		{ text: 'green', style: { color: 'success' } },
	]);
});

test('a row that does not change stays the same object', () => {
	const screen = screenOf('one\ntwo\n');
	const first = screen.row(0);
	screen.write('three\n');
	expect(screen.row(0)).toBe(first);
});

test('a flood of lines keeps the newest five thousand or a little more', () => {
	const screen = screenOf(Array.from({ length: 20_000 }, (_, index) => `line ${index}\n`).join(''));
	const rows = rowsOf(screen);
	expect(rows.length).toBeGreaterThanOrEqual(5000);
	expect(rows.length).toBeLessThanOrEqual(5600);
	expect(rows.at(-1)).toBe('line 19999');
	expect(rows.length + screen.dropped()).toBe(20_000);
});

test('cursor jumps cannot make rows without bound', () => {
	const screen = screenOf('\x1b[999999999Cx\n'.repeat(7000), 512);
	expect(screen.rowCount()).toBeLessThan(6000);
	expect(screen.row(0).length).toBeLessThanOrEqual(1);
	for (const final of 'ABCDEFGHJKLMPXdefsu@') screen.write(`\x1b[999999999;999999999${final}`);
	expect(screen.rowCount()).toBeLessThan(6000);
});

const piece = fc.oneof(
	fc.string({ unit: 'grapheme', maxLength: 6 }),
	fc.constantFrom(
		'\r',
		'\n',
		'\b',
		'\t',
		'\x1b',
		'\x1b[',
		'\x1b]0;t',
		'\x07',
		'\x1b\\',
		'中',
		'👍🏽',
		'e\u0301',
		'\ud83d',
	),
	fc.tuple(fc.nat(70), fc.nat(90), fc.constantFrom(...'ABCDEFGHJKLMPX@msudf')).map(([a, b, f]) => `\x1b[${a};${b}${f}`),
	fc.constantFrom(
		'\x1b[?1049h',
		'\x1b[?1049l',
		'\x1b7',
		'\x1b8',
		'\x1bc',
		'\x1bM',
		'\x1b[38;5;200m',
		'\x1b[48;2;1;2;3m',
	),
);
const stream = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));

test('any chunking gives the same screen, and nothing in it is a control character', () => {
	fc.assert(
		fc.property(stream, fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 30 }), (data, size, columns) => {
			const whole = screenOf(data, columns);
			const chunked = new TerminalScreen(columns);
			for (let at = 0; at < data.length; at += size) chunked.write(data.slice(at, at + size));
			expect(rowsOf(chunked)).toEqual(rowsOf(whole));
			expect(rowsOf(whole).join('')).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
		}),
		{ numRuns: 300 },
	);
});

test.each<[string, number[], object | undefined]>([
	['nothing resets', [], undefined],
	['an omitted parameter resets', [31, -1], undefined],
	['basic colours', [31], { color: 'error' }],
	['bright colours', [92], { color: 'success' }],
	['white is the text itself', [37], undefined],
	['attributes', [1, 3, 4, 9, 7], { bold: true, italic: true, underline: true, strike: true, inverse: true }],
	['attributes end', [1, 3, 22, 23], undefined],
	['concealed text is dimmed, not hidden', [8], { dim: true }],
	['parameters behind an extended colour', [38, 5, 196, 1], { color: 'error', bold: true }],
	['a badge', [30, 42], { background: 'added' }],
	['a background ends', [41, 49], undefined],
	['what nobody knows changes nothing', [31, 999], { color: 'error' }],
	['a cut sequence', [38], undefined],
	['a cut palette', [38, 5], undefined],
])('%s', (_name, params, expected) => {
	expect(styleOf(applySgr(PLAIN, params))).toEqual(expected);
});
