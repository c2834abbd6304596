import { expect, test } from 'vitest';
import { readPatch } from '../../../src/core/edits/patch.js';
import { patchedPaths } from '../../../src/core/edits/planned-changes.js';

const HUNK = '@@ -1 +1 @@\n-a\n+b\n';

/** The header of a file as git writes it, with names that need no quotes. */
function patch(before: string, after: string, more = ''): string {
	return `diff --git ${before} ${after}\n${more}--- ${before}\n+++ ${after}\n${HUNK}`;
}

function pathsOf(newText: string, named: readonly string[] = []): readonly string[] {
	return patchedPaths([{ newText, how: 'patch' }], '/w', named);
}

test.each<[string, string]>([
	[patch('a/x.ts', 'b/x.ts'), 'git’s own letters'],
	[patch('i/x.ts', 'w/x.ts'), 'letters of an index and a worktree'],
	[patch('c/x.ts', 'i/x.ts'), 'letters of a commit and an index'],
	[patch('x.ts', 'x.ts'), 'no letters'],
	[`--- x.ts\n+++ x.ts\n${HUNK}`, 'no line of git'],
	[`--- a/x.ts\t2026-01-01 10:00\n+++ b/x.ts\t2026-01-02\n${HUNK}`, 'times'],
	[patch('a/dev/null', 'b/x.ts', 'create file mode 100644\n'), 'nothing before, behind a letter'],
	[patch('/dev/null', 'b/x.ts', 'new file mode 100644\n'), 'nothing before'],
	[patch('a/x.ts', '/dev/null', 'deleted file mode 100644\n'), 'nothing after'],
	[patch('"a/x.ts"', '"b/x.ts"'), 'quotes'],
	['diff --git a/x.ts b/x.ts\nold mode 100644\nnew mode 100755\n', 'another mode alone'],
	['diff --git a/x.ts b/x.ts\nnew file mode 100644\nindex 0000000..e69de29\n', 'an empty file'],
])('The file is found in %j (%s).', (text) => {
	expect(pathsOf(text)).toEqual(['/w/x.ts']);
});

test('A folder that is called as git’s letter is one.', () => {
	expect(pathsOf(`--- a/x.ts\n+++ a/x.ts\n${HUNK}`)).toEqual(['/w/a/x.ts']);
	expect(pathsOf(patch('a/a/x.ts', 'b/a/x.ts'))).toEqual(['/w/a/x.ts']);
});

test.each<[string]>([
	['diff --git a/old.ts b/new.ts\nsimilarity index 100%\nrename from old.ts\nrename to new.ts\n'],
	[patch('a/old.ts', 'b/new.ts', 'similarity index 90%\nrename from old.ts\nrename to new.ts\n')],
	[patch('a/old.ts', 'b/new.ts')],
])('A file that is renamed in %j has both names.', (text) => {
	expect(readPatch(text)).toMatchObject([{ path: 'old.ts', movedTo: 'new.ts', kind: 'update' }]);
	expect(pathsOf(text)).toEqual(['/w/old.ts', '/w/new.ts']);
});

test('Several files of one patch are all found, whatever kind of header each has.', () => {
	const text = [
		patch('a/one', 'b/one'),
		'diff --git a/two b/two\ndeleted file mode 100644\n',
		'diff --git a/three b/four\nrename from three\nrename to four\n',
		patch('/dev/null', 'b/five', 'new file mode 100644\n'),
	].join('');
	expect(readPatch(text)?.map(({ path, kind }) => `${kind} ${path}`)).toEqual([
		'update one',
		'delete two',
		'update three',
		'add five',
	]);
});

test('A whole path behind git’s letters is that path where the request names it, or where it leads into the workspace.', () => {
	const outside = patch('a/home/dev/x.ts', 'b/home/dev/x.ts');
	expect(pathsOf(outside, ['/home/dev/x.ts'])).toEqual(['/home/dev/x.ts']);
	expect(pathsOf(outside)).toEqual(['/w/home/dev/x.ts']);
	expect(pathsOf(patch('a/w/x.ts', 'b/w/x.ts'))).toEqual(['/w/x.ts']);
	expect(pathsOf(patch('/w/x.ts', '/w/x.ts'))).toEqual(['/w/x.ts']);
	expect(pathsOf(patch('a//w/x.ts', 'b//w/x.ts'))).toEqual(['/w/x.ts']);
});
