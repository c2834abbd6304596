import { createTwoFilesPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyHunks, readPatch } from '../../../src/core/edits/patch.js';

const runs = process.env['ACP_TUI_LONG'] === '1' ? 20_000 : 300;
const lines = fc.array(fc.constantFrom('a', 'b', 'c', '', '  a', '-b', '+c', '@@ x', '*** y'), { maxLength: 12 });
const text = fc
	.tuple(lines, fc.boolean())
	.map(([all, hasBreak]) => all.join('\n') + (hasBreak && all.length > 0 ? '\n' : ''));

describe('A unified diff', () => {
	test('makes of the old text the new one, whatever they are.', () => {
		fc.assert(
			fc.property(text, text, fc.integer({ min: 0, max: 4 }), (before, after, context) => {
				fc.pre(before !== after);
				const patch = readPatch(createTwoFilesPatch('a/x', 'b/x', before, after, undefined, undefined, { context }));
				expect(patch).toMatchObject([{ path: 'x', kind: 'update' }]);
				expect(applyHunks(before, patch?.[0]?.hunks ?? [])).toBe(after);
			}),
			{ numRuns: runs },
		);
	});

	test.each(['', '\n', ' \n', '\n\n'])('whose last line is an empty one of the file may end with %j.', (end) => {
		const [file] = readPatch(`--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-one\n+1\n${end}`) ?? [];
		expect(applyHunks('one\n\ntwo\n', file?.hunks ?? [])).toBe('1\n\ntwo\n');
		expect(applyHunks('one\ntwo\n\n', file?.hunks ?? [])).toBeNull();
	});

	test('of apply_patch may have an empty line before its end that is none of the file.', () => {
		const [file] = readPatch('*** Begin Patch\n*** Update File: x\n@@\n-one\n+1\n\n*** End Patch\n') ?? [];
		expect(applyHunks('one\ntwo\n', file?.hunks ?? [])).toBe('1\ntwo\n');
		expect(applyHunks('one\n\ntwo\n', file?.hunks ?? [])).toBe('1\n\ntwo\n');
	});

	test('fits a file whose lines moved, and none that lacks them.', () => {
		const [file] = readPatch('--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n') ?? [];
		expect(applyHunks('zero\none\ntwo\n', file?.hunks ?? [])).toBe('zero\none\n2\n');
		expect(applyHunks('one\nthree\n', file?.hunks ?? [])).toBeNull();
	});

	test.each([
		['a line that is none of a patch', '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-x\n+y\nrm -rf build\n'],
		['more lines than it counts', '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-x\n+y\n+z\n'],
		['fewer lines than it counts', '--- a/x\n+++ b/x\n@@ -1,3 +1 @@\n-x\n+y\n'],
		['no lines', '--- a/x\n+++ b/x\n'],
		['words', 'make it better'],
		['nothing', ''],
	])('with %s is no patch.', (_, patch) => {
		expect(readPatch(patch)).toBeNull();
	});
});

describe('A patch in the form of Codex', () => {
	const codex = (...body: string[]) => ['*** Begin Patch', ...body, '*** End Patch', ''].join('\n');

	test('adds, changes, moves and deletes files.', () => {
		const patch = codex(
			'*** Add File: new.md',
			'+# Title',
			'+',
			'*** Update File: src/a.ts',
			'*** Move to: src/b.ts',
			'@@ class A',
			'@@   run() {',
			'-    old();',
			'+    fresh();',
			'*** Delete File: gone.txt',
		);
		const files = readPatch(patch);
		expect(files).toMatchObject([
			{ path: 'new.md', kind: 'add' },
			{ path: 'src/a.ts', movedTo: 'src/b.ts', kind: 'update', hunks: [{ anchors: ['class A', 'run() {'] }] },
			{ path: 'gone.txt', kind: 'delete' },
		]);
		const before = 'function f() {\n    old();\n}\nclass A\n  run() {\n    old();\n  }\n';
		expect(applyHunks(before, files?.[1]?.hunks ?? [])).toBe(before.replace(/old(?=\(\);\n {2}\})/, 'fresh'));
	});

	test('goes on behind the place before, and keeps blanks at the ends of lines that it does not change.', () => {
		const patch = codex('*** Update File: a', '@@', ' x', '-y', '+1', '@@', ' x', '-y', '+2', '*** End of File');
		expect(applyHunks('x  \ny\nx  \ny\n', readPatch(patch)?.[0]?.hunks ?? [])).toBe('x  \n1\nx  \n2\n');
	});

	test.each([
		['without its end', '*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n'],
		['with something behind its end', `${codex('*** Update File: a', '-x', '+y')}rm -rf build\n`],
		['that adds a file with lines of another', codex('*** Add File: a', '-x')],
		['with lines of no file', codex('+x')],
		['with lines below a file that goes', codex('*** Delete File: a', '+x')],
	])('%s is no patch.', (_, patch) => {
		expect(readPatch(patch)).toBeNull();
	});
});

test('A hostile patch costs a bounded time and gets no place.', () => {
	const file = 'x\n'.repeat(100_000);
	const body = '@@\n-x\n-y\n+z\n'.repeat(30_000);
	const patch = readPatch(`*** Begin Patch\n*** Update File: a\n${body}*** End Patch`);
	const before = process.cpuUsage();
	expect(applyHunks(file, patch?.[0]?.hunks ?? [])).toBeNull();
	expect(
		applyHunks(
			file,
			Array.from({ length: 30_000 }, () => ({ lines: [], anchors: ['none such'] })),
		),
	).toBeNull();
	expect(process.cpuUsage(before).user / 1000).toBeLessThan(5000);
});
