import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { FileIndexPort } from '../../../src/core/attachment-ports.js';
import { createFileIndex } from '../../../src/services/file-index/all-folders.js';
import { GIT_ENV as env, gitIn as git } from '../../drive/git.js';
import { temporaryFolder } from '../temporary-folder.js';

const none = () => [];
function workspaceWith(files: Readonly<Record<string, string>>, hasGit: boolean): string {
	const workspace = temporaryFolder();
	if (hasGit) git(workspace, 'init', '-q');
	for (const [name, text] of Object.entries(files)) write(workspace, name, text);
	return workspace;
}

function write(workspace: string, name: string, text = ''): void {
	mkdirSync(dirname(join(workspace, name)), { recursive: true });
	writeFileSync(join(workspace, name), text);
}

async function listed(workspace: string): Promise<readonly string[]> {
	const index = createFileIndex({ workspace, additionalDirectories: none, env });
	const paths = await index.list();
	index.close();
	return [...paths].sort();
}

async function find(index: FileIndexPort, query: string, recent: readonly string[] = []): Promise<readonly string[]> {
	await index.list();
	const hits = await index.search(query, { limit: 10, recent, signal: new AbortController().signal });
	return hits.map((hit) => (hit.kind === 'changes' ? `@${hit.path}` : hit.path));
}

const files = {
	'.gitignore': '*.log\n/build/\n!keep.log\n',
	'src/a.ts': '',
	'src/deep/b.ts': '',
	'src/deep/.gitignore': 'local-*\n!special.log\n',
	'src/deep/local-notes': '',
	'src/deep/special.log': '',
	'src/local-notes': '',
	'noise.log': '',
	'keep.log': '',
	'build/out.js': '',
};
const expected = [
	'.gitignore',
	'keep.log',
	'src/',
	'src/a.ts',
	'src/deep/',
	'src/deep/.gitignore',
	'src/deep/b.ts',
	'src/deep/special.log',
	'src/local-notes',
];

test.each([true, false])('ignore rules hold, those of folders below too (with git: %s)', async (hasGit) => {
	const workspace = workspaceWith(files, hasGit);
	expect(await listed(workspace)).toEqual(expected);
	if (!hasGit) return;
	git(workspace, 'add', '-A');
	expect(await listed(workspace)).toEqual(expected);
});

test('files that git keeps are listed although they are ignored, and those that are gone are not', async () => {
	const workspace = workspaceWith({ 'a.txt': '', 'b.log': '', 'c.txt': '' }, true);
	git(workspace, 'add', '-A');
	write(workspace, '.gitignore', '*.log\n');
	write(workspace, 'd.log');
	write(workspace, 'e.txt');
	rmSync(join(workspace, 'c.txt'));
	expect(await listed(workspace)).toEqual(['.gitignore', 'a.txt', 'b.log', 'e.txt']);
});

test('names with line breaks, quotes and escapes are listed as they are', async () => {
	const odd = ['odd\nname', 'odd\x1b[31m', 'a "quoted" name', 'späce ☃', ' lead'];
	for (const hasGit of [true, false]) {
		const workspace = workspaceWith(Object.fromEntries(odd.map((name) => [name, ''])), hasGit);
		expect(await listed(workspace)).toEqual([...odd].sort());
	}
});

test('a folder that git ignores as a whole is walked', async () => {
	const workspace = workspaceWith({ '.gitignore': 'scratch/\n', 'scratch/a.txt': '' }, true);
	expect(await listed(join(workspace, 'scratch'))).toEqual(['a.txt']);
});

test('only what lies in the workspace is listed where it is a folder of a larger repository', async () => {
	const workspace = workspaceWith({ 'a.txt': '', 'sub/b.txt': '', 'sub/c/d.txt': '' }, true);
	git(workspace, 'add', '-A');
	write(workspace, 'sub/new.txt');
	expect(await listed(join(workspace, 'sub'))).toEqual(['b.txt', 'c/', 'c/d.txt', 'new.txt']);
});

test('what a repository sets up is not started by listing it', async () => {
	const workspace = workspaceWith({ 'a.txt': '' }, true);
	const mark = join(workspace, '..', `mark-${Date.now()}`);
	write(workspace, 'trap.sh', `#!/bin/sh\ntouch ${mark}\n`);
	chmodSync(join(workspace, 'trap.sh'), 0o755);
	git(workspace, 'config', 'core.fsmonitor', join(workspace, 'trap.sh'));
	git(workspace, 'config', 'core.pager', join(workspace, 'trap.sh'));
	git(workspace, 'config', 'alias.ls-files', `!${join(workspace, 'trap.sh')}`);
	expect(await listed(workspace)).toEqual(['a.txt', 'trap.sh']);
	expect(existsSync(mark)).toBe(false);
});

test('links are listed and not followed, and pipes are left out', async () => {
	const workspace = workspaceWith({ 'real/a.txt': '' }, false);
	symlinkSync('..', join(workspace, 'real', 'loop'));
	execFileSync('mkfifo', [join(workspace, 'pipe')]);
	expect(await listed(workspace)).toEqual(['real/', 'real/a.txt', 'real/loop']);
});

