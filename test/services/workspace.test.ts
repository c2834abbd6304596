import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createWorkspace } from '../../src/services/workspace.js';
import { temporaryFolder } from './temporary-folder.js';

const SHA = '0123456789abcdef0123456789abcdef01234567';

test.each([
	['ref: refs/heads/main\n', 'main'],
	['ref: refs/heads/feature/a-b_c.d\n', 'feature/a-b_c.d'],
	['ref: refs/heads/größe', 'größe'],
	['ref: refs/remotes/x/y\n', 'refs/remotes/x/y'],
	[`${SHA}\n`, '0123456'],
	[`${SHA}${'a'.repeat(24)}\n`, '0123456'],
	['ref: refs/heads/.invalid\n', null],
	['ref: refs/heads/\u001b[31mred\n', null],
	['ref: refs/heads/a b\n', null],
	['', null],
	['nonsense', null],
	['\0\0\0', null],
])('HEAD with %j is the branch %j', async (head, branch) => {
	const folder = temporaryFolder();
	mkdirSync(join(folder, '.git'));
	mkdirSync(join(folder, 'src/deep'), { recursive: true });
	writeFileSync(join(folder, '.git/HEAD'), head);
	expect(await createWorkspace(folder).branch()).toBe(branch);
	expect(await createWorkspace(join(folder, 'src/deep')).branch()).toBe(branch);
});

test.each(['gitdir: ../main/.git/worktrees/tree\n', 'absolute'])('a worktree has its own branch (%j)', async (text) => {
	const folder = temporaryFolder();
	const own = join(folder, 'main/.git/worktrees/tree');
	mkdirSync(own, { recursive: true });
	mkdirSync(join(folder, 'tree'));
	writeFileSync(join(folder, 'main/.git/HEAD'), 'ref: refs/heads/main\n');
	writeFileSync(join(own, 'HEAD'), 'ref: refs/heads/side\n');
	writeFileSync(join(folder, 'tree/.git'), text === 'absolute' ? `gitdir: ${own}` : text);
	expect(await createWorkspace(join(folder, 'tree')).branch()).toBe('side');
});

test('a pipe in place of .git or HEAD does not hang', async () => {
	const folder = temporaryFolder();
	mkdirSync(join(folder, 'a'));
	mkdirSync(join(folder, 'b/.git'), { recursive: true });
	execFileSync('mkfifo', [join(folder, 'a/.git'), join(folder, 'b/.git/HEAD')]);
	expect(await createWorkspace(join(folder, 'a')).branch()).toBeNull();
	expect(await createWorkspace(join(folder, 'b')).branch()).toBeNull();
});

test('without a repository, or without the folder, there is no branch', async () => {
	expect(await createWorkspace(temporaryFolder()).branch()).toBeNull();
	expect(await createWorkspace('/no/such/folder').branch()).toBeNull();
});
