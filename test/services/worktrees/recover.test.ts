import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openWorktree } from '../../../src/services/worktrees/open-worktree.js';
import { cleanUp } from '../../../src/services/worktrees/remove-worktree.js';
import { readRecord, type WorktreeRecord, writeRecord } from '../../../src/services/worktrees/worktree-records.js';
import { must } from '../must.js';
import { createRepository, type TestRepository } from './repository.js';

const open = async (repository: TestRepository) =>
	must(await openWorktree({ ...repository, cwd: repository.top, name: 'fix' }));

/** The parts of the worktree that exist: with us, in git's data, and its branch. */
const standing = ({ top, git }: TestRepository, { path }: WorktreeRecord): readonly unknown[] => [
	existsSync(path),
	existsSync(join(top, '.git/worktrees')) ? readdirSync(join(top, '.git/worktrees')) : [],
	git('branch', '--list', 'acp-tui/*', '--format=%(refname:short)'),
];
const WHOLE = [true, ['fix'], 'acp-tui/fix'];
const GONE = [false, [], ''];

/** A worktree whose program was killed in this state. */
async function killedIn(repository: TestRepository, change: Partial<WorktreeRecord>): Promise<WorktreeRecord> {
	const { record, use } = await open(repository);
	await use.release();
	const killed = { ...record, ...change };
	await writeRecord(dirname(record.path), killed);
	return killed;
}

test.each<[string, (commit: string) => Partial<WorktreeRecord>, readonly unknown[]]>([
	['half made', (dropBranchAt) => ({ state: 'making', dropBranchAt }), GONE],
	['half removed', (dropBranchAt) => ({ state: 'removing', dropBranchAt }), GONE],
	['half removed, whose branch stays', () => ({ state: 'removing' }), [false, [], 'acp-tui/fix']],
	[
		'half removed, whose branch went on',
		() => ({ state: 'removing', dropBranchAt: 'a'.repeat(40) }),
		[false, [], 'acp-tui/fix'],
	],
	['that is whole', () => ({}), WHOLE],
])('At the next start a worktree %s is cleaned up', async (_, change, left) => {
	const repository = createRepository();
	const record = await killedIn(repository, change(repository.git('rev-parse', 'HEAD')));
	await cleanUp(repository.dataDir, repository);
	expect(standing(repository, record)).toEqual(left);
	expect((await readRecord(dirname(record.path), 'fix'))?.state).toBe(left === WHOLE ? 'ready' : undefined);
});

test('One that is half made is left alone while somebody is at it, and made anew by whoever wants it afterwards', async () => {
	const repository = createRepository();
	const { record, use } = await open(repository);
	const dropBranchAt = repository.git('rev-parse', 'HEAD');
	await writeRecord(dirname(record.path), { ...record, state: 'making', dropBranchAt });
	await cleanUp(repository.dataDir, repository);
	expect(standing(repository, record)).toEqual(WHOLE);
	writeFileSync(join(record.path, 'half'), '');
	await use.release();
	expect((await open(repository)).isNew).toBe(true);
	expect([standing(repository, record), existsSync(join(record.path, 'half'))]).toEqual([WHOLE, false]);
});

test.each<[string, Readonly<Record<string, string>>, boolean]>([
	['empty', {}, true],
	['locked while it is filled', { locked: 'initializing' }, true],
	['locked by hand', { locked: 'mine' }, false],
	['of another worktree', { gitdir: '/elsewhere/.git\n' }, false],
])('Data of git that is %s', async (_, files, isOurs) => {
	const repository = createRepository();
	const record = await killedIn(repository, { state: 'removing' });
	const list = join(repository.top, '.git/worktrees');
	for (const name of ['fix1', 'fixed']) {
		mkdirSync(join(list, name));
		for (const [file, text] of Object.entries(files)) writeFileSync(join(list, name, file), text);
	}
	await cleanUp(repository.dataDir, repository);
	expect(readdirSync(list)).toEqual(isOurs ? ['fixed'] : ['fix1', 'fixed']);
	expect(existsSync(record.path)).toBe(false);
});

test('Scratch files are removed when they are old, and nothing else is', async () => {
	const repository = createRepository();
	const { record } = await open(repository);
	const folder = dirname(record.path);
	for (const name of ['.index.1', '.lock.1', '.other']) writeFileSync(join(folder, name), '');
	for (const name of ['.index.0', '.lock.0', '.other.0']) {
		writeFileSync(join(folder, name), '');
		utimesSync(join(folder, name), 0, Date.now() / 1000 - 4000);
	}
	await cleanUp(repository.dataDir, repository);
	const left = readdirSync(folder).filter((name) => /^\.(index|lock|other)/.test(name));
	expect(left.sort()).toEqual(['.index.1', '.lock.1', '.other', '.other.0']);
});
