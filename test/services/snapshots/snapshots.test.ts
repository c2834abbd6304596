import {
	chmodSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readFileSync,
	readlinkSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FileChange, Snapshot } from '../../../src/core/snapshots.js';
import type { Snapshots } from '../../../src/services/snapshots/snapshots.js';
import { must } from '../must.js';
import { temporaryFolder } from '../temporary-folder.js';
import { commitAll, KINDS, makeWorkspace, ONE_KIND, settled, take, words } from './workspace.js';

const STRANGE = [
	'with space.txt',
	'new\nline.txt',
	'größe-日本-🙂.txt',
	'-dash',
	'"quoted"',
	'tab\there',
	':(top)magic',
	'*.glob',
];

/** Puts the files of all these changes back; none may be refused. */
async function restoreAll(
	snapshots: Snapshots,
	...[to, expected, changes]: readonly [Snapshot, Snapshot, readonly FileChange[]]
): Promise<void> {
	const paths = changes.map(({ path }) => path);
	expect(must(await snapshots.restore(to, expected, paths)).refused).toEqual([]);
}

test.each(KINDS)('%s: tracked, untracked and uncommitted files are kept and put back', async (kind) => {
	const workspace = makeWorkspace(kind);
	const { snapshots, write, path } = workspace;
	write('.gitignore', 'ignored/\n*.log\n');
	write('tracked.txt', 'one\n');
	write('deep/er/tracked.txt', 'two\n');
	write('deleted.txt', 'three\n');
	write('run.sh', '#!/bin/sh\n', 0o755);
	commitAll(workspace, kind);
	write('tracked.txt', 'one, uncommitted\n');
	write('untracked.bin', Buffer.from([0, 1, 2, 255, 254]));
	write('crlf.txt', 'a\r\nb\r\n');
	write('ignored/file', 'ignored');
	write('noise.log', 'ignored');
	write('node_modules/x/index.js', 'ignored');
	for (const name of STRANGE) write(`names/${name}`, name);
	symlinkSync('tracked.txt', path('link'));
	await settled();
	const before = await take(snapshots);
	expect(before.gaps).toEqual([]);

	write('tracked.txt', 'changed\n');
	write('deep/er/tracked.txt', 'changed\n');
	write('untracked.bin', 'changed');
	write('crlf.txt', 'a\nb\n');
	write('ignored/file', 'changed');
	write('noise.log', 'changed');
	write('node_modules/x/index.js', 'changed');
	write('added/new.txt', 'new');
	rmSync(path('deleted.txt'));
	chmodSync(path('run.sh'), 0o644);
	for (const name of STRANGE) write(`names/${name}`, 'changed');
	rmSync(path('link'));
	symlinkSync('/etc/passwd', path('link'));
	const after = await take(snapshots);
	const changes = must(await snapshots.between(before, after));
	const expected = [
		'+ added/new.txt',
		'- deleted.txt',
		...['crlf.txt', 'deep/er/tracked.txt', 'link', 'run.sh', 'tracked.txt', 'untracked.bin'].map((name) => `~ ${name}`),
		...STRANGE.map((name) => `~ names/${name}`),
	];
	expect([...words(changes)].sort()).toEqual(expected.sort());
	expect(must(await snapshots.read(before, 'tracked.txt'))).toEqual({ exists: true, text: 'one, uncommitted\n' });
	expect(must(await snapshots.read(before, 'deep/er/tracked.txt'))).toEqual({ exists: true, text: 'two\n' });
	expect(must(await snapshots.read(after, 'tracked.txt'))).toEqual({ exists: true, text: 'changed\n' });
	expect(must(await snapshots.read(before, 'untracked.bin'))).toEqual({ exists: true, text: null });
	expect(must(await snapshots.read(before, 'crlf.txt'))).toEqual({ exists: true, text: 'a\r\nb\r\n' });
	expect(must(await snapshots.read(before, 'added/new.txt'))).toEqual({ exists: false, text: null });

	await restoreAll(snapshots, before, after, changes);
	expect(readFileSync(path('tracked.txt'), 'utf8')).toBe('one, uncommitted\n');
	expect(readFileSync(path('deep/er/tracked.txt'), 'utf8')).toBe('two\n');
	expect(readFileSync(path('deleted.txt'), 'utf8')).toBe('three\n');
	expect([...readFileSync(path('untracked.bin'))]).toEqual([0, 1, 2, 255, 254]);
	expect(readFileSync(path('crlf.txt'), 'utf8')).toBe('a\r\nb\r\n');
	expect(statSync(path('run.sh')).mode & 0o777).toBe(0o755);
	expect(readlinkSync(path('link'))).toBe('tracked.txt');
	expect(existsSync(path('added'))).toBe(false);
	for (const name of STRANGE) expect(readFileSync(path(`names/${name}`), 'utf8')).toBe(name);
	expect(readFileSync(path('ignored/file'), 'utf8')).toBe('changed');
	const back = await take(snapshots);
	expect(must(await snapshots.between(before, back))).toEqual([]);

	// Undone can be redone.
	await restoreAll(snapshots, after, back, changes);
	expect(must(await snapshots.between(after, await take(snapshots)))).toEqual([]);
});

