import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLineSplitter, HEAD_LENGTH } from '../../../src/agent/wire/read-messages.js';

test('However the bytes are cut, the same lines come out.', () => {
	fc.assert(
		fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.array(fc.nat({ max: 40 })), (words, cuts) => {
			const lines = words.map((word) => word.replaceAll('\n', ''));
			const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
			const splitter = createLineSplitter();
			const found: string[] = [];
			let start = 0;
			for (const size of cuts) {
				found.push(...splitter.push(bytes.subarray(start, start + size)).lines);
				start += size;
			}
			found.push(...splitter.push(bytes.subarray(start)).lines, ...splitter.end().lines);
			expect(found).toEqual(lines.map((line) => Buffer.from(line).toString()));
		}),
	);
});

test('A line over the limit is thrown away to its end but for its beginning, the next one is whole.', () => {
	const splitter = createLineSplitter(8);
	expect(splitter.push(Buffer.from('12345'))).toEqual({ lines: [], oversized: [] });
	expect(splitter.push(Buffer.from('6789abc'))).toEqual({ lines: [], oversized: [] });
	expect(splitter.push(Buffer.from('def\nok\n123456789\n12'))).toEqual({
		lines: ['ok'],
		oversized: ['123456789abc', '123456789'],
	});
	expect(splitter.end()).toEqual({ lines: ['12'], oversized: [] });
});

test('Of a long line no more than what is looked at is kept.', () => {
	const splitter = createLineSplitter(1000);
	for (let count = 0; count < 10; count += 1) splitter.push(Buffer.from('x'.repeat(300)));
	expect(splitter.end().oversized.map((head) => head.length)).toEqual([HEAD_LENGTH]);
});
