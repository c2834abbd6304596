import { execFileSync } from 'node:child_process';
import {
	appendFileSync,
	chmodSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SessionIndexPort } from '../../../src/core/session-index.js';
import { createSessionIndex } from '../../../src/services/sessions/index/session-index.js';
import { takeLock } from '../../../src/services/sessions/session-lock.js';
import { idOf, indexBytes, NOON, openState, saveSession } from './saved-sessions.js';

const DAY = 24 * 3600 * 1000;
const open = (stateDir: string, isPersisted = true): SessionIndexPort =>
	createSessionIndex({ folder: join(stateDir, 'sessions'), isPersisted });
const ids = async (index: SessionIndexPort, cwd?: string): Promise<readonly string[]> =>
	(await index.list(cwd === undefined ? {} : { cwd })).rows.map(({ id }) => id);

describe('The list', () => {
	test('has the newest first, with what the log says of each.', async () => {
		const state = openState();
		saveSession(state, idOf(1), { at: NOON });
		saveSession(state, idOf(2), { at: NOON + 1000, facts: { title: 'Tests', cost: { amount: 0.5, currency: 'USD' } } });
		saveSession(state, idOf(3), { at: NOON - 1000, cwd: '/other', facts: { isRunning: true } });
		const { rows, unreadable } = await open(state).list();
		expect(unreadable).toEqual([]);
		expect(rows.map(({ id, title, state: stands }) => [id, title, stands])).toEqual([
			[idOf(2), 'Tests', 'idle'],
			[idOf(1), 'Fix the tests', 'idle'],
			[idOf(3), 'Fix the tests', 'interrupted'],
		]);
		expect(rows[0]).toMatchObject({
			agent: 'fake',
			sessionId: `agent-${idOf(2)}`,
			titleFrom: 'agent',
			cwd: '/work',
			branch: 'main',
			createdAt: NOON + 1000,
			updatedAt: NOON + 1002,
			prompts: 1,
			where: ['here'],
			cost: { amount: 0.5, currency: 'USD' },
			lastWords: 'Done.',
		});
		expect(await ids(open(state), '/other')).toEqual([idOf(3)]);
	});

	test('is the same without its index, with a broken one and with an old one.', async () => {
		const state = openState();
		for (let number = 0; number < 20; number += 1) saveSession(state, idOf(number), { at: NOON + number });
		const first = await open(state).list();
		const file = join(state, 'sessions', 'index', 'search', 'index.db');
		const bytes = readFileSync(file);
		expect(await open(state).list()).toEqual(first);
		const rows = Buffer.from(bytes.toString('latin1').replaceAll('"agent"', '"agenda"'), 'latin1');
		for (const broken of [Buffer.alloc(0), Buffer.from('x'), bytes.subarray(0, 9000), rows.subarray(0, bytes.length)]) {
			writeFileSync(file, broken);
			expect(await open(state).list()).toEqual(first);
		}
		rmSync(join(state, 'sessions', 'index'), { recursive: true });
		mkdirSync(file, { recursive: true });
		expect(await open(state).list()).toEqual(first);
		expect(await open(state, false).list()).toEqual(first);
	});

	test('gives what it knows at once, and the whole at the end.', async () => {
		const state = openState();
		saveSession(state, idOf(1));
		await open(state).list();
		saveSession(state, idOf(2), { at: NOON + 5 });
		const seen: number[] = [];
		const { rows } = await open(state).list({}, { onRows: (some) => seen.push(some.length) });
		expect(seen[0]).toBe(1);
		expect(rows).toHaveLength(2);
	});

	test('leaves out what cannot be read, by name, and follows no link.', async () => {
		const state = openState();
		const good = saveSession(state, idOf(1));
		const folder = join(state, 'sessions');
		writeFileSync(join(folder, `${idOf(2)}.jsonl`), '');
		writeFileSync(join(folder, `${idOf(3)}.jsonl`), '{"format":"acp-tui-session"');
		writeFileSync(join(folder, `${idOf(4)}.jsonl`), 'PK\u0003\u0004'.repeat(1000));
		symlinkSync(good, join(folder, `${idOf(5)}.jsonl`));
		mkdirSync(join(folder, `${idOf(6)}.jsonl`));
		execFileSync('mkfifo', [join(folder, `${idOf(7)}.jsonl`)]);
		writeFileSync(join(folder, 'notes.txt'), 'x');
		const { rows, unreadable } = await open(state).list();
		expect(rows.map(({ id }) => id)).toEqual([idOf(1)]);
		expect(unreadable.toSorted()).toEqual([2, 3, 4, 5, 6, 7].map(idOf));
	});

	test('takes a log that was cut anywhere.', async () => {
		const state = openState();
		const file = saveSession(state, idOf(1), { said: ['One', 'Two', 'Three', 'Four'] });
		const text = readFileSync(file, 'utf8');
		const header = text.indexOf('\n') + 1;
		for (let at = header; at < text.length; at += 7) {
			writeFileSync(file, text.slice(0, at));
			const { rows } = await open(state).list();
			expect(rows[0]).toMatchObject({ id: idOf(1), agent: 'fake', cwd: '/work' });
		}
		writeFileSync(file, text.slice(0, text.lastIndexOf('{"at"')));
		expect((await open(state).list()).rows[0]).toMatchObject({ title: 'One', prompts: 2, lastWords: 'Four' });
	});

	test('a log of a newer version is listed, and never changed.', async () => {
		const state = openState();
		const file = saveSession(state, idOf(1));
		const newer = readFileSync(file, 'utf8').replace('"version":1', '"version":9');
		writeFileSync(file, newer);
		writeFileSync(
			join(state, 'sessions', `${idOf(2)}.jsonl`),
			'{"format":"acp-tui-session","version":9,"who":"knows"}\n{"odd":1}\n',
		);
		const index = open(state);
		const { rows, unreadable } = await index.list();
		expect(unreadable).toEqual([]);
		expect(rows.map(({ id, isReadOnly }) => [id, isReadOnly])).toEqual([
			[idOf(1), true],
			[idOf(2), true],
		]);
		expect(await index.rename(idOf(1), 'mine')).toMatchObject({ ok: false, failure: { code: 'invalid' } });
		await index.prune({ before: Date.now() + DAY, maxBytes: 0 });
		expect(readFileSync(file, 'utf8')).toBe(newer);
	});

	test('a header with the id of another log counts under the name of its file.', async () => {
		const state = openState();
		const text = readFileSync(saveSession(state, idOf(1)), 'utf8');
		writeFileSync(join(state, 'sessions', `${idOf(2)}.jsonl`), text);
		expect((await ids(open(state))).toSorted()).toEqual([idOf(1), idOf(2)]);
	});

	test('a title that is what the client sent the agent is the user’s first words.', async () => {
		const state = openState();
		saveSession(state, idOf(1), { facts: { title: '[The user took back what was changed in "/w/a.ts". Read it ag' } });
		const [row] = (await open(state).list()).rows;
		expect(row).toMatchObject({ title: 'Fix the tests', titleFrom: 'words' });
	});

	test('a title of a megabyte with control characters is one short line.', async () => {
		const state = openState();
		saveSession(state, idOf(1), { facts: { title: `a\u001b[31m\n${'b'.repeat(1_000_000)}` } });
		const [row] = (await open(state).list()).rows;
		expect(row?.title.length).toBeLessThanOrEqual(200);
		expect(row?.title).not.toContain('\n');
	});

	test('a folder that cannot be written costs time, nothing else.', async () => {
		const state = openState();
		saveSession(state, idOf(1));
		writeFileSync(join(state, 'sessions', 'index'), 'in the way');
		const { rows, trouble } = await open(state).list();
		expect(rows.map(({ id }) => id)).toEqual([idOf(1)]);
		expect(trouble).toMatch(/^The index of sessions could not be stored: .+\. Lists and searches take longer\.$/);
		expect(await open(state).search('done')).toHaveLength(1);
		expect(await ids(open('/proc/self/nothing'))).toEqual([]);
		expect(await ids(open('/dev/null/state'))).toEqual([]);
	});

	test('nothing is left of a damaged index that was being removed by a program that was killed.', async () => {
		const state = openState();
		saveSession(state, idOf(1));
		const derived = join(state, 'sessions', 'index');
		mkdirSync(join(derived, 'search.123'), { recursive: true });
		writeFileSync(join(derived, 'search.123', 'index.db'), 'x');
		await open(state).list();
		expect(readdirSync(derived)).toEqual(['search']);
	});

	test('where nothing is kept, nothing is written.', async () => {
		const state = openState();
		saveSession(state, idOf(1));
		const index = open(state, false);
		expect(await index.list()).not.toHaveProperty('trouble');
		expect(await index.search('done')).toHaveLength(1);
		expect(readdirSync(join(state, 'sessions'))).toEqual([`${idOf(1)}.jsonl`]);
	});
});