test('a workspace that is gone has no files', async () => {
	expect(await listed('/nonexistent/workspace')).toEqual([]);
});

test.each<[string, readonly string[]]>([
	['tides', ['src/tides.ts', 'test/tides.test.ts', 'tides/', 'tides/old.md']],
	['src/', ['src/', 'src/tides.ts', 'src/view/', 'src/view/table.ts']],
	['sv', ['src/view/']],
	['TABLE', ['src/view/table.ts']],
	['nothing', []],
])('the best matches of %j begin with %j', async (query, best) => {
	const names = ['src/tides.ts', 'src/view/table.ts', 'test/tides.test.ts', 'tides/old.md', 'README.md'];
	const workspace = workspaceWith(Object.fromEntries(names.map((name) => [name, ''])), false);
	const index = createFileIndex({ workspace, additionalDirectories: none, env });
	const hits = await find(index, query);
	expect([...hits.slice(0, best.length)].sort()).toEqual([...best].sort());
	if (best.length === 0) expect(hits).toEqual([]);
	index.close();
});

test('recent files come first, in their order without a query', async () => {
	const workspace = workspaceWith({ 'a/x1.ts': '', 'a/x2.ts': '', 'x3.ts': '', 'x4.ts': '' }, false);
	const index = createFileIndex({ workspace, additionalDirectories: none, env });
	expect((await find(index, '', ['a/x2.ts', 'x4.ts', 'gone.ts'])).slice(0, 3)).toEqual(['a/x2.ts', 'x4.ts', 'a/']);
	expect((await find(index, 'x', ['a/x2.ts']))[0]).toBe('a/x2.ts');
	index.close();
});

test('changes of git are offered where there is git, out of the way of files', async () => {
	const names = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`f${at}.txt`, '']));
	const index = createFileIndex({ workspace: workspaceWith(names, true), additionalDirectories: none, env });
	expect((await find(index, '')).slice(6, 8)).toEqual(['@diff', '@staged']);
	expect(await find(index, 'stag')).toEqual(['@staged']);
	index.close();
	const plain = createFileIndex({ workspace: workspaceWith(names, false), additionalDirectories: none, env });
	expect(await find(plain, 'stag')).toEqual([]);
	plain.close();
});

test('a new file is found after listing anew, and whoever listens is notified', async () => {
	const workspace = workspaceWith({ 'a.txt': '' }, true);
	const index = createFileIndex({ workspace, additionalDirectories: none, env });
	expect(await find(index, 'later')).toEqual([]);
	write(workspace, 'later.txt');
	const notified = new Promise<void>((settle) => {
		index.subscribe(settle);
	});
	index.refresh();
	await notified;
	expect(await find(index, 'later')).toEqual(['later.txt']);
	index.close();
});

test('after closing nothing is listed any more', async () => {
	const index = createFileIndex({ additionalDirectories: none, workspace: workspaceWith({ 'a.txt': '' }, true), env });
	index.close();
	index.refresh();
	expect(await index.list()).toEqual([]);
});

test('Files of a folder beside the workspace are found by its name or their whole path, and named by the latter.', async () => {
	const workspace = workspaceWith({ 'src/app.ts': '', 'src/apple.ts': '' }, true);
	const lib = join(temporaryFolder(), 'my-lib');
	for (const name of ['src/app.ts', 'docs/guide.md']) write(lib, name);
	const index = createFileIndex({ workspace, additionalDirectories: () => [lib], env });
	await index.list();
	expect(await find(index, 'src/app')).toEqual(['src/app.ts', 'src/apple.ts', `${lib}/src/app.ts`]);
	expect(await find(index, 'my-lib/g')).toEqual([`${lib}/docs/guide.md`]);
	expect(await find(index, `${lib}/src`)).toEqual([`${lib}/src/`, `${lib}/src/app.ts`]);
	expect((await find(index, lib.slice(0, 4)))[0]).toBe(`${lib}/`);
	expect(await find(index, `${lib.replace('my-lib', 'my-')}`)).toContain(`${lib}/`);
	expect(await find(index, '')).toEqual(expect.arrayContaining(['src/', `${lib}/`]));
	const recent = await index.search('app', {
		limit: 5,
		recent: [`${lib}/src/app.ts`],
		signal: new AbortController().signal,
	});
	expect(recent[0]).toEqual({ path: `${lib}/src/app.ts`, kind: 'file', isRecent: true });
	index.close();
});

test('A path that leads out of the workspace finds what lies there, and a folder that comes later is searched too.', async () => {
	const top = temporaryFolder();
	const [workspace, lib] = [join(top, 'work'), join(top, 'lib')];
	write(workspace, 'a.ts');
	write(lib, 'b.ts');
	let folders: readonly string[] = [];
	const index = createFileIndex({ workspace, additionalDirectories: () => folders, env });
	expect(await find(index, '../lib/b')).toEqual([]);
	folders = [lib];
	await index.list();
	expect(await find(index, '../lib/b')).toEqual([`${lib}/b.ts`]);
	expect(await find(index, '../other')).toEqual([]);
	index.close();
});
