import { expect, test } from 'vitest';
import type { ComposerState } from '../../../src/view/composer/composer-state.js';
import { emptyDraft } from '../../../src/view/composer/draft.js';
import { layoutDraft, visibleRows } from '../../../src/view/composer/draft-layout.js';
import { renderComposer, textColumns } from '../../../src/view/composer/render-draft.js';
import { drawnText } from '../../../src/view/composer/wrap-draft.js';
import { lineText } from '../../../src/view/spans.js';
import { composerWith, press } from './press.js';

const view = { width: 20, maxRows: 4, prompt: '> ', placeholder: 'What shall be done today?' };

function draw(state: ComposerState): { rows: string[]; cursor: string } {
	const { lines, cursor } = renderComposer(state, view);
	return { rows: lines.map(lineText), cursor: `${cursor?.row}:${cursor?.column}` };
}

test.each([
	['|', ['> What shall be don…'], '0:2'],
	['hi|', ['> hi'], '0:4'],
	['a\nb|', ['> a', '  b'], '1:3'],
	['漢字|', ['> 漢字'], '0:6'],
	['one two three four five|', ['> one two three ', '  four five'], '1:11'],
	['1\n2\n3\n4|\n5\n6\n7', ['↑ 2', '  3', '  4', '↓ 5'], '2:3'],
	['1\n2\n3\n4\n5\n6\n7|', ['↑ 4', '  5', '  6', '  7'], '3:3'],
	['\ta|', ['>     a'], '0:7'],
])('%j is drawn as %j with the cursor at %s', (before, rows, cursor) => {
	expect(draw(composerWith(before, [], textColumns(view.width, view.prompt)))).toEqual({ rows, cursor });
});

test('the search shows its match, its query and how many there are', () => {
	const state = press(composerWith('draft|', ['fix the build', 'build it\nnow']), 'ctrl+r `build`');
	expect(draw(state)).toEqual({ rows: ['build it', 'now', 'search: build  1 of…'], cursor: '2:13' });
	expect(draw(press(state, '`x`')).rows).toEqual(['draft', 'search: buildx  not…']);
});

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
