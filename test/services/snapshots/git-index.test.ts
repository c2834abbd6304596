import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { succeed } from '../../../src/core/failure.js';
import { matchIndex } from '../../../src/services/snapshots/git-repository.js';
import { must } from '../must.js';
import { temporaryFolder } from '../temporary-folder.js';
import { commitAll, makeWorkspace, settled, take, type Workspace, words } from './workspace.js';

const NAMES = [
	'a.txt',
	'ab.txt',
	'dir/größe.txt',
	'dir/grün.txt',
	'dir/日本.txt',
	`long/${'x'.repeat(200)}.txt`,
	'z\n.txt',
];

/** How many of the names git quotes: such a file is read. */
const QUOTED = 1;

async function committed(): Promise<Workspace> {
	const workspace = makeWorkspace('with git');
	for (const name of NAMES) workspace.write(name, `content of ${name}`);
	await settled();
	commitAll(workspace, 'with git');
	await settled();
	workspace.git('status');
	return workspace;
}

function savedFiles({ state }: Workspace): readonly string[] {
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
	expect(savedFiles(workspace)).toHaveLength(version === '3' ? QUOTED + 1 : QUOTED);
	for (const name of NAMES) write(name, 'changed');
	const after = await take(snapshots);
	expect(words(must(await snapshots.between(before, after)))).toEqual(NAMES.toSorted().map((name) => `~ ${name}`));
	for (const name of NAMES) expect(must(await snapshots.read(before, name)).text).toBe(`content of ${name}`);
});

test('with a split index nothing that git has is copied either', async () => {
	const workspace = await committed();
	workspace.git('update-index', '--split-index');
	await settled();
	await take(workspace.snapshots);
	expect(savedFiles(workspace)).toHaveLength(QUOTED);
});

test.each([
	['--assume-unchanged', 'a.txt'],
	['--skip-worktree', 'a.txt'],
])('a file that git is set not to look at (%s) is read', async (flag, name) => {
	const workspace = await committed();
	workspace.git('update-index', flag, name);
	await settled();
	await take(workspace.snapshots);
	expect(savedFiles(workspace)).toHaveLength(QUOTED + 1);
});

test('a repository of SHA-256 is understood', async () => {
	const workspace = makeWorkspace('without git');
	workspace.git('init', '-q', '--object-format=sha256');
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

const ID = 'a'.repeat(40);
const FACTS = { ino: 2n ** 32n + 7n, size: 5n, mtimeNs: 3_000_000_004n, ctimeNs: 1_000_000_002n };

function recordOf(changes: Readonly<Record<string, string>> = {}): string {
	const part = (name: string, usual: string): string => changes[name] ?? usual;
	const lines = [
		`${part('mode', '100644')} ${part('blob', ID)} ${part('stage', '0')}\t${part('path', 'a')}`,
		`  ctime: ${part('ctime', '1:2')}`,
		`  mtime: ${part('mtime', '3:4')}`,
		`  dev: 1\tino: ${part('ino', '7')}`,
		'  uid: 0\tgid: 0',
		`  size: ${part('size', '5')}\tflags: ${part('flags', '0')}`,
	];
	return `${lines.join('\n')}\n`;
}

/** Git that prints this, in pieces. */
function printing(printed: string): Parameters<typeof matchIndex>[0] {
	return {
		async stream(_, onData) {
			for (const piece of printed.match(/[\s\S]{1,7}/g) ?? []) onData(Buffer.from(piece));
			return succeed(0);
		},
	};
}

/** What is matched when git prints this, in pieces. */
async function matched(printed: string, indexAt = new Date()): Promise<readonly string[]> {
	const file = join(temporaryFolder(), 'index');
	writeFileSync(file, '');
	utimesSync(file, indexAt, indexAt);
	return [...(await matchIndex(printing(printed), file, new Map([['a', FACTS]])))].map(
		([path, blob]) => `${path} ${blob}`,
	);
}

test('what git printed of a file is believed only as a whole', async () => {
	expect(await matched(recordOf())).toEqual([`a ${ID}`]);
	expect(await matched(recordOf({ path: 'b' }) + recordOf() + recordOf({ path: 'c' }))).toEqual([`a ${ID}`]);
	for (let length = 0; length < recordOf().length - 1; length += 1) {
		expect(await matched(recordOf().slice(0, length))).toEqual([]);
	}
});

test.each([
	['a link', { mode: '120000' }],
	['a conflict', { stage: '2' }],
	['another time of change', { ctime: '1:3' }],
	['another time of modification', { mtime: '3:5' }],
	['another file in its place', { ino: '8' }],
	['another size', { size: '6' }],
	['a flag that tells git not to look', { flags: '8000' }],
	['numbers that are none', { size: 'x' }],
])('%s is not believed', async (_, changes) => {
	expect(await matched(recordOf(changes))).toEqual([]);
});

test('what was written in the same moment as the index proves nothing, nor does an index that is none', async () => {
	expect(await matched(recordOf(), new Date(3000))).toEqual([]);
	const git = printing('');
	expect((await matchIndex(git, temporaryFolder(), new Map())).size).toBe(0);
	expect((await matchIndex(git, '/nowhere', new Map())).size).toBe(0);
});
