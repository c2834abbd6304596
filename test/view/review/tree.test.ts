import { expect, test } from 'vitest';
import { treeOf } from '../../../src/view/review/file-row.js';

/** A tree as indented words; a folder ends with a slash. */
function drawn(paths: readonly string[], folded: readonly string[] = []): readonly string[] {
	return treeOf(
		paths.map((path) => ({ path })),
		new Set(folded),
	).map((node) => `${'  '.repeat(node.depth)}${node.name}${node.kind === 'folder' ? `/ ${node.files.length}` : ''}`);
}

test('A folder that holds one folder or file alone is one with it; the order is that of the files.', () => {
	expect(drawn(['README.md', 'src/a/b/c.ts', 'src/a/b/d.ts', 'src/z.ts', 'test/x/y.test.ts'])).toEqual([
		'README.md',
		'src/ 3',
		'  a/b/ 2',
		'    c.ts',
		'    d.ts',
		'  z.ts',
		'test/x/y.test.ts',
	]);
	expect(drawn(['a/b/c.ts', 'a/b/d.ts'])).toEqual(['a/b/ 2', '  c.ts', '  d.ts']);
});

test('Folded folders hide what is in them.', () => {
	expect(drawn(['a/b/c.ts', 'a/b/d.ts', 'a/e.ts'], ['a/b/'])).toEqual(['a/ 3', '  b/ 2', '  e.ts']);
	expect(drawn(['a/b/c.ts', 'a/e.ts'], ['a/'])).toEqual(['a/ 2']);
});

test('Odd names are names: no end of a path is taken for a folder, and none is left out.', () => {
	const paths = ['//', '/a', 'a\nb/c', 'a\nb/d', '..', `${'d/'.repeat(300)}x`, `${'d/'.repeat(300)}y`];
	const files = treeOf(
		paths.map((path) => ({ path })),
		new Set(),
	).flatMap((node) => (node.kind === 'file' ? [node.file.path] : []));
	expect(files.toSorted()).toEqual(paths.toSorted());
});
