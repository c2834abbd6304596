import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createAllSnapshots } from '../../../src/services/snapshots/all-folders.js';
import { GIT_ENV, gitIn } from '../../drive/git.js';
import { must } from '../must.js';
import { temporaryFolder } from '../temporary-folder.js';
import { commitAll, KINDS, type Kind, makeWorkspace, settled, take, words } from './workspace.js';

/** A workspace with a folder beside it, each of a kind; `folders` are those that count. */
async function setUp(kind: Kind, otherKind: Kind) {
	const { root, state, write: writeInside, git } = makeWorkspace(kind);
	const lib = join(temporaryFolder(), 'my lib');
	mkdirSync(lib);
	writeInside('a.txt', 'a');
	commitAll({ git } as ReturnType<typeof makeWorkspace>, kind);
	const write = (name: string, text: string) => writeFileSync(join(lib, name), text);
	write('b.txt', 'b');
	write('c.txt', 'c');
	if (otherKind === 'with git') {
		gitIn(lib, 'init', '-q');
		gitIn(lib, 'add', '-A');
	}
	await settled();
	const folders = { list: [lib] as readonly string[] };
	const options = { workspace: root, additionalDirectories: () => folders.list, stateDir: state, env: GIT_ENV };
	const snapshots = createAllSnapshots(options);
	onTestFinished(() => snapshots.close());
	return { root, lib, write, writeInside, folders, snapshots };
}

test.each([
	['with git', 'without git'],
	['without git', 'with git'],
] as const)(
	'Changes in a workspace %s and in a folder beside it %s are found and taken back together.',
	async (kind, other) => {
		const { root, lib, write, writeInside, snapshots } = await setUp(kind, other);
		const before = await take(snapshots);
		writeInside('a.txt', 'new a');
		write('b.txt', 'new b');
		rmSync(join(lib, 'c.txt'));
		write('d.txt', 'new d');
		const after = await take(snapshots);
		const changes = must(await snapshots.between(before, after));
		expect([...words(changes)].sort()).toEqual(
			[`+ ${lib}/d.txt`, `- ${lib}/c.txt`, '~ a.txt', `~ ${lib}/b.txt`].sort(),
		);
		expect(must(await snapshots.read(before, `${lib}/b.txt`))).toEqual({ exists: true, text: 'b' });
		const paths = changes.map((change) => change.path);
		const report = must(await snapshots.restore(before, after, paths));
		expect([...report.restored].sort()).toEqual([...paths].sort());
		expect(
			[join(root, 'a.txt'), join(lib, 'b.txt'), join(lib, 'c.txt')].map((path) => readFileSync(path, 'utf8')),
		).toEqual(['a', 'b', 'c']);
		expect(existsSync(join(lib, 'd.txt'))).toBe(false);
		await snapshots.drop(before);
		await snapshots.drop(after);
	},
);

test('A folder that comes later is part of the versions from then on, and of none before.', async () => {
	const { lib, write, folders, snapshots } = await setUp('without git', 'without git');
	folders.list = [];
	const before = await take(snapshots);
	folders.list = [lib];
	const added = await take(snapshots);
	expect(must(await snapshots.between(before, added))).toEqual([]);
	write('b.txt', 'new b');
	const after = await take(snapshots);
	expect(words(must(await snapshots.between(added, after)))).toEqual([`~ ${lib}/b.txt`]);
	folders.list = [];
	expect(must(await snapshots.restore(added, after, [`${lib}/b.txt`]))).toMatchObject({ restored: [`${lib}/b.txt`] });
});

test.each(KINDS)(
	'A folder %s that was removed as a whole shows as its files deleted, and they come back.',
	async (kind) => {
		const { lib, snapshots } = await setUp('with git', kind);
		const before = await take(snapshots);
		rmSync(lib, { recursive: true });
		const after = await take(snapshots);
		const changes = must(await snapshots.between(before, after));
		expect(changes.map(({ path, kind: what }) => `${what} ${path}`)).toEqual([
			`deleted ${lib}/b.txt`,
			`deleted ${lib}/c.txt`,
		]);
		mkdirSync(lib);
		const paths = changes.filter(({ canRestore }) => canRestore).map(({ path }) => path);
		expect(must(await snapshots.restore(before, after, paths)).restored).toEqual(paths);
	},
);

test('A folder that is not there from the start is a gap, and the workspace is kept all the same.', async () => {
	const { root, lib, writeInside, snapshots } = await setUp('without git', 'without git');
	rmSync(lib, { recursive: true });
	const before = await take(snapshots);
	expect(before.gaps).toEqual([{ path: lib, because: expect.stringContaining('could not be looked at') }]);
	writeInside('a.txt', 'new a');
	expect(words(must(await snapshots.between(before, await take(snapshots))))).toEqual(['~ a.txt']);
	expect(root).not.toBe(lib);
});

test('What is written in a folder beside the workspace is noticed, also in one that came later.', async () => {
	const { lib, write, folders, snapshots } = await setUp('without git', 'without git');
	folders.list = [];
	let hints = 0;
	const stop = snapshots.watch(() => {
		hints += 1;
	});
	await take(snapshots);
	folders.list = [lib];
	await take(snapshots);
	// A watch begins some time after it is asked for.
	await vi.waitFor(() => {
		write('b.txt', `new ${Date.now()}`);
		expect(hints).toBeGreaterThan(0);
	});
	stop();
});
