import { spawnSync } from 'node:child_process';
import {
	appendFileSync,
	existsSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { cleanRuns } from '../../../src/services/snapshots/snapshot-run.js';
import { must } from '../must.js';
import { commitAll, KINDS, makeWorkspace, settled, take, type Workspace, words } from './workspace.js';

const DAY = 24 * 60 * 60 * 1000;

function runFolders({ state }: Workspace): readonly string[] {
	const snapshots = join(state, 'snapshots');
	return existsSync(snapshots)
		? readdirSync(snapshots).flatMap((workspace) =>
				readdirSync(join(snapshots, workspace)).map((run) => join(snapshots, workspace, run)),
			)
		: [];
}

/** Makes a run look as if its process had ended `days` ago. */
function age(folder: string, days: number): void {
	const file = join(folder, 'run.json');
	const gone = spawnSync('true').pid;
	writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), pid: gone }));
	const at = new Date(Date.now() - days * DAY);
	utimesSync(file, at, at);
}

test.each(KINDS)('%s: a later run puts back what an earlier one kept, and compares with it', async (kind) => {
	const workspace = makeWorkspace(kind);
	const { snapshots, write, path } = workspace;
	write('a.txt', 'old a');
	write('same.txt', 'same');
	commitAll(workspace, kind);
	write('b.txt', 'old b');
	await settled();
	const before = await take(snapshots);
	write('a.txt', 'new a');
	rmSync(path('b.txt'));
	const after = await take(snapshots);
	await snapshots.close();

	const later = workspace.again();
	const now = await take(later);
	expect(must(await later.between(after, now))).toEqual([]);
	expect(words(must(await later.between(before, now)))).toEqual(['~ a.txt', '- b.txt']);
	expect(words(must(await later.between(before, after)))).toEqual(['~ a.txt', '- b.txt']);
	expect(must(await later.restore(before, now, ['a.txt', 'b.txt'])).refused).toEqual([]);
	expect(readFileSync(path('a.txt'), 'utf8')).toBe('old a');
	expect(readFileSync(path('b.txt'), 'utf8')).toBe('old b');
	expect(must(await later.between(before, await take(later)))).toEqual([]);
	await later.drop(before);
	expect(await workspace.again().read(before, 'a.txt')).toMatchObject({ ok: false });
});

test('a file from before 1970 does not make a run unreadable', async () => {
	const workspace = makeWorkspace('without git');
	const { snapshots, write, path } = workspace;
	write('old.txt', 'old');
	write('a.txt', 'a');
	utimesSync(path('old.txt'), new Date(-1500), new Date(-1500));
	await settled();
	const before = await take(snapshots);
	await snapshots.close();
	write('a.txt', 'b');
	const later = workspace.again();
	expect(words(must(await later.between(before, await take(later))))).toEqual(['~ a.txt']);
});

test('a run whose rows are of another version is gone as a whole: none of its files looks deleted', async () => {
	const workspace = makeWorkspace('without git');
	workspace.write('a.txt', 'a');
	await settled();
	const before = await take(workspace.snapshots);
	await workspace.snapshots.close();
	const [folder = ''] = runFolders(workspace);
	writeFileSync(join(folder, 'base.jsonl.gz'), gzipSync('["s","a.txt",420,1,null,null]\n'));
	const later = workspace.again();
	const now = await take(later);
	expect(await later.between(before, now)).toMatchObject({ ok: false, failure: { code: 'not-found' } });
});

test('a later run shares unchanged contents instead of copying them', async () => {
	const workspace = makeWorkspace('without git');
	const { snapshots, write } = workspace;
	write('a.txt', 'a'.repeat(1000));
	write('b.txt', 'b'.repeat(1000));
	await settled();
	await take(snapshots);
	await snapshots.close();
	write('b.txt', 'c'.repeat(1000));
	await settled();
	const later = workspace.again();
	const snapshot = await take(later);
	await later.close();
	const newest = runFolders(workspace).toSorted().at(-1) ?? '';
	expect(JSON.parse(readFileSync(join(newest, 'run.json'), 'utf8'))).toMatchObject({ written: 1000, shared: 1000 });
	for (const folder of runFolders(workspace)) {
		if (folder !== newest) rmSync(folder, { recursive: true });
	}
	const last = workspace.again();
	expect(must(await last.read(snapshot, 'a.txt')).text).toBe('a'.repeat(1000));
});

test('several runs at the same time do not disturb each other', async () => {
	const workspace = makeWorkspace('without git');
	workspace.write('a.txt', 'one');
	const all = [workspace.snapshots, workspace.again(), workspace.again()];
	const before = await Promise.all(all.map(take));
	workspace.write('a.txt', 'two');
	const after = await Promise.all(all.map(take));
	for (const [index, snapshots] of all.entries()) {
		const [from, to] = [before[index], after[index]];
		expect(from && to && words(must(await snapshots.between(from, to)))).toEqual(['~ a.txt']);
	}
});

