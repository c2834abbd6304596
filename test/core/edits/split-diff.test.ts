import { expect, test } from 'vitest';
import { splitDiff } from '../../../src/core/edits/git-names.js';

const HUNK = '@@ -1 +1 @@\n-a\n+diff --git a/x b/x\n+a\u2028diff --git a/y b/y\n';

test.each([
	[`diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n${HUNK}`, [['x']]],
	['diff --git a/a b/c b/a b/c\nold mode 100644\nnew mode 100755\n', [['a b/c']]],
	['diff --git a/old b/new\nsimilarity index 90%\nrename from old\nrename to new\n', [['old', 'new']]],
	['diff --git a/one two b/two\nsimilarity index 90%\ncopy from one two\ncopy to two\n', [['one two', 'two']]],
	['diff --cc a b\nindex 1,2..0\n', [['a b']]],
	['* Unmerged path x\ndiff --git a/y b/y\n', [['x'], ['y']]],
	['diff --git "a/\\303\\274 \\"x\\"\\n" "b/\\303\\274 \\"x\\"\\n"\n', [['ü "x"\n']]],
	// Names that are not certain are none: the header was cut, or nobody knows it.
	['diff --git a/old b/new\nsimilarity index 90%\nrename from old\n', [null]],
	['diff --git a/old b/new\n', [null]],
	['diff --git a/.en', [null]],
	['Binary files differ\n', [null]],
	['', []],
])('%j is about %j.', (text, names) => {
	expect(splitDiff(text).map((part) => part.names)).toEqual(names);
	expect(
		splitDiff(text)
			.map((part) => part.text)
			.join(''),
	).toBe(text);
});