test('a touched file is no change, and one with its old size and time restored is', async () => {
	const workspace = makeWorkspace('with git');
	const { snapshots, write, path } = workspace;
	write('touched.txt', 'same');
	write('forged.txt', 'aaaa');
	write('rewritten.txt', 'same');
	commitAll(workspace, 'with git');
	await settled();
	const before = await take(snapshots);
	await settled();
	const { atime, mtime } = lstatSync(path('forged.txt'));
	write('forged.txt', 'bbbb');
	utimesSync(path('forged.txt'), atime, mtime);
	utimesSync(path('touched.txt'), new Date(), new Date());
	rmSync(path('rewritten.txt'));
	write('rewritten.txt', 'same');
	const after = await take(snapshots);
	expect(words(must(await snapshots.between(before, after)))).toEqual(['~ forged.txt']);
	expect(must(await snapshots.read(before, 'forged.txt')).text).toBe('aaaa');
});

test('a write in the same moment as the look is noticed by the next one', async () => {
	const workspace = makeWorkspace('with git');
	const { snapshots, write } = workspace;
	write('quick.txt', '0');
	commitAll(workspace, 'with git');
	let last = await take(snapshots);
	for (let round = 1; round < 10; round += 1) {
		write('quick.txt', String(round));
		const next = await take(snapshots);
		expect(words(must(await snapshots.between(last, next)))).toEqual(['~ quick.txt']);
		last = next;
	}
});

test.each(ONE_KIND)('%s: a renamed file and a moved folder come back under their old names', async (kind) => {
	const workspace = makeWorkspace(kind);
	const { snapshots, write, path } = workspace;
	write('old.txt', 'content');
	write('folder/a.txt', 'a');
	commitAll(workspace, kind);
	await settled();
	const before = await take(snapshots);
	renameSync(path('old.txt'), path('new.txt'));
	renameSync(path('folder'), path('moved'));
	const after = await take(snapshots);
	const changes = must(await snapshots.between(before, after));
	expect(words(changes)).toEqual(['- folder/a.txt', '+ moved/a.txt', '+ new.txt', '- old.txt']);
	await restoreAll(snapshots, before, after, changes);
	expect(readFileSync(path('old.txt'), 'utf8')).toBe('content');
	expect(readFileSync(path('folder/a.txt'), 'utf8')).toBe('a');
	expect(existsSync(path('new.txt'))).toBe(false);
});

test.each(ONE_KIND)('%s: a file that became a folder, and a folder that became a file, come back', async (kind) => {
	const workspace = makeWorkspace(kind);
	const { snapshots, write, path } = workspace;
	write('one', 'file');
	write('two/a/b.txt', 'inside');
	commitAll(workspace, kind);
	await settled();
	const before = await take(snapshots);
	await settled();
	rmSync(path('one'));
	write('one/x/y.txt', 'now inside');
	rmSync(path('two'), { recursive: true });
	write('two', 'now a file');
	const after = await take(snapshots);
	const changes = must(await snapshots.between(before, after));
	expect([...words(changes)].sort()).toEqual(['+ one/x/y.txt', '+ two', '- one', '- two/a/b.txt']);
	await restoreAll(snapshots, before, after, changes);
	expect(readFileSync(path('one'), 'utf8')).toBe('file');
	expect(readFileSync(path('two/a/b.txt'), 'utf8')).toBe('inside');
});

