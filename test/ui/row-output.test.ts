import { expect, test } from 'vitest';
import { RowOutput } from '../../src/ui/build/row-output.js';

test('Rows take their place and lose the blanks at their ends', () => {
	const output = new RowOutput({ width: 20, height: 3 });
	const rows = ['one  ', '\x1b[31mtwo\x1b[0m 漢', ''];
	output.write(0, 0, ' \n \n ', { transformers: [(_, row) => rows[row] ?? ''] });
	expect(output.get()).toEqual({ output: 'one\n\x1b[31mtwo\x1b[0m 漢\n', height: 3 });
});

test('Texts beside each other are joined in their columns, whatever colours they have', () => {
	const output = new RowOutput({ width: 20, height: 3 });
	output.write(0, 0, '\x1b[1m漢\x1b[0m\n', { transformers: [] });
	output.write(4, 0, 'a\nb\n', { transformers: [] });
	expect(output.get().output).toBe('\x1b[1m漢\x1b[0m  a\n    b\n');
});

test('What does not fit the height is left out, and what nobody writes is empty', () => {
	const output = new RowOutput({ width: 20, height: 2 });
	output.write(0, 1, 'a\nb', { transformers: [] });
	output.write(0, -1, 'c', { transformers: [] });
	expect(output.get()).toEqual({ output: '\na', height: 2 });
});

test('Transformers follow each other from the inside out', () => {
	const output = new RowOutput({ width: 20, height: 1 });
	output.write(0, 0, 'x', { transformers: [(line) => `(${line})`, (line, row) => `${line}${row}`] });
	expect(output.get().output).toBe('(x)0');
});
