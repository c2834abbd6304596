import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GAPS, NOT_RESTORED } from '../../../src/services/snapshots/snapshots-messages.js';
import { must } from '../must.js';
import { commitAll, KINDS, makeWorkspace, ONE_KIND, settled, take, words } from './workspace.js';

const LIMITS = { maxFileBytes: 1000, maxTotalBytes: 3000, maxFiles: 20 };

test.each(KINDS)('%s: a file that is too large is a gap, and its change is still noticed', async (kind) => {
	const { snapshots, write, path } = makeWorkspace(kind, { limits: LIMITS });
	write('large.bin', 'x'.repeat(1001));
	write('small.txt', 'small');
	await settled();
	const before = await take(snapshots);
	expect(before.gaps).toEqual([{ path: 'large.bin', because: GAPS.tooLarge('1.0 KB') }]);
	expect((await take(snapshots)).gaps).toEqual(before.gaps);
	await settled();
	write('large.bin', 'y'.repeat(1001));
	const after = await take(snapshots);
	expect(words(must(await snapshots.between(before, after)))).toEqual(['~ large.bin !']);
	expect(must(await snapshots.restore(before, after, ['large.bin'])).refused).toEqual([
		{ path: 'large.bin', because: NOT_RESTORED.notSaved },
	]);
	expect(must(await snapshots.read(before, 'large.bin'))).toEqual({ exists: true, text: null });
	writeFileSync(path('large.bin'), 'small now');
	expect((await take(snapshots)).gaps).toEqual([]);
});

test('a large file that git has can be put back all the same', async () => {
	const workspace = makeWorkspace('with git', { limits: LIMITS });
	const { snapshots, write, path } = workspace;
	write('large.bin', 'x'.repeat(5000));
	await settled();
	commitAll(workspace, 'with git');
	await settled();
	workspace.git('status');
	const before = await take(snapshots);
	expect(before.gaps).toEqual([]);
	write('large.bin', 'y'.repeat(5000));
	const after = await take(snapshots);
	expect(after.gaps).toEqual([{ path: 'large.bin', because: GAPS.tooLarge('1.0 KB') }]);
	expect(must(await snapshots.restore(before, after, ['large.bin'])).refused).toEqual([]);
	expect(readFileSync(path('large.bin'), 'utf8')).toBe('x'.repeat(5000));
});

test.each(KINDS)('%s: what is kept altogether is bounded, and what no longer fits is said', async (kind) => {
	const { snapshots, write, state } = makeWorkspace(kind, { limits: LIMITS });
	for (let index = 0; index < 5; index += 1) write(`file-${index}`, String(index).repeat(900));
	const { gaps } = await take(snapshots);
	expect(gaps).toHaveLength(2);
	expect(gaps[0]?.because).toBe('the 3.0 KB for kept files are used up');
	expect(bytesBelow(join(state, 'snapshots'))).toBeLessThanOrEqual(3000);
});

test.each(ONE_KIND)('%s: more files than the limit are said', async (kind) => {
	const { snapshots, write } = makeWorkspace(kind, { limits: LIMITS });
	for (let index = 0; index < 30; index += 1) write(`file-${index}`, '');
	const { gaps } = await take(snapshots);
	expect(gaps).toEqual([{ path: '.', because: GAPS.tooMany(20) }]);
});

test.each(ONE_KIND)('%s: dropping a snapshot frees what it alone needed', async (kind) => {
	const { snapshots, write, state } = makeWorkspace(kind, { limits: LIMITS });
	write('file', 'a'.repeat(900));
	const first = await take(snapshots);
	write('file', 'b'.repeat(900));
	const second = await take(snapshots);
	write('file', 'c'.repeat(900));
	const third = await take(snapshots);
	expect(bytesBelow(join(state, 'snapshots'))).toBe(2700);
	await snapshots.drop(second);
	expect(bytesBelow(join(state, 'snapshots'))).toBe(1800);
	expect(await snapshots.read(second, 'file')).toMatchObject({ ok: false, failure: { code: 'not-found' } });
	expect(must(await snapshots.read(first, 'file')).text).toBe('a'.repeat(900));
	expect(must(await snapshots.read(third, 'file')).text).toBe('c'.repeat(900));
	await snapshots.drop(first);
	await snapshots.drop(first);
	expect(bytesBelow(join(state, 'snapshots'))).toBe(900);
	write('file', 'a'.repeat(900));
	expect((await take(snapshots)).gaps).toEqual([]);
});

test('what is kept is readable by its owner alone', async () => {
	const { snapshots, write, state } = makeWorkspace('without git');
	write('secret', 'secret', 0o600);
	await take(snapshots);
	await snapshots.close();
	const kept = readdirSync(join(state, 'snapshots'), { recursive: true, withFileTypes: true });
	expect(kept.length).toBeGreaterThan(4);
	for (const entry of kept) expect(statSync(join(entry.parentPath, entry.name)).mode & 0o077).toBe(0);
});

test('pipes, and names that are no text, are gaps', async () => {
	const { snapshots, path } = makeWorkspace('without git');
	execFileSync('mkfifo', [path('pipe')]);
	writeFileSync(Buffer.concat([Buffer.from(`${path('bad')}-`), Buffer.from([0xff])]), 'x');
	const { gaps } = await take(snapshots);
	expect(gaps).toEqual([
		{ path: 'bad-\ufffd', because: GAPS.oddName },
		{ path: 'pipe', because: GAPS.device },
	]);
});

test.skipIf(process.getuid?.() === 0)('what may not be read is a gap until it may', async () => {
	const { snapshots, path, write } = makeWorkspace('without git');
	write('closed.txt', 'x', 0o000);
	write('folder/a.txt', 'x');
	chmodSync(path('folder'), 0o000);
	const { gaps } = await take(snapshots);
	chmodSync(path('folder'), 0o755);
	chmodSync(path('closed.txt'), 0o644);
	expect(gaps.map((gap) => gap.path).sort()).toEqual(['closed.txt', 'folder']);
	expect((await take(snapshots)).gaps).toEqual([]);
});

test('a state directory inside the workspace is not kept in itself, and what is written there is no change', async () => {
	const { again, path, write } = makeWorkspace('without git');
	const snapshots = again({ stateDir: path('state') });
	write('a.txt', 'a');
	const before = await take(snapshots);
	write('a.txt', 'b');
	write('state/acp-tui.log', '{}');
	write('state.txt', 'not ours');
	const after = await take(snapshots);
	expect(words(must(await snapshots.between(before, after)))).toEqual(['~ a.txt', '+ state.txt']);
});

test('without a place to write, changes are noticed and the gap is said', async () => {
	const { again, path, write } = makeWorkspace('without git');
	write('state-file', 'no folder');
	write('a.txt', 'a');
	const snapshots = again({ stateDir: path('state-file') });
	const before = await take(snapshots);
	expect(before.gaps).toContainEqual({ path: 'a.txt', because: GAPS.notWritten });
	write('a.txt', 'b');
	expect(words(must(await snapshots.between(before, await take(snapshots))))).toEqual(['~ a.txt !']);
});

function bytesBelow(folder: string): number {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && entry.parentPath.includes('contents'))
		.reduce((bytes, entry) => bytes + statSync(join(entry.parentPath, entry.name)).size, 0);
}