test('what is older goes when it is cleaned, except for runs that still work', async () => {
	const workspace = makeWorkspace('without git');
	workspace.write('a.txt', 'a');
	const runs = [workspace.snapshots, workspace.again(), workspace.again()];
	const taken = [];
	for (const run of runs) {
		taken.push(await take(run));
		await run.close();
	}
	const [oldest = '', middle = '', newest = ''] = runFolders(workspace).toSorted(
		(one, other) => statSync(one).birthtimeMs - statSync(other).birthtimeMs,
	);
	age(oldest, 31);
	age(middle, 29);
	const at = new Date(Date.now() - 40 * DAY);
	utimesSync(join(newest, 'run.json'), at, at);
	const last = workspace.again();
	await last.clean(30 * DAY);
	expect([oldest, middle, newest].map((folder) => existsSync(folder))).toEqual([false, true, true]);
	age(newest, 40);
	age(middle, 40);
	await last.clean(30 * DAY);
	expect(readdirSync(join(workspace.state, 'snapshots'))).toEqual([]);
	expect(taken).toHaveLength(3);
});

test('above the bound on all runs the oldest go first', async () => {
	const limits = { maxFileBytes: 1000, maxTotalBytes: 1000 };
	const workspace = makeWorkspace('without git', { limits });
	const folders: string[] = [];
	for (let index = 0; index < 7; index += 1) {
		workspace.write('a.txt', String(index).repeat(900));
		await settled();
		const run = workspace.again();
		await take(run);
		await run.close();
		const made = runFolders(workspace).find((folder) => !folders.includes(folder)) ?? '';
		folders.push(made);
		age(made, 7 - index);
	}
	await workspace.snapshots.clean(30 * DAY);
	expect(folders.map((folder) => existsSync(folder))).toEqual([false, false, false, true, true, true, true]);
});

test.each([
	['a torn last line', (run: string) => appendFileSync(join(run, 'changes.jsonl'), '{"take":9,"ver')],
	['a foreign line', (run: string) => appendFileSync(join(run, 'changes.jsonl'), '[]\n"x"\nnull\n')],
])('%s spoils nothing that was written before it', async (_, damage) => {
	const workspace = makeWorkspace('without git');
	workspace.write('a.txt', 'a');
	const snapshot = await take(workspace.snapshots);
	await workspace.snapshots.close();
	runFolders(workspace).forEach(damage);
	expect(must(await workspace.again().read(snapshot, 'a.txt')).text).toBe('a');
});

test.each(['', 'nonsense', '../../etc.1', '0mwr278g8-8e98631a687e.1', '0mwr278g8-8e98631a687e'])(
	'the snapshot id %j is none',
	async (id) => {
		const { snapshots } = makeWorkspace('without git');
		const snapshot = { id, at: 0, gaps: [] };
		expect(await snapshots.read(snapshot, 'a')).toMatchObject({ ok: false, failure: { code: 'not-found' } });
		expect(await snapshots.between(snapshot, snapshot)).toMatchObject({ ok: false });
		expect(await snapshots.restore(snapshot, snapshot, ['a'])).toMatchObject({ ok: false });
		await snapshots.drop(snapshot);
	},
);

test('after closing everything is refused, and closing again is nothing', async () => {
	const { snapshots, write } = makeWorkspace('with git');
	write('a.txt', 'a');
	const taking = snapshots.take();
	await snapshots.close();
	expect(await taking).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
	expect(await snapshots.take()).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
	await snapshots.close();
});

test('A run is in use by its process, and not by another that has its number now', async () => {
	const workspace = makeWorkspace('without git');
	workspace.write('a.txt', 'a');
	await settled();
	await take(workspace.snapshots);
	await workspace.snapshots.close();
	const [run = ''] = runFolders(workspace);
	const file = join(run, 'run.json');
	const facts = JSON.parse(readFileSync(file, 'utf8'));
	const clean = async (change: object, days: number): Promise<boolean> => {
		writeFileSync(file, JSON.stringify({ ...facts, ...change }));
		const at = new Date(Date.now() - days * DAY);
		utimesSync(file, at, at);
		await cleanRuns(join(workspace.state, 'snapshots'), { before: Date.now(), maxBytes: 0, own: '' });
		return existsSync(file);
	};
	expect(await clean({}, 40)).toBe(true);
	expect(await clean({ machine: 'another' }, 0.5)).toBe(true);
	expect(await clean({ startedAt: '1' }, 0.5)).toBe(false);
});