describe('A record', () => {
	test('is found by its id, the agent’s, or an unambiguous beginning.', async () => {
		const state = openState();
		saveSession(state, 'aaaabbbbcccc');
		saveSession(state, 'aaaadddd0000', { facts: { sessionId: 'ses-77' } });
		const index = open(state);
		expect(await index.find('aaaabbbbcccc')).toMatchObject({ type: 'found', row: { id: 'aaaabbbbcccc' } });
		expect(await index.find('ses-77')).toMatchObject({ type: 'found', row: { id: 'aaaadddd0000' } });
		expect(await index.find('aaaad')).toMatchObject({ type: 'found', row: { id: 'aaaadddd0000' } });
		expect(await index.find('ses-')).toMatchObject({ type: 'found', row: { id: 'aaaadddd0000' } });
		expect(await index.find('aaaa')).toMatchObject({ type: 'several' });
		expect(await index.find('zzz')).toEqual({ type: 'none' });
		expect(await index.find('')).toEqual({ type: 'none' });
		expect(await index.find('../../etc/passwd')).toEqual({ type: 'none' });
	});

	test('keeps its title when the index is deleted, and also when its log ends in half a line.', async () => {
		const state = openState();
		const file = saveSession(state, idOf(1), { facts: { title: 'theirs' }, more: '{"at":17' });
		const index = open(state);
		expect(await index.rename(idOf(1), '  My \n title ')).toEqual({ ok: true, value: undefined });
		expect((await index.list()).rows[0]).toMatchObject({ title: 'My title', titleFrom: 'person' });
		appendFileSync(file, `${JSON.stringify({ at: NOON + 9, event: { type: 'text', role: 'agent', text: 'x' } })}\n`);
		rmSync(join(state, 'sessions', 'index'), { recursive: true });
		expect((await open(state).list()).rows[0]).toMatchObject({ title: 'My title', titleFrom: 'person' });
		expect(await index.rename(idOf(1), '')).toEqual({ ok: true, value: undefined });
		expect((await open(state).list()).rows[0]).toMatchObject({ title: 'theirs', titleFrom: 'agent' });
		expect(await index.rename(idOf(2), 'x')).toMatchObject({ ok: false, failure: { code: 'not-found' } });
	});

	test('that runs is said to, and is neither deleted nor pruned.', async () => {
		const state = openState();
		const file = saveSession(state, idOf(1), { facts: { isRunning: true } });
		const lock = await takeLock(join(state, 'sessions', `${idOf(1)}.lock`));
		const index = open(state);
		expect((await index.list()).rows[0]?.state).toBe('running');
		expect(await index.delete(idOf(1))).toMatchObject({ ok: false, failure: { code: 'denied' } });
		expect((await index.prune({ before: Date.now(), maxBytes: 0 })).rows).toEqual([]);
		expect(existsSync(file)).toBe(true);
		if (lock.ok) await lock.value.release();
		expect(await index.delete(idOf(1))).toEqual({ ok: true, value: undefined });
		expect(readdirSync(join(state, 'sessions')).filter((name) => name !== 'index')).toEqual([]);
		expect(await index.delete(idOf(1))).toMatchObject({ ok: false, failure: { code: 'not-found' } });
	});

	test('that was deleted leaves nothing of what was said.', async () => {
		const state = openState();
		saveSession(state, idOf(1));
		const index = open(state);
		await index.search('done');
		expect(indexBytes(state)).toContain('Done.');
		await index.delete(idOf(1));
		expect(indexBytes(state)).not.toMatch(/Done|done|Fix|fix/);
		saveSession(state, idOf(2), { said: ['Again', 'Done.'] });
		expect(
			await createSessionIndex({ folder: join(state, 'sessions'), isPersisted: true }).search('done'),
		).toHaveLength(1);
	});
});

