import { expect, test } from 'vitest';
import { isBareControl, isGitControl } from '../../../src/core/shadow/git-control.js';
import { lines } from '../lines.js';

test.each(lines`
	.git/rebase-merge/git-rebase-todo ¦ .git/rebase-merge/strategy_opts ¦ .git/rebase-merge/author-script
	.git/rebase-apply/next ¦ .git/rebase-apply/0001 ¦ .git/sequencer/todo ¦ .git/sequencer/opts
	.git/BISECT_NAMES ¦ .git/BISECT_TERMS ¦ .git/config.worktree ¦ .git/config.lock ¦ .git/hooks
	.git/hooks/post-checkout ¦ .git/remotes/origin ¦ .git/branches/origin ¦ .git/info/attributes
	.git/objects/info/alternates ¦ .git/modules/lib/rebase-merge/git-rebase-todo
	.git/modules/a/b/sequencer/todo ¦ .git/worktrees/other/rebase-merge/git-rebase-todo
	lib/.git/sequencer/todo ¦ .GIT/Rebase-Merge/Git-Rebase-Todo ¦ git~1/sequencer/todo
`)('git runs by itself what stands in %s', (path) => {
	expect(isGitControl(path)).toBe(true);
});

test.each(lines`
	.git/index ¦ .git/HEAD ¦ .git/ORIG_HEAD ¦ .git/COMMIT_EDITMSG ¦ .git/MERGE_MSG ¦ .git/refs/heads/config
	.git/refs/heads/hooks/x ¦ .git/refs/heads/rebase-merge/todo ¦ .git/refs/remotes/origin/main
	.git/logs/refs/heads/sequencer/todo ¦ .git/objects/ab/cdef ¦ .git/info/exclude ¦ sequencer/todo
	rebase-merge/git-rebase-todo
`)('git runs nothing for %s', (path) => {
	expect(isGitControl(path)).toBe(false);
});

test.each([
	['r/config', true],
	['r/hooks/post-checkout', true],
	['r/info/attributes', true],
	['r/objects/info/alternates', true],
	['a/r/config', false],
	['r/refs/heads/main', false],
	['r/HEAD', false],
	['r/src/config', false],
])('git takes a folder for a repository: it runs what stands in %s: %j', (path, is) => {
	const there = new Set(['r/HEAD', 'r/objects', 'r/refs']);
	const has = (each: string): boolean => there.has(each);
	expect(isBareControl(path, has, has)).toBe(is);
});

test('what makes a folder a repository is as good as what stands in it', () => {
	const has = (each: string): boolean => ['HEAD', 'objects', 'refs', 'config'].includes(each);
	for (const path of ['HEAD', 'objects', 'refs/heads/main'])
		expect(isBareControl(path, has, (each) => has(each) && !path.startsWith(each))).toBe(true);
});
