import { expect, test } from 'vitest';
import { splitOutput } from '../../../src/services/git/split-output.js';

test.each(['\0', '\n'] as const)('records come out whole however the stream is cut (%j)', (separator) => {
	const names = ['a.txt', 'späce ☃/b', '', separator === '\0' ? 'odd\nname' : 'odd\0name', 'c'];
	const bytes = Buffer.from(names.map((name) => name + separator).join(''));
	for (let size = 1; size <= bytes.length; size += 1) {
		const taken: string[] = [];
		const split = splitOutput(separator, (name) => taken.push(name) > 0);
		for (let at = 0; at < bytes.length; at += size) expect(split(bytes.subarray(at, at + size))).toBe(true);
		expect(taken).toEqual(names);
	}
});

test('it says when enough was taken', () => {
	const taken: string[] = [];
	const split = splitOutput('\n', (name) => taken.push(name) < 2);
	expect([split(Buffer.from('a\nb\nc\n')), taken]).toEqual([false, ['a', 'b']]);
});
