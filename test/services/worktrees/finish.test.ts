import {
	chmodSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { copyIgnored, findIgnored } from '../../../src/services/worktrees/copy-ignored.js';
import { type OpenedWorktree, openWorktree } from '../../../src/services/worktrees/open-worktree.js';
import { takeAlong } from '../../../src/services/worktrees/worktree-changes.js';
import { changesOf, endWorktree } from '../../../src/services/worktrees/worktrees.js';
import { must } from '../must.js';
import { createRepository, type TestRepository } from './repository.js';

async function start(name = 'fix'): Promise<{ repository: TestRepository; opened: OpenedWorktree; path: string }> {
	const repository = createRepository();
	const result = must(await openWorktree({ ...repository, cwd: repository.top, name }));
	await result.use.release();
	return { repository, opened: result, path: result.record.path };
}

async function end(
	{ repository, opened }: { repository: TestRepository; opened: OpenedWorktree },
	how: 'merge' | 'patch' | 'discard',
): Promise<string> {
	const ended = await endWorktree(opened.record, how, { ...repository, ownUse: null });
	return ended.ok ? ended.value : `failed: ${ended.failure.message}`;
}

function read(folder: string, path: string): string {
	return readFileSync(join(folder, path), 'utf8');
}

/** Neither folder, record, branch nor anything of git's is left. */
function expectGone({ repository, path }: { repository: TestRepository; path: string }): void {
	expect(existsSync(path)).toBe(false);
	expect(existsSync(dirname(path))).toBe(false);
	expect(existsSync(join(repository.top, '.git/worktrees'))).toBe(false);
	expect(repository.git('branch', '--list', 'acp-tui/*')).toBe('');
}

test('merge commits what is not committed, merges into the branch that it began from, and removes the worktree', async () => {
	const all = await start();
	all.repository.write('a.txt', 'mine\n');
	all.repository.write('new.txt', 'new\n', all.path);
	expect(await end(all, 'merge')).toBe('Merged 1 commit into main; the worktree is gone.');
	expect(read(all.repository.top, 'new.txt')).toBe('new\n');
	expect(read(all.repository.top, 'a.txt')).toBe('mine\n');
	expect(all.repository.git('log', '-1', '--format=%s')).toBe('Work in the worktree fix');
	expectGone(all);
});

test('merge with conflicts leaves both as they were, what was staged included', async () => {
	const all = await start();
	const { repository, path } = all;
	repository.write('a.txt', 'theirs\n');
	repository.git('commit', '--quiet', '-am', 'theirs');
	repository.write('a.txt', 'ours\n', path);
	repository.gitIn(path, 'add', 'a.txt');
	repository.write('a.txt', 'ours too\n', path);
	repository.write('new.txt', 'x\n', path);
	const before = [repository.git('rev-parse', 'HEAD'), repository.gitIn(path, 'status', '--porcelain')];
	expect(await end(all, 'merge')).toBe(
		'failed: It conflicts with main in a.txt; nothing was merged, both are as they were.',
	);
	expect([repository.git('rev-parse', 'HEAD'), repository.gitIn(path, 'status', '--porcelain')]).toEqual(before);
	expect(repository.git('status', '--porcelain')).toBe('');
	expect(readdirSync(join(repository.top, '.git/worktrees/fix')).filter((name) => name.includes('acp-tui'))).toEqual(
		[],
	);
});

test('merge into a dirty work tree that would be overwritten names the files and changes nothing', async () => {
	const all = await start();
	all.repository.write('a.txt', 'dirty\n');
	all.repository.write('a.txt', 'ours\n', all.path);
	expect(await end(all, 'merge')).toMatch(/not merged into main.*overwritten by merge: a\.txt/);
	expect(read(all.repository.top, 'a.txt')).toBe('dirty\n');
	expect(all.repository.gitIn(all.path, 'status', '--porcelain')).toBe('M a.txt');
});

test('a branch that is checked out nowhere is moved forward, and left where it went on', async () => {
	const all = await start();
	const { repository, path } = all;
	repository.git('checkout', '--quiet', '-b', 'other');
	repository.write('new.txt', 'x\n', path);
	expect(await end(all, 'merge')).toContain('Merged 1 commit into main');
	expect(repository.git('show', 'main:new.txt')).toBe('x');
	const second = must(await openWorktree({ ...repository, cwd: repository.top, name: 'two' }));
	await second.use.release();
	repository.write('two.txt', 'x\n', second.record.path);
	repository.git('commit', '--quiet', '--allow-empty', '-m', 'on');
	repository.git('checkout', '--quiet', 'main');
	expect(await end({ repository, opened: second }, 'merge')).toContain('other is not checked out anywhere');
});

test('a patch brings committed and other changes, new and binary files, and keeps the worktree', async () => {
	const all = await start();
	const { repository, path } = all;
	repository.write('a.txt', 'committed\n', path);
	repository.gitIn(path, 'commit', '--quiet', '-am', 'more');
	rmSync(join(path, 'sub/b.txt'));
	writeFileSync(join(path, 'picture.bin'), Buffer.from([0, 255, 1, 2]));
	expect(await end(all, 'patch')).toContain('3 changed files put into');
	expect(repository.git('log', '--oneline').split('\n').length).toBe(1);
	expect(read(repository.top, 'a.txt')).toBe('committed\n');
	expect(existsSync(join(repository.top, 'sub/b.txt'))).toBe(false);
	expect([...readFileSync(join(repository.top, 'picture.bin'))]).toEqual([0, 255, 1, 2]);
	expect(existsSync(path)).toBe(true);
	expect(repository.gitIn(path, 'status', '--porcelain')).toContain('?? picture.bin');
});

test('a patch that does not fit changes nothing', async () => {
	const all = await start();
	all.repository.write('a.txt', 'dirty\n');
	all.repository.write('a.txt', 'ours\n', all.path);
	all.repository.write('new.txt', 'x\n', all.path);
	expect(await end(all, 'patch')).toContain('failed: The changes do not fit');
	expect(all.repository.git('status', '--porcelain')).toBe('M a.txt');
});

test('changes that were taken along are no obstacle to the way back', async () => {
	const all = await start();
	const { repository, opened, path } = all;
	repository.write('a.txt', 'dirty\n');
	repository.write('mine.txt', 'x\n');
	expect((await takeAlong(repository.top, opened.record, repository)).ok).toBe(true);
	expect(read(path, 'a.txt')).toBe('dirty\n');
	expect(read(path, 'mine.txt')).toBe('x\n');
	repository.write('a.txt', 'dirty\nand more\n', path);
	expect(await end(all, 'patch')).toContain('1 changed file put into');
	expect(read(repository.top, 'a.txt')).toBe('dirty\nand more\n');
	expect(readdirSync(dirname(path)).toSorted()).toEqual(['.fix.json', 'fix']);
});

test('what would be lost is counted, and discard takes it all away', async () => {
	const all = await start();
	const { repository, opened, path } = all;
	repository.write('build/out', 'x', path);
	expect(await changesOf(opened.record, repository)).toEqual({ uncommitted: 0, unmerged: 0 });
	repository.write('c.txt', 'x', path);
	repository.gitIn(path, 'add', '--all');
	repository.gitIn(path, 'commit', '--quiet', '-m', 'more');
	repository.write('dir/d.txt', 'x', path);
	repository.write('dir/e.txt', 'x', path);
	expect(await changesOf(opened.record, repository)).toEqual({ uncommitted: 2, unmerged: 1 });
	repository.git('branch', 'kept', 'acp-tui/fix');
	expect(await changesOf(opened.record, repository)).toEqual({ uncommitted: 2, unmerged: 0 });
	expect(await end(all, 'discard')).toBe('The worktree fix and its branch acp-tui/fix are gone.');
	expectGone(all);
	expect(repository.git('branch', '--list', 'kept')).toContain('kept');
});

test('a session that uses the worktree keeps it from being removed, and merge leaves it then', async () => {
	const all = await start();
	const again = must(await openWorktree({ ...all.repository, cwd: all.repository.top, name: 'fix' }));
	expect(await end(all, 'discard')).toBe('failed: The worktree fix is in use by 1 other session.');
	all.repository.write('new.txt', 'x\n', all.path);
	expect(await end(all, 'merge')).toContain('is in use by 1 other session');
	expect(existsSync(all.path)).toBe(true);
	await again.use.release();
	// A program that was killed leaves its note behind.
	writeFileSync(join(dirname(all.path), '.fix.use.999999999-abcdef'), '');
	expect(await end(all, 'discard')).toContain('are gone');
	expectGone(all);
});

test('a worktree that git locked stays', async () => {
	const all = await start();
	all.repository.git('worktree', 'lock', all.path);
	expect(await end(all, 'discard')).toContain('failed: The worktree fix is locked.');
	expect(existsSync(all.path)).toBe(true);
});

test('no hook, merge driver or key of the repository is used to merge, and nothing is lost by it', async () => {
	const all = await start();
	const { repository, path } = all;
	const proof = join(repository.folder, 'ran');
	for (const hook of ['pre-commit', 'commit-msg', 'pre-merge-commit', 'post-merge', 'reference-transaction']) {
		writeFileSync(join(repository.top, '.git/hooks', hook), `#!/bin/sh\ntouch '${proof}-${hook}'\n`);
		chmodSync(join(repository.top, '.git/hooks', hook), 0o755);
	}
	repository.git('config', 'merge.evil.driver', `touch '${proof}-driver'`);
	repository.git('config', 'commit.gpgSign', 'true');
	repository.git('config', 'gpg.program', `${proof}-gpg`);
	writeFileSync(join(repository.top, '.git/info/attributes'), '*.txt merge=evil\n');
	repository.write('long.txt', '1\n2\n3\n4\n5\n6\n7\n8\n', path);
	repository.gitIn(path, 'add', '--all');
	repository.gitIn(path, '-c', 'core.hooksPath=/dev/null', 'commit', '--quiet', '--no-gpg-sign', '-m', 'long');
	repository.git('-c', 'core.hooksPath=/dev/null', 'merge', '--quiet', 'acp-tui/fix');
	repository.write('long.txt', '1!\n2\n3\n4\n5\n6\n7\n8\n');
	repository.git('-c', 'core.hooksPath=/dev/null', 'commit', '--quiet', '--no-gpg-sign', '-am', 'top');
	repository.write('long.txt', '1\n2\n3\n4\n5\n6\n7\n8!\n', path);
	expect(await end(all, 'merge')).toContain('Merged 1 commit into main');
	expect(read(repository.top, 'long.txt')).toBe('1!\n2\n3\n4\n5\n6\n7\n8!\n');
	expect(readdirSync(repository.folder).filter((name) => name.startsWith('ran'))).toEqual([]);
});

test('of the ignored files only those of .worktreeinclude are copied, and no link leads outside', async () => {
	const { repository, path } = await start();
	expect((await findIgnored(repository.top, path, repository)).ok).toBe(true);
	repository.write('.worktreeinclude', '.env\nbuild/*.so\n!build/no.so\na.txt\nlink\nout\n');
	repository.write('.env', 'SECRET=1\n');
	repository.write('sub/.env', 'SUB=1\n');
	repository.write('build/yes.so', 'so');
	repository.write('build/no.so', 'so');
	repository.write('build/other', 'x');
	repository.write('.git/info/exclude', 'link\nout\n');
	symlinkSync('a.txt', join(repository.top, 'link'));
	symlinkSync(repository.folder, join(repository.top, 'out'));
	const found = must(await findIgnored(repository.top, path, repository));
	expect(found.paths.toSorted()).toEqual(['.env', 'build/yes.so', 'link', 'out', 'sub/.env']);
	// A commit could bring a link in the place of a folder that is ignored elsewhere.
	symlinkSync(repository.folder, join(path, 'build'));
	mkdirSync(join(repository.folder, 'elsewhere'));
	const left = await copyIgnored(found.paths, repository.top, path);
	expect(left.ok && left.value.toSorted()).toEqual([
		'build/yes.so (its folder was replaced by a link)',
		'out (it is a link that leads outside)',
	]);
	expect(read(path, '.env')).toBe('SECRET=1\n');
	expect(read(path, 'sub/.env')).toBe('SUB=1\n');
	expect(existsSync(join(repository.folder, 'yes.so'))).toBe(false);
	// What is there already stays.
	writeFileSync(join(path, '.env'), 'changed');
	await copyIgnored(['.env'], repository.top, path);
	expect(read(path, '.env')).toBe('changed');
});