describe('Cleaning up', () => {
	test('removes what is too old, then the oldest until the rest is small enough.', async () => {
		const state = openState();
		for (let day = 0; day < 10; day += 1) saveSession(state, idOf(day), { at: NOON - day * DAY });
		const index = open(state);
		const { rows } = await index.list();
		const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
		const dry = await index.prune({ before: NOON - 7.5 * DAY, maxBytes: null, isDryRun: true });
		expect(dry.rows.map(({ id }) => id)).toEqual([idOf(9), idOf(8)]);
		expect(await ids(index)).toHaveLength(10);
		expect((await index.prune({ before: NOON - 7.5 * DAY, maxBytes: null })).bytes).toBe(dry.bytes);
		await index.prune({ before: null, maxBytes: bytes / 2 });
		expect(await ids(index)).toEqual([0, 1, 2, 3, 4].map(idOf));
		expect((await index.prune({ before: null, maxBytes: null })).rows).toEqual([]);
	});

	test('removes broken logs by the time of their file.', async () => {
		const state = openState();
		const index = open(state);
		mkdirSync(join(state, 'sessions'));
		const broken = join(state, 'sessions', `${idOf(2)}.jsonl`);
		writeFileSync(broken, 'x');
		utimesSync(broken, NOON / 1000, NOON / 1000);
		expect((await index.prune({ before: NOON + DAY, maxBytes: null })).rows.map(({ id }) => id)).toEqual([idOf(2)]);
		expect(existsSync(broken)).toBe(false);
	});

	test('leaves nothing of what was said in what it removed.', async () => {
		const state = openState();
		for (let day = 0; day < 300; day += 1) saveSession(state, idOf(day), { at: NOON - day * DAY });
		const index = open(state);
		await index.search('done');
		expect(indexBytes(state).match(/Done\./g)?.length).toBeGreaterThanOrEqual(300);
		expect((await index.prune({ before: NOON - 2.5 * DAY, maxBytes: null })).rows).toHaveLength(297);
		// Each in its message, and once more in its row.
		expect(indexBytes(state).match(/Done\./g)).toHaveLength(6);
	});

	test('leaves alone what it could not look at: nobody knows how old that is.', async () => {
		const state = openState();
		saveSession(state, idOf(1));
		const elsewhere = join(state, 'elsewhere');
		writeFileSync(elsewhere, 'x');
		const link = join(state, 'sessions', `${idOf(2)}.jsonl`);
		symlinkSync(elsewhere, link);
		expect(await open(state).prune({ before: NOON - DAY, maxBytes: 0 })).toMatchObject({ failed: [] });
		expect(existsSync(link)).toBe(true);
	});

	test.skipIf(process.getuid?.() === 0)('says what it could not remove.', async () => {
		const state = openState();
		saveSession(state, idOf(1));
		chmodSync(join(state, 'sessions'), 0o500);
		const { failed } = await open(state).prune({ before: Date.now(), maxBytes: null });
		chmodSync(join(state, 'sessions'), 0o700);
		expect(failed).toHaveLength(1);
	});
});
