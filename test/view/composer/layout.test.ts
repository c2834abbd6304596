import { expect, test } from 'vitest';
import { emptyDraft } from '../../../src/view/composer/draft.js';
import { layoutDraft, visibleRows } from '../../../src/view/composer/layout.js';
import { drawnText } from '../../../src/view/composer/wrap.js';

const table: readonly (readonly [text: string, width: number, rows: readonly string[]])[] = [
	['', 10, ['']],
	['short', 10, ['short']],
	['nine char', 10, ['nine char']],
	['ten chars!', 10, ['ten ', 'chars!']],
	['hello big world', 10, ['hello big ', 'world']],
	['a\nb\n', 10, ['a', 'b', '']],
	['abcdefghijkl', 5, ['abcd', 'efgh', 'ijkl']],
	['ab cdefghijk', 5, ['ab ', 'cdef', 'ghij', 'k']],
	['abcd efgh', 5, ['abcd ', 'efgh']],
	['漢字漢字', 6, ['漢字', '漢字']],
	['a漢字', 4, ['a漢', '字']],
	['👩‍👩‍👧👩‍👩‍👧', 4, ['👩‍👩‍👧', '👩‍👩‍👧']],
	['e\u0301e\u0301e\u0301', 3, ['e\u0301e\u0301', 'e\u0301']],
	['漢字', 2, ['漢', '字']],
	['      x', 4, ['    ', '  x']],
	['a\tb', 10, ['a\tb']],
];

test.each(table)('%j in %i cells has the rows %j', (text, width, rows) => {
	expect(layoutDraft({ ...emptyDraft, text }, width).rows.map((row) => row.text)).toEqual(rows);
});

test.each([
	['hello big world', 9, [0, 9]],
	['hello big world', 10, [1, 0]],
	['abcdefgh', 4, [1, 0]],
	['abcdefgh', 8, [1, 4]],
	['a\n', 2, [1, 0]],
	['漢字', 1, [0, 2]],
	['a\tb', 2, [0, 4]],
])('the cursor of %j at %i stands at %j', (text, cursor, [row, column]) => {
	const width = text.startsWith('abc') ? 5 : 10;
	const layout = layoutDraft({ ...emptyDraft, text, cursor }, width);
	expect([layout.cursorRow, layout.cursorColumn]).toEqual([row, column]);
});

test('the window of rows keeps the cursor inside', () => {
	const text = Array.from({ length: 20 }, (_, index) => `${index}`).join('\n');
	const at = (cursor: number) => visibleRows(layoutDraft({ ...emptyDraft, text, cursor }, 10), 5);
	expect(at(0).top).toBe(0);
	expect(at(text.length).top).toBe(15);
	expect(at(text.indexOf('9')).rows.map((row) => row.text)).toEqual(['7', '8', '9', '10', '11']);
});

test('tabs are drawn up to the next stop', () => {
	expect(drawnText('\ta\tb')).toBe('    a   b');
});
