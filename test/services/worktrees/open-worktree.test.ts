import {
	chmodSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	realpathSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openWorktree } from '../../../src/services/worktrees/open-worktree.js';
import { cleanUp } from '../../../src/services/worktrees/remove-worktree.js';
import { withFolderLock } from '../../../src/services/worktrees/worktree-uses.js';
import { listWorktrees } from '../../../src/services/worktrees/worktrees.js';
import { must } from '../must.js';
import { createRepository, type TestRepository } from './repository.js';

async function open({ dataDir, env, top }: TestRepository, name: string | null, cwd = top) {
	return openWorktree({ dataDir, env, cwd, name });
}

async function opened(repository: TestRepository, name: string | null, cwd?: string) {
	const result = must(await open(repository, name, cwd));
	return result;
}

async function refusal(repository: TestRepository, name: string | null, cwd?: string): Promise<string> {
	const result = await open(repository, name, cwd);
	return result.ok ? 'opened' : result.failure.message;
}

/** What is left in the folder of the repository's worktrees, without those that are whole. */
function leftovers({ dataDir }: TestRepository): readonly string[] {
	const root = join(dataDir, 'worktrees');
	if (!existsSync(root)) return [];
	return readdirSync(root).flatMap((id) => readdirSync(join(root, id)));
}

test('a worktree begins at the last commit, in the data folder, with a branch of its own', async () => {
	const repository = createRepository();
	repository.write('a.txt', 'changed\n');
	const { record, cwd, isNew } = await opened(repository, 'fix', join(repository.top, 'sub'));
	expect(isNew).toBe(true);
	expect(record.path).toMatch(/\/data\/worktrees\/my-repo-u-[0-9a-f]{10}\/fix$/);
	expect(cwd).toBe(join(record.path, 'sub'));
	expect(readFileSync(join(record.path, 'a.txt'), 'utf8')).toBe('one\n');
	expect(repository.gitIn(record.path, 'symbolic-ref', '--short', 'HEAD')).toBe('acp-tui/fix');
	expect(repository.gitIn(record.path, 'status', '--porcelain')).toBe('');
	expect(record.base.branch).toBe('main');
});

test('a worktree of that name is used again, by several sessions at once', async () => {
	const repository = createRepository();
	const first = await opened(repository, 'fix');
	repository.write('new.txt', 'x', first.record.path);
	const second = await opened(repository, 'fix');
	expect(second.isNew).toBe(false);
	expect(existsSync(join(second.record.path, 'new.txt'))).toBe(true);
	const listed = await listWorktrees(repository.top, { ...repository, ownUse: first.use.id });
	expect(listed.ok && listed.value.map(({ name, users, changes }) => ({ name, users, changes }))).toEqual([
		{ name: 'fix', users: 1, changes: { uncommitted: 1, unmerged: 0 } },
	]);
});

test('two programs that make the same worktree at once get the same one', async () => {
	const repository = createRepository();
	const both = await Promise.all([opened(repository, 'fix'), opened(repository, 'fix'), opened(repository, null)]);
	expect(both.filter(({ isNew }) => isNew).length).toBe(2);
	expect(both[0]?.record.path).toBe(both[1]?.record.path);
});

test('an existing branch without a worktree is checked out, and one that is checked out is refused', async () => {
	const repository = createRepository();
	repository.git('branch', 'acp-tui/old');
	const { record } = await opened(repository, 'old');
	expect(repository.gitIn(record.path, 'symbolic-ref', '--short', 'HEAD')).toBe('acp-tui/old');
	repository.git('checkout', '--quiet', '-b', 'acp-tui/here');
	expect(await refusal(repository, 'here')).toContain('The worktree could not be made: ');
	expect(leftovers(repository).filter((name) => name.includes('here'))).toEqual([]);
});

test('a name that differs in case alone is refused', async () => {
	const repository = createRepository();
	await opened(repository, 'fix');
	repository.git('branch', 'acp-tui/Other');
	expect(await refusal(repository, 'FIX')).toContain('“fix”');
	expect(await refusal(repository, 'other')).toContain('“Other”');
});

test('a folder that is somebody else’s is left alone', async () => {
	const repository = createRepository();
	const { record } = await opened(repository, 'fix');
	const foreign = join(dirname(record.path), 'mine');
	mkdirSync(foreign);
	writeFileSync(join(foreign, 'x'), '');
	expect(await refusal(repository, 'mine')).toContain('is not a worktree of this repository');
	expect(existsSync(join(foreign, 'x'))).toBe(true);
});

test('where there is no repository, no commit or no work tree that is said', async () => {
	const repository = createRepository();
	expect(await refusal(repository, 'x', repository.folder)).toContain('is not in a git repository');
	const empty = join(repository.folder, 'empty');
	mkdirSync(empty);
	repository.gitIn(empty, 'init', '--quiet');
	expect(await refusal(repository, 'x', empty)).toContain('no commit yet');
	const bare = join(repository.folder, 'bare.git');
	repository.gitIn(repository.folder, 'clone', '--quiet', '--bare', repository.top, bare);
	expect(await refusal(repository, 'x', bare)).toContain('is a bare repository');
	expect(await refusal({ ...repository, env: { ...repository.env, PATH: '/nowhere' } }, 'x')).toContain('needs git');
	expect(leftovers(repository).filter((name) => name === 'x' || name === '.x.json')).toEqual([]);
});

