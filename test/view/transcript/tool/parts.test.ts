import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineText } from '../../../../src/view/spans.js';
import { fileLocation } from '../../../../src/view/transcript/as-text/entry-files.js';
import { outputText } from '../../../../src/view/transcript/as-text/entry-text.js';
import { earlierText, renderOutputText, unfenced } from '../../../../src/view/transcript/tool/text-content.js';
import { foundPlaces } from '../../../../src/view/transcript/tool/tool-input.js';
import { boundedJson, hasRaw, reasonIn } from '../../../../src/view/transcript/tool/tool-raw.js';
import { fileLink, relativePath, shortenPaths } from '../../../../src/view/transcript/tool/tool-title.js';
import { tool } from '../samples.js';

const found = [{ path: 'src/a.ts', line: 3 }, { path: 'b.ts' }];

test.each<[string, unknown]>([
	['a list', [{ path: 'src/a.ts', line: 3 }, { path: 'b.ts' }]],
	['a list in a field', { total: 2, matches: [{ file: 'src/a.ts', lineNumber: 3, text: 'x' }, { file: 'b.ts' }] }],
	['a list further down', { result: { files: [{ filePath: 'src/a.ts', start_line: 3 }, { filePath: 'b.ts' }] } }],
	[
		'lines that are none',
		[
			{ path: 'src/a.ts', line: 3 },
			{ path: 'b.ts', line: -1 },
		],
	],
])('places are read from %s of a result', (_, rawOutput) => {
	const entry = tool({ kind: 'search', title: 'Find x', locations: [], rawOutput });
	expect(foundPlaces(entry.call)).toEqual(found);
	expect(fileLocation(entry)).toEqual(found[0]);
});

test('the places that a call says itself come before those of its result', () => {
	const { call } = tool({ locations: [{ path: 'c.ts' }], rawOutput: found });
	expect(foundPlaces(call)).toEqual([{ path: 'c.ts' }]);
});

test.each([[undefined], ['src/a.ts'], [[]], [{ matches: ['src/a.ts'] }], [null]])('%j holds no places', (rawOutput) => {
	expect(foundPlaces(tool({ locations: [], rawOutput }).call)).toEqual([]);
});

function shown(output: string, width: number, maxRows: number): { lines: string[]; earlier: string | null } {
	const rendered = renderOutputText(output, { width, maxRows });
	return { lines: rendered.lines.map(lineText), earlier: earlierText(rendered) };
}

test.each([
	['fits', 'a\nb\n', 10, 5, ['a', 'b'], null],
	['has more lines', 'a\nb\nc\n', 10, 2, ['b', 'c'], '1 earlier line'],
	['has a line whose start does not fit', 'abcdefgh', 3, 2, ['def', 'gh'], '1 earlier line'],
	['has more lines and such a line', 'x\nabcdefgh\n', 3, 2, ['def', 'gh'], '2 earlier lines'],
])('an output that %s says what is not shown', (_, output, width, rows, lines, earlier) => {
	expect(shown(output, width, rows)).toEqual({ lines, earlier });
});

test('a line that is longer than the emulated screen is wide stays one line, shown and copied', () => {
	const long = 'abcdefghij'.repeat(130);
	const { lines } = shown(`first\n${long}\nlast\n`, 100, 50);
	expect(lines).toEqual(['first', ...Array.from({ length: 13 }, () => 'abcdefghij'.repeat(10)), 'last']);
	const terminal = { id: 't', command: '', output: `${long}\nlast\n`, outputStart: 0, startedAt: 0 };
	expect(outputText({ ...terminal, released: true, ours: false })).toBe(`${long}\nlast`);
});

test('a line without an end is laid out in bounded pieces', () => {
	const { lines, earlier } = shown('x'.repeat(512 * 200), 512, 3);
	expect(lines).toEqual(Array.from({ length: 3 }, () => 'x'.repeat(512)));
	expect(earlier).not.toBeNull();
});

test.each([
	['Read /w/shop/src/a.ts', 'Read src/a.ts'],
	['cd /w/shop && ls', 'cd . && ls'],
	['ls /w/shop/', 'ls .'],
	['cp "/w/shop/a" /w/shop/b', 'cp "a" b'],
	['Read /w/shopping/a.ts', 'Read /w/shopping/a.ts'],
	['Read /other/w/shop/a.ts', 'Read /other/w/shop/a.ts'],
	['Read /w/shop/../secret', 'Read ../secret'],
	['nothing', 'nothing'],
])('%s becomes %s', (text, expected) => {
	expect(shortenPaths(text, '/w/shop')).toBe(expected);
});

test('the root directory shortens nothing', () => {
	expect(shortenPaths('Read /etc/hosts', '/')).toBe('Read /etc/hosts');
});

test.each([
	['/w/shop/a.ts', 'a.ts'],
	['/w/shop', '.'],
	['/w/shopping', '/w/shopping'],
	['a.ts', 'a.ts'],
])('the path %s is shown as %s', (path, expected) => {
	expect(relativePath(path, '/w/shop')).toBe(expected);
});

test.each([
	['/w/a b#c.ts', 'file:///w/a%20b%23c.ts'],
	['src/ä.ts', 'file:///w/shop/src/%C3%A4.ts'],
	['C:\\x\\y.ts', 'file:///C%3A/x/y.ts'],
	['/bad\ud800', undefined],
])('the path %j links to %s', (path, expected) => {
	expect(fileLink(path, '/w/shop')).toBe(expected);
});

test('small values are the JSON that they are', () => {
	fc.assert(
		fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
			expect(JSON.parse(boundedJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
		}),
	);
});

test('deep, long and endless values are cut', () => {
	const ring: Record<string, unknown> = {};
	ring['self'] = ring;
	expect(boundedJson(ring)).toContain('{…}');
	expect(boundedJson(Array.from({ length: 1000 }, (_, index) => index))).toContain('… 800 more');
	expect(boundedJson('x'.repeat(1_000_000)).length).toBeLessThan(5000);
	const wide = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`k${index}`, 'x'.repeat(3000)]));
	expect(boundedJson({ a: wide, b: wide, c: wide }).length).toBeLessThan(60_000);
});

test.each([
	[undefined, false],
	[null, false],
	['', false],
	[{}, false],
	[[], false],
	[0, true],
	[{ a: 1 }, true],
])('%j is worth showing: %s', (value, expected) => {
	expect(hasRaw(value)).toBe(expected);
});

test.each([
	['words', 'words'],
	[{ output: 'it broke', exitCode: 1 }, 'it broke'],
	[{ error: null, stderr: 'bad' }, 'bad'],
	[[{ text: 'a' }, { text: 'b' }], 'a\nb'],
	[{ code: 3 }, ''],
	[7, ''],
])('the reason in %j is %j', (value, expected) => {
	expect(reasonIn(value)).toBe(expected);
});

test('a fence of very many signs is looked at in no time', () => {
	const began = performance.now();
	for (const sign of ['~', '`']) {
		expect(unfenced(`${sign.repeat(200_000)}x`)).toBeNull();
		expect(unfenced(`${sign.repeat(200_000)}\nx\n${sign.repeat(200_000)}`)).toBe('x');
	}
	expect(performance.now() - began).toBeLessThan(2000);
});