test.each(ONE_KIND)('%s: hiding a file behind an ignore rule hides no change of it', async (kind) => {
	const workspace = makeWorkspace(kind);
	const { snapshots, write } = workspace;
	write('.gitignore', '');
	commitAll(workspace, kind);
	write('secret.txt', 'before');
	await settled();
	const before = await take(snapshots);
	write('.gitignore', 'secret.txt\n');
	write('secret.txt', 'after');
	const after = await take(snapshots);
	expect(words(must(await snapshots.between(before, after)))).toEqual(['~ .gitignore', '~ secret.txt']);
});

test.each(ONE_KIND)('%s: a file that was ignored and no longer is, is never deleted by putting back', async (kind) => {
	const workspace = makeWorkspace(kind);
	const { snapshots, write, path } = workspace;
	write('.gitignore', '.env*\n');
	commitAll(workspace, kind);
	write('.env', 'SECRET=1');
	write('.env.changed', 'SECRET=1');
	await settled();
	const before = await take(snapshots);
	await settled();
	write('.gitignore', '\n');
	write('.env.changed', 'SECRET=2');
	const after = await take(snapshots);
	const changes = must(await snapshots.between(before, after));
	expect(words(changes)).toEqual(['+ .env.changed !', '~ .gitignore']);
	const report = must(await snapshots.restore(before, after, ['.env', '.env.changed', '.gitignore']));
	expect(report.restored).toEqual(['.env', '.gitignore']);
	expect(report.refused.map((refusal) => refusal.path)).toEqual(['.env.changed']);
	expect(readFileSync(path('.env'), 'utf8')).toBe('SECRET=1');
	expect(readFileSync(path('.env.changed'), 'utf8')).toBe('SECRET=2');
	// What came to light is compared from then on.
	write('.env', 'SECRET=3');
	const last = await take(snapshots);
	expect(words(must(await snapshots.between(after, last)))).toContain('~ .env');
});

test('pipes and links out of the workspace are not followed', async () => {
	const workspace = makeWorkspace('with git');
	const { snapshots, write, path, root } = workspace;
	const outside = temporaryFolder();
	writeFileSync(join(outside, 'secret.txt'), 'secret');
	write('folder/secret.txt', 'mine');
	commitAll(workspace, 'with git');
	symlinkSync(outside, path('way-out'));
	symlinkSync('loop', path('loop'));
	await settled();
	const before = await take(snapshots);
	rmSync(path('folder'), { recursive: true });
	symlinkSync(outside, path('folder'));
	const after = await take(snapshots);
	expect(words(must(await snapshots.between(before, after)))).toEqual(['+ folder', '- folder/secret.txt']);
	expect(must(await snapshots.read(after, 'folder/secret.txt'))).toEqual({ exists: false, text: null });
	expect(must(await snapshots.read(after, 'way-out/secret.txt'))).toEqual({ exists: false, text: null });
	expect(must(await snapshots.read(after, 'way-out'))).toEqual({ exists: true, text: outside });
	expect(root).not.toBe(outside);
});

test('a snapshot of an empty workspace is one, and everything in it is added', async () => {
	const { snapshots, write, path } = makeWorkspace('with git');
	mkdirSync(path('empty'));
	await settled();
	const before = await take(snapshots);
	await settled();
	write('empty/a.txt', 'a');
	write('b/c/d.txt', 'd');
	const after = await take(snapshots);
	expect(words(must(await snapshots.between(before, after)))).toEqual(['+ b/c/d.txt', '+ empty/a.txt']);
	expect(words(must(await snapshots.between(after, before)))).toEqual(['- b/c/d.txt', '- empty/a.txt']);
	must(await snapshots.restore(before, after, ['b/c/d.txt', 'empty/a.txt']));
	expect(existsSync(path('b'))).toBe(false);
	expect(existsSync(path('empty'))).toBe(true);
});

test('a workspace that is not there is a failure, and works when it has come', async () => {
	const { again, path } = makeWorkspace('without git');
	const snapshots = again({ workspace: path('later') });
	expect(await snapshots.take()).toMatchObject({ ok: false, failure: { code: 'not-found' } });
	mkdirSync(path('later'));
	writeFileSync(path('later/a.txt'), 'a');
	expect(must(await snapshots.read(await take(snapshots), 'a.txt')).text).toBe('a');
});
