import { expect, test } from 'vitest';
import { limits } from '../../../src/core/limits.js';
import { eachLine, eachPart, marked, type OpenLog } from '../../../src/services/sessions/index/log-bytes.js';

const MB = 1024 * 1024;

function logOf(...parts: readonly (string | Buffer)[]): OpenLog {
	const bytes = Buffer.concat(parts.map((part) => Buffer.from(part)));
	return { size: bytes.length, mtimeMs: 0, ino: 1, read: (start, end) => Buffer.from(bytes.subarray(start, end)) };
}

function lines(log: OpenLog, start = 0): readonly string[] {
	const taken: string[] = [];
	eachLine(log, start, (line) => taken.push(line.length > 100 ? `${line.length}` : line.toString('utf8')));
	return taken;
}

const long = (size: number) => Buffer.alloc(size, 'x');

test('Lines are taken whole, wherever the parts end in which a log is read', () => {
	expect(lines(logOf('a\nb\n\nc'))).toEqual(['a', 'b', '']);
	for (const size of [MB - 3, MB - 2, MB - 1, MB, MB + 1, 3 * MB - 2, 3 * MB + 7]) {
		expect(lines(logOf('a\n', long(size), '\nb\n', long(size), '\nc\nhalf'))).toEqual([
			'a',
			`${size}`,
			'b',
			`${size}`,
			'c',
		]);
	}
	expect(lines(logOf(long(MB - 1), '\n', 'a\n'))).toEqual([`${MB - 1}`, 'a']);
	expect(lines(logOf('a\nb\nc\n'), 2)).toEqual(['b', 'c']);
});

test('A line that is longer than any is left out whole: nothing in it is taken for a line, and what follows is read', () => {
	const log = logOf('a mark\n', long(limits.lineBytes), ' mark ', long(5 * MB), '\nb mark\n', long(2 * MB), '\n');
	expect(lines(log)).toEqual(['a mark', 'b mark', `${2 * MB}`]);
	const found: string[] = [];
	eachPart(log, 0, (part, place) => {
		for (const { line, from } of marked(part, Buffer.from('mark'))) {
			found.push(`${line} ${log.read(place + from, place + from + 1)}`);
		}
	});
	expect(found).toEqual(['a mark a', 'b mark b']);
});
