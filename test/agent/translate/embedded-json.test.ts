import { expect, test } from 'vitest';
import { embeddedJson } from '../../../src/agent/translate/input/walk.js';

const MOST = 200_000;
const inString = (value: unknown): string => JSON.stringify(JSON.stringify(value));

test.each([
	['{"a":1}', { a: 1 }],
	[' \n[1]', [1]],
	[inString({ a: 1 }), { a: 1 }],
	[JSON.stringify(inString([1])), [1]],
	[inString('words'), undefined],
	['"words"', undefined],
	['{words}', undefined],
	['words {"a":1}', undefined],
	['1', undefined],
	['null', undefined],
	['', undefined],
])('%j holds %j.', (text, value) => {
	expect(embeddedJson(text)).toEqual(value);
});

test('Of a text that is too long to be read, what may be an object counts as one that nobody understands.', () => {
	expect(embeddedJson('[1]'.padEnd(MOST))).toEqual([1]);
	expect(embeddedJson('[1]'.padEnd(MOST + 1))).toEqual({});
	expect(embeddedJson('"words"'.padEnd(MOST + 1))).toBeUndefined();
});
