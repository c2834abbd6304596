import { expect, test } from 'vitest';
import { lineText } from '../../../../src/view/spans.js';
import { outputText } from '../../../../src/view/transcript/as-text/entry-text.js';
import { earlierText, renderOutputText } from '../../../../src/view/transcript/tool/terminal-lines.js';

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
