import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { factsOf } from '../../../src/services/snapshots/entry.js';
import { matchIndex, readIndexFile } from '../../../src/services/snapshots/git-index.js';
import { commitAll, ENV, makeWorkspace, must, settled, take, type Workspace, words } from './workspace.js';

const NAMES = [
	'a.txt',
	'ab.txt',
	'dir/größe.txt',
	'dir/grün.txt',
	'dir/日本.txt',
	`long/${'x'.repeat(200)}.txt`,
	'z\n.txt',
];

async function committed(): Promise<Workspace> {
	const workspace = makeWorkspace('with git');
	for (const name of NAMES) {
		workspace.write(name, `content of ${name}`);
	}
	await settled();
	commitAll(workspace, 'with git');
	await settled();
	workspace.git('status');
	return workspace;
}

function keptFiles({ state }: Workspace): readonly string[] {
	return readdirSync(join(state, 'snapshots'), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && entry.parentPath.includes('contents'))
		.map((entry) => entry.name);
}

test.each(['2', '3', '4'])('with an index of version %s nothing that git has is copied', async (version) => {
	const workspace = await committed();
	const { snapshots, write, git } = workspace;
	if (version === '3') {
		write('intended.txt', 'x');
		git('add', '-N', 'intended.txt');
	}
	git('update-index', '--index-version', version);
	await settled();
	const before = await take(snapshots);
	expect(keptFiles(workspace)).toHaveLength(version === '3' ? 1 : 0);
	for (const name of NAMES) {
		write(name, 'changed');
	}
	const after = await take(snapshots);
	expect(words(must(await snapshots.between(before, after)))).toEqual(NAMES.toSorted().map((name) => `~ ${name}`));
	for (const name of NAMES) {
		expect(must(await snapshots.read(before, name)).text).toBe(`content of ${name}`);
	}
});

test('a split index is not understood, and everything is copied', async () => {
	const workspace = await committed();
	workspace.git('update-index', '--split-index');
	await take(workspace.snapshots);
	expect(keptFiles(workspace)).toHaveLength(NAMES.length);
});

test('a repository of SHA-256 is understood', async () => {
	const workspace = makeWorkspace('without git');
	execFileSync('git', ['init', '-q', '--object-format=sha256'], { cwd: workspace.root, env: ENV });
	workspace.write('a.txt', 'old');
	await settled();
	commitAll(workspace, 'with git');
	await settled();
	const before = await take(workspace.snapshots);
	workspace.write('a.txt', 'new');
	const after = await take(workspace.snapshots);
	expect(words(must(await workspace.snapshots.between(before, after)))).toEqual(['~ a.txt']);
	expect(must(await workspace.snapshots.read(before, 'a.txt')).text).toBe('old');
});

test('an index that is cut anywhere, or is none, matches nothing or less, and never throws', async () => {
	const workspace = await committed();
	const index = await readIndexFile(workspace.path('.git/index'));
	const files = new Map(NAMES.map((name) => [name, factsOf(lstatSync(workspace.path(name), { bigint: true }))]));
	const options = { prefix: '', idBytes: 20 } as const;
	expect(index).not.toBeNull();
	if (index === null) {
		return;
	}
	expect((await matchIndex(index, files, options))?.size).toBe(NAMES.length);
	for (let length = 0; length < index.bytes.length; length += 7) {
		const cut = { ...index, bytes: index.bytes.subarray(0, length) };
		expect((await matchIndex(cut, files, options))?.size ?? 0).toBeLessThanOrEqual(NAMES.length);
	}
	// What was written in the same moment as the index proves nothing.
	expect((await matchIndex({ ...index, writtenNs: 0n }, files, options))?.size).toBe(0);
	expect(await readIndexFile(workspace.path('.git'))).toBeNull();
	expect(await readIndexFile(workspace.path('nowhere'))).toBeNull();
	expect(existsSync(workspace.path('.git/index')) && statSync(workspace.path('.git/index')).size).toBe(
		index.bytes.length,
	);
});
