import { applyPatch, createTwoFilesPatch } from 'diff';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unifiedDiff } from '../../../../src/view/code/hunks.js';

const text = fc
	.array(fc.constantFrom('a\n', 'b\n', 'c\r\n', '\n', 'x', '}\n'), { maxLength: 40 })
	.map((parts) => parts.join(''));

test('a unified diff makes the new text of the old one', () => {
	fc.assert(
		fc.property(text, text, (oldText, newText) => {
			expect(applyPatch(oldText, unifiedDiff('a', oldText, newText), { autoConvertLineEndings: false })).toBe(newText);
		}),
		{ numRuns: 500 },
	);
});

const numbers = (change: (at: number) => string): string => Array.from({ length: 40 }, (_, at) => change(at)).join('');
const plain = numbers((at) => `${at}\n`);

test.each([
	['a line in the middle', plain, numbers((at) => (at === 20 ? 'x\n' : `${at}\n`))],
	['two places near each other', plain, numbers((at) => (at === 10 || at === 17 ? 'x\n' : `${at}\n`))],
	['two places apart', plain, numbers((at) => (at === 10 || at === 18 ? 'x\n' : `${at}\n`))],
	['the first line', plain, `new\n${plain}`],
	['the last newline', 'a\nb\n', 'a\nb'],
	['all of it', 'a\n', ''],
	['nothing', 'a\n', 'a\n'],
])('a unified diff is written as others write it: %s', (_, oldText, newText) => {
	const written = createTwoFilesPatch('a/f', 'b/f', oldText, newText, undefined, undefined, { context: 3 });
	expect(unifiedDiff('f', oldText, newText)).toBe(written.replace(/^=+\n/, ''));
});

test('a new file comes from nowhere', () => {
	expect(unifiedDiff('f', null, 'a\n')).toBe('--- /dev/null\n+++ b/f\n@@ -0,0 +1,1 @@\n+a\n');
});
