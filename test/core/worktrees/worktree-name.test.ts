import fc from 'fast-check';
import { expect, test } from 'vitest';
import { branchOf, makeName, nameProblem } from '../../../src/core/worktrees/worktree-name.js';

test.each(['fix', 'Fix-1', 'a.b', '_x', '1', 'a'.repeat(64)])('%s is a name', (name) => {
	expect(nameProblem(name)).toBe(null);
});

test.each([
	...['', '.', '..', 'a..b', '.git', '-x', 'a/b', 'a\\b', '../x', 'a b', 'a:b', 'ü', 'a~1', 'a^', 'a?', 'a*', 'a['],
	...['x.lock', 'x.LOCK', 'x.', 'con', 'NUL.txt', 'com1', 'a\n', 'a\0', '@{-1}', 'a'.repeat(65)],
])('%j is refused with a reason', (name) => {
	expect(nameProblem(name)).toMatch(/^[a-z][^.]*(?:\.lock)?/);
});

test('a good name is one segment of a path and a branch that git takes', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 8 }), (name) => {
			if (nameProblem(name) !== null) return;
			// The rules of git check-ref-format.
			expect(branchOf(name)).not.toMatch(/\.\.|[\u0000-\u0020\u007f~^:?*[\\]|@\{|\/\/|\/\.|\.$|\/$|\.lock$|\/-/);
			expect(name).not.toMatch(/[/\\]/);
		}),
	);
});

test('made-up names are good ones, whatever chance says', () => {
	fc.assert(
		fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (number) => {
			expect(nameProblem(makeName(() => number))).toBe(null);
		}),
	);
});
