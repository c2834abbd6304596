import { execFileSync } from 'node:child_process';
import {
	chmodSync,
	existsSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NOT_RESTORED } from '../../../src/services/snapshots/snapshots-messages.js';
import { must } from '../must.js';
import { temporaryFolder } from '../temporary-folder.js';
import { commitAll, KINDS, makeWorkspace, settled, take } from './workspace.js';

async function changedWorkspace(kind: (typeof KINDS)[number]) {
	const workspace = makeWorkspace(kind);
	workspace.write('src/a.txt', 'old a');
	workspace.write('src/b.txt', 'old b');
	commitAll(workspace, kind);
	await settled();
	const before = await take(workspace.snapshots);
	workspace.write('src/a.txt', 'new a');
	rmSync(workspace.path('src/b.txt'));
	workspace.write('src/c.txt', 'new c');
	const after = await take(workspace.snapshots);
	return { ...workspace, before, after, paths: ['src/a.txt', 'src/b.txt', 'src/c.txt'] };
}

test.each(KINDS)('%s: what somebody changed since is left alone', async (kind) => {
	const { snapshots, before, after, paths, write, path } = await changedWorkspace(kind);
	write('src/a.txt', 'newer a');
	write('src/b.txt', 'newer b');
	write('src/c.txt', 'newer c');
	const report = must(await snapshots.restore(before, after, paths));
	expect(report.restored).toEqual([]);
	expect(report.refused).toEqual(
		['src/c.txt', 'src/a.txt', 'src/b.txt'].map((name) => ({ path: name, because: NOT_RESTORED.changed })),
	);
	expect(paths.map((name) => readFileSync(path(name), 'utf8'))).toEqual(['newer a', 'newer b', 'newer c']);
});

test('a change of permissions since is a change', async () => {
	const { snapshots, before, after, path } = await changedWorkspace('with git');
	chmodSync(path('src/a.txt'), 0o755);
	expect(must(await snapshots.restore(before, after, ['src/a.txt'])).restored).toEqual([]);
});

test('what already is as it was counts as put back', async () => {
	const { snapshots, before, after, paths, write, path } = await changedWorkspace('with git');
	write('src/a.txt', 'old a');
	write('src/b.txt', 'old b');
	rmSync(path('src/c.txt'));
	expect(must(await snapshots.restore(before, after, paths)).refused).toEqual([]);
});

test('a folder that was replaced by a link leads nothing out of the workspace', async () => {
	const { snapshots, before, after, paths, path } = await changedWorkspace('with git');
	const outside = temporaryFolder();
	writeFileSync(join(outside, 'a.txt'), 'new a');
	writeFileSync(join(outside, 'c.txt'), 'new c');
	renameSync(path('src'), path('elsewhere'));
	symlinkSync(outside, path('src'));
	const report = must(await snapshots.restore(before, after, paths));
	expect(report.restored).toEqual([]);
	expect(new Set(report.refused.map(({ because }) => because))).toEqual(new Set(['its folder was replaced by a link']));
	expect(readdirSync(outside).sort()).toEqual(['a.txt', 'c.txt']);
	expect(readFileSync(join(outside, 'a.txt'), 'utf8')).toBe('new a');
});

test.each([
	'../outside.txt',
	'/etc/passwd',
	'.git/config',
	'.GIT/hooks/pre-commit',
	'src/.git/config',
	'.g\u200cit/config',
	'.git./config',
	'GIT~1/config',
	'src/../a.txt',
	'',
	'a\0b',
])('the path %j is refused', async (name) => {
	const { snapshots, before, after } = await changedWorkspace('with git');
	const report = must(await snapshots.restore(before, after, [name]));
	expect(report.restored).toEqual([]);
	expect(report.refused).toHaveLength(1);
});

test("a pipe or a folder in a file's place is refused and waits for nobody", async () => {
	const { snapshots, before, after, path, write } = await changedWorkspace('with git');
	rmSync(path('src/a.txt'));
	execFileSync('mkfifo', [path('src/a.txt')]);
	write('src/b.txt/inside', 'x');
	const report = must(await snapshots.restore(before, after, ['src/a.txt', 'src/b.txt']));
	expect(report.refused).toEqual([
		{ path: 'src/a.txt', because: NOT_RESTORED.oddThere },
		{ path: 'src/b.txt', because: NOT_RESTORED.folderThere },
	]);
});

test.skipIf(process.getuid?.() === 0)('a folder that may not be written is said', async () => {
	const { snapshots, before, after, paths, path } = await changedWorkspace('without git');
	chmodSync(path('src'), 0o555);
	const report = must(await snapshots.restore(before, after, paths));
	chmodSync(path('src'), 0o755);
	expect(report.restored).toEqual([]);
	expect(report.refused[0]?.because).toBe(NOT_RESTORED.notWritten('permission denied'));
});

test('no temporary file and no new folder is left after a refusal', async () => {
	const { snapshots, write, path } = makeWorkspace('with git');
	write('deep/er/file.txt', 'old');
	const before = await take(snapshots);
	rmSync(path('deep'), { recursive: true });
	const after = await take(snapshots);
	write('deep', 'in the way');
	const report = must(await snapshots.restore(before, after, ['deep/er/file.txt']));
	expect(report.refused).toEqual([{ path: 'deep/er/file.txt', because: 'a file is in the place of its folder' }]);
	expect(readdirSync(path('.')).filter((name) => name !== '.git')).toEqual(['deep']);
});

test('content that the store lost is said, before and while putting back', async () => {
	const { snapshots, before, after, paths, state, path } = await changedWorkspace('without git');
	for (const entry of readdirSync(join(state, 'snapshots'), { recursive: true, withFileTypes: true })) {
		if (entry.isFile() && entry.parentPath.includes('contents')) {
			writeFileSync(join(entry.parentPath, entry.name), 'damaged');
		}
	}
	expect(must(await snapshots.read(before, 'src/a.txt'))).toEqual({ exists: true, text: null });
	const report = must(await snapshots.restore(before, after, paths));
	expect(report.restored).toEqual(['src/c.txt']);
	expect(report.refused.map(({ because }) => because)).toEqual([
		NOT_RESTORED.noLongerSaved,
		NOT_RESTORED.noLongerSaved,
	]);
	expect(readFileSync(path('src/a.txt'), 'utf8')).toBe('new a');
	expect(existsSync(path('src/b.txt'))).toBe(false);
});
