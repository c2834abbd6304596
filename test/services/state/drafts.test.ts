import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDrafts, type StoredDraft } from '../../../src/services/state/drafts.js';
import { ownMark } from '../../../src/services/state/process-mark.js';
import { temporaryFolder } from '../temporary-folder.js';

const draft = (text: string): StoredDraft => ({ text, chips: [] });
/** Numbers of processes that cannot be. */
const GONE = [4_100_001, 4_100_002, 4_100_003] as const;
const nothing = { draft: null, aside: [] };

async function open(pid: number, stateDir: string, project = '/w') {
	return createDrafts({ stateDir, project, pid });
}

function files(stateDir: string): readonly string[] {
	return readdirSync(join(stateDir, 'drafts'), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name));
}

test('what a program that is gone left is there for the next, once, for the user’s eyes only', async () => {
	const stateDir = await temporaryFolder();
	const kept = {
		draft: { text: 'see [Pasted 2 lines #1]', chips: [{ id: 1, label: 'x', text: 'a\nb' }] },
		aside: [{ ...draft('b'), isTold: true as const }],
	};
	(await open(GONE[0], stateDir)).save(kept);
	expect(files(stateDir).map((file) => statSync(file).mode & 0o777)).toEqual([0o600]);
	const next = await open(GONE[1], stateDir);
	expect(await next.load()).toEqual(kept);
	next.save(kept);
	expect(files(stateDir)).toHaveLength(1);
	next.save(nothing);
	expect(files(stateDir)).toEqual([]);
	expect(await (await open(GONE[2], stateDir)).load()).toEqual(nothing);
});

test('what was taken over stays on the disk until it is kept anew', async () => {
	const stateDir = await temporaryFolder();
	(await open(GONE[0], stateDir)).save({ draft: draft('a'), aside: [] });
	// It crashes right after it has read.
	await (await open(GONE[1], stateDir)).load();
	expect(await (await open(GONE[2], stateDir)).load()).toEqual({ draft: draft('a'), aside: [] });
});

test('of several the newest is the draft, and none of the others is lost', async () => {
	const stateDir = await temporaryFolder();
	for (const [index, pid] of GONE.entries()) {
		(await open(pid, stateDir)).save({ draft: draft(`draft ${index}`), aside: [draft(`aside ${index}`)] });
	}
	const newest = files(stateDir).find((file) => readFileSync(file, 'utf8').includes('draft 1')) ?? '';
	const later = new Date(Date.now() + 60_000);
	utimesSync(newest, later, later);
	const loaded = await (await open(process.pid, stateDir)).load();
	expect(loaded.draft).toEqual(draft('draft 1'));
	expect(loaded.aside.map(({ text }) => text).toSorted()).toEqual([
		'aside 0',
		'aside 1',
		'aside 2',
		'draft 0',
		'draft 2',
	]);
});

test('two that start at once share nothing', async () => {
	const stateDir = await temporaryFolder();
	(await open(GONE[0], stateDir)).save({ draft: draft('a'), aside: [] });
	// Two that run: of one that is gone the other may take what it has just claimed.
	const both = await Promise.all([open(process.pid, stateDir), open(process.ppid, stateDir)]);
	const loaded = await Promise.all(both.map((each) => each.load()));
	expect(loaded.filter((each) => each.draft !== null)).toHaveLength(1);
});

test('a program that runs, and another project, keep theirs', async () => {
	const stateDir = await temporaryFolder();
	(await open(process.pid, stateDir)).save({ draft: draft('running'), aside: [] });
	(await open(GONE[0], stateDir, '/other')).save({ draft: draft('other'), aside: [] });
	expect(await (await open(GONE[1], stateDir)).load()).toEqual(nothing);
});

test.each(['', '{', 'null', '[]', '{"draft":{"text":3}}', '{"draft":{"text":"a","chips":[{"id":"x"}]}}', '\0\0'])(
	'a file that holds %j harms nobody',
	async (content) => {
		const stateDir = await temporaryFolder();
		const seed = await open(GONE[0], stateDir);
		seed.save({ draft: draft('seed'), aside: [] });
		const [file = ''] = files(stateDir);
		writeFileSync(file, content);
		const loaded = await (await open(GONE[1], stateDir)).load();
		expect(loaded.aside).toEqual([]);
		expect([null, 'a']).toContain(loaded.draft?.text ?? null);
	},
);

test('a file that is too large to be read stays', async () => {
	const stateDir = temporaryFolder();
	const pasted = { id: 1, label: 'x', text: 'x'.repeat(17 * 1024 * 1024) };
	(await open(GONE[0], stateDir)).save({ draft: { text: 'large', chips: [pasted] }, aside: [] });
	const [file = ''] = files(stateDir);
	const next = await open(GONE[1], stateDir);
	expect(await next.load()).toEqual(nothing);
	next.save({ draft: draft('a'), aside: [] });
	expect(files(stateDir)).toContain(file);
	expect(files(stateDir)).toHaveLength(2);
});

test('a folder that cannot be written stops nobody', async () => {
	const stateDir = await temporaryFolder();
	writeFileSync(join(stateDir, 'drafts'), 'in the way');
	const drafts = await open(GONE[0], stateDir);
	expect(await drafts.load()).toEqual(nothing);
	drafts.save({ draft: draft('a'), aside: [] });
	mkdirSync(join(stateDir, 'elsewhere'));
});

test('a program that is gone keeps nothing, whoever has its number now; one in another container does for a while', async () => {
	const stateDir = temporaryFolder();
	(await open(GONE[0], stateDir)).save({ draft: draft('left'), aside: [] });
	const [folder = ''] = readdirSync(join(stateDir, 'drafts')).map((name) => join(stateDir, 'drafts', name));
	const [file = ''] = readdirSync(folder).map((name) => join(folder, name));
	const kept = JSON.parse(readFileSync(file, 'utf8'));
	const { machine } = await ownMark();
	const load = async (by: object, secondsAgo: number) => {
		for (const name of readdirSync(folder)) rmSync(join(folder, name));
		writeFileSync(file, JSON.stringify({ ...kept, by }));
		utimesSync(file, Date.now() / 1000 - secondsAgo, Date.now() / 1000 - secondsAgo);
		return (await (await open(GONE[1], stateDir)).load()).draft?.text ?? null;
	};
	// Our own number, given out to another program before.
	expect(await load({ pid: process.pid, startedAt: '1', machine }, 0)).toBe('left');
	expect(await load({ pid: process.pid, startedAt: '1', machine: 'another' }, 1)).toBeNull();
	expect(await load({ pid: process.pid, startedAt: '1', machine: 'another' }, 600)).toBe('left');
});
