import { expect, test } from 'vitest';
import { createStderrLines } from '../../../src/agent/process/agent-process.js';

function read(...chunks: (string | Buffer)[]) {
	const lines: string[] = [];
	const stderr = createStderrLines((line) => lines.push(line));
	for (const chunk of chunks) stderr.push(Buffer.from(chunk));
	stderr.end();
	return { lines, tail: stderr.tail() };
}

test('Lines are whole wherever the chunks are cut, and the last one needs no end.', () => {
	const euro = Buffer.from('€');
	expect(read('a\r\nb', euro.subarray(0, 1), euro.subarray(1), '\n\nlast').lines).toEqual(['a', 'b€', 'last']);
});

test('A line without end is cut, and what follows its end is whole again.', () => {
	const { lines } = read(...Array<string>(100).fill('x'.repeat(300)), '\nnext\n');
	expect(lines.map((line) => line.length)).toEqual([2000, 4]);
});

test('The last twenty lines are kept.', () => {
	const { lines, tail } = read(Array.from({ length: 50 }, (_, index) => `${index}\n`).join(''));
	expect(lines).toHaveLength(50);
	expect(tail).toEqual(lines.slice(-20));
});