test('a detached HEAD has no branch to merge into, and a worktree inside a worktree belongs to the same project', async () => {
	const repository = createRepository();
	const first = await opened(repository, 'one');
	const second = await opened(repository, 'two', first.record.path);
	expect(second.record.project).toBe(repository.top);
	expect(second.record.base.branch).toBe('acp-tui/one');
	expect(dirname(second.record.path)).toBe(dirname(first.record.path));
	repository.git('checkout', '--quiet', '--detach');
	expect((await opened(repository, 'three')).record.base.branch).toBe(null);
});

test('a sparse checkout stays sparse, and empty submodules are reported', async () => {
	const repository = createRepository();
	const other = createRepository('lib');
	repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other.top, 'lib');
	repository.git('commit', '--quiet', '-am', 'submodule');
	const { record, notices } = await opened(repository, 'fix');
	expect(notices.join('\n')).toContain('submodule update --init');
	expect(readdirSync(join(record.path, 'lib'))).toEqual([]);
	repository.git('sparse-checkout', 'set', '--cone', 'nothing');
	expect(existsSync(join((await opened(repository, 'sparse')).record.path, 'sub'))).toBe(false);
});

test('no hook and no filter of the repository is run, and files that a filter converts are named', async () => {
	const repository = createRepository();
	const proof = join(repository.folder, 'ran');
	writeFileSync(join(repository.top, '.git/hooks/post-checkout'), `#!/bin/sh\ntouch '${proof}-hook'\n`);
	chmodSync(join(repository.top, '.git/hooks/post-checkout'), 0o755);
	repository.write('.gitattributes', '*.txt filter=evil\n');
	repository.git('add', '--all');
	repository.git('commit', '--quiet', '-m', 'attributes');
	for (const kind of ['smudge', 'clean'])
		repository.git('config', `filter.evil.${kind}`, `touch '${proof}-${kind}'; cat`);
	repository.git('config', 'filter.evil.process', `touch '${proof}-process'`);
	repository.git('config', 'filter.evil.required', 'true');
	repository.git('config', 'core.fsmonitor', `touch '${proof}-monitor'`);
	const { record, notices } = await opened(repository, 'fix');
	expect(readFileSync(join(record.path, 'a.txt'), 'utf8')).toBe('one\n');
	expect(notices.join('\n')).toContain('evil');
	await listWorktrees(repository.top, { ...repository, ownUse: null });
	expect(readdirSync(repository.folder).filter((name) => name.startsWith('ran'))).toEqual([]);
});

test('a link in the place of the folder leads the session nowhere else', async () => {
	const repository = createRepository();
	rmSync(join(repository.top, 'sub'), { recursive: true });
	symlinkSync(repository.folder, join(repository.top, 'sub'));
	repository.git('add', '--all');
	repository.git('commit', '--quiet', '-m', 'link');
	rmSync(join(repository.top, 'sub'));
	mkdirSync(join(repository.top, 'sub'));
	const { record, cwd, notices } = await opened(repository, 'fix', join(repository.top, 'sub'));
	expect(cwd).toBe(record.path);
	expect(notices.join()).toContain('not in the last commit');
});

test('a folder that somebody removed by hand is made again from its branch', async () => {
	const repository = createRepository();
	const { record } = await opened(repository, 'fix');
	repository.write('c.txt', 'kept\n', record.path);
	repository.gitIn(record.path, 'add', '--all');
	repository.gitIn(record.path, 'commit', '--quiet', '-m', 'more');
	rmSync(record.path, { recursive: true });
	const again = await opened(repository, 'fix');
	expect(readFileSync(join(again.record.path, 'c.txt'), 'utf8')).toBe('kept\n');
	expect(realpathSync(again.record.path)).toBe(record.path);
});

test('what fails leaves neither folder nor branch behind', async () => {
	const repository = createRepository();
	// Git cannot check this out: the object is gone.
	const blob = repository.git('rev-parse', 'HEAD:a.txt');
	rmSync(join(repository.top, '.git/objects', blob.slice(0, 2), blob.slice(2)), { force: true });
	expect(await refusal(repository, 'fix')).toContain('could not be made');
	expect(leftovers(repository).filter((name) => name.includes('fix'))).toEqual([]);
	expect(repository.git('branch', '--list', 'acp-tui/*')).toBe('');
	expect(existsSync(join(repository.top, '.git/worktrees'))).toBe(false);
	await cleanUp(repository.dataDir, repository);
});

test('a use that is just being written stays, whoever cleans up', async () => {
	const repository = createRepository();
	const { record } = await opened(repository, 'fix');
	const folder = dirname(record.path);
	const use = join(folder, '.fix.use.0a');
	let cleaning: Promise<void> | null = null;
	await withFolderLock(folder, async () => {
		writeFileSync(use, '');
		cleaning = cleanUp(repository.dataDir, repository);
		await wait(100);
		expect(existsSync(use)).toBe(true);
		return { ok: true, value: undefined };
	});
	await cleaning;
	expect(existsSync(use)).toBe(false);
});
