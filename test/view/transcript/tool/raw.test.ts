import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundedJson, hasRaw, reasonIn } from '../../../../src/view/transcript/tool/raw.js';

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
