import { execFile } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { formatLine } from '../../../src/core/sessions/log-format.js';
import { databaseFile, withDatabase } from '../../../src/services/sessions/index/database.js';
import { readLogRow } from '../../../src/services/sessions/index/log-row.js';
import { MessageTexts } from '../../../src/services/sessions/index/message-texts.js';
import { createSessionIndex } from '../../../src/services/sessions/index/session-index.js';
import { idOf, indexBytes, NOON, openState, saveSession } from './saved-sessions.js';

async function found(state: string, text: string): Promise<readonly (string | null)[]> {
	const hits = await createSessionIndex({ folder: join(state, 'sessions'), isPersisted: true }).search(text);
	return hits.map(({ id }) => id);
}

test('finds what was said, whatever the case, the Unicode form and the white space', async () => {
	const state = openState();
	saveSession(state, idOf(1), { said: ['Grüße aus dem Café', 'The ﬁle is\n\tthere.'] });
	saveSession(state, idOf(2), { said: ['Something else', 'Nothing.'] });
	for (const text of ['GRÜSSE'.replace('SS', 'ß'), 'gru\u0308ße', 'CAFÉ', 'file is there', 'FILE', 'aus there']) {
		expect(await found(state, text), text).toEqual([idOf(1)]);
	}
	expect(await found(state, '"is aus"')).toEqual([]);
	expect(await found(state, '"is there" café')).toEqual([idOf(1)]);
	expect(await found(state, '  ')).toEqual([]);
});

test('a title comes before what was said, a phrase before its words, and letters in order find a title', async () => {
	const state = openState();
	saveSession(state, idOf(1), { at: NOON, facts: { title: 'Refactor the parser' }, said: ['go', 'ok'] });
	saveSession(state, idOf(2), { at: NOON + 100, said: ['x', 'the long parser'] });
	saveSession(state, idOf(3), { at: NOON + 50, said: ['x', 'we refactor: the parser stays, the parser'] });
	expect(await found(state, 'the parser')).toEqual([idOf(1), idOf(3), idOf(2)]);
	expect(await found(state, 'rfpa')).toEqual([idOf(1)]);
});

test('shows the words around the place, and where in them it is', async () => {
	const state = openState();
	const lead = 'İstanbul '.repeat(30);
	saveSession(state, idOf(1), { said: ['x', `${lead}here is the needle, found ${'and more '.repeat(40)}`] });
	const [hit] = await createSessionIndex({ folder: join(state, 'sessions'), isPersisted: true }).search('NEEDLE');
	expect(hit?.excerpt).toMatch(/^….*here is the needle, found.*…$/);
	const [[start, end] = [0, 0]] = hit?.marks ?? [];
	expect(hit?.excerpt?.slice(start, end)).toBe('needle');
	expect(hit?.excerpt?.length).toBeLessThan(200);
});

test('joins the chunks of a message, and finds what a running session said since', async () => {
	const state = openState();
	const chunk = (text: string, messageId: string): string =>
		formatLine({ at: NOON + 10, event: { type: 'text', role: 'agent', text, messageId } });
	const file = saveSession(state, idOf(1), { more: chunk('the nee', 'm1') + chunk('dle is', 'm1') });
	expect(await found(state, 'needle')).toEqual([idOf(1)]);
	appendFileSync(file, chunk('a later hay', 'm2').slice(0, 30));
	expect(await found(state, 'haystack')).toEqual([]);
	appendFileSync(file, chunk('a later hay', 'm2').slice(30) + chunk('stack', 'm2'));
	expect(await found(state, 'haystack')).toEqual([idOf(1)]);
	expect(await found(state, 'needle')).toEqual([idOf(1)]);
});

test('looks at no tool output, no thoughts and nothing hidden in a log', async () => {
	const state = openState();
	saveSession(state, idOf(1), {
		more:
			formatLine({ at: NOON, event: { type: 'text', role: 'thought', text: 'secretly' } }) +
			formatLine({ at: NOON, event: { type: 'tool', patch: { id: 't', title: 'secretly' } } }) +
			'{"at":1,"event":{"type":"text","role":"agent","text":{"deep":"secretly"}}}\n{"at":1,"event":"text secretly"}\n',
	});
	expect(await found(state, 'secretly')).toEqual([]);
});

test('finds parts of words in any script, and texts of one or two letters', async () => {
	const state = openState();
	saveSession(state, idOf(1), { said: ['検索を直してください', 'Ok [a-z]* is 50% done?'] });
	saveSession(state, idOf(2), { said: ['Привет, мир', 'a\0b zebra'] });
	for (const text of ['検索', '索', 'してくだ', '[a-z]*', '50%', '?', '"s 50"']) {
		expect(await found(state, text), text).toEqual([idOf(1)]);
	}
	for (const text of ['ПРИВЕТ', 'риве', 'ир', 'bra', 'zebra'])
		expect(await found(state, text), text).toEqual([idOf(2)]);
	expect(await found(state, '[k]')).toEqual([]);
});

test('a message that goes on is searched as one, and what is gone with its log is not found', async () => {
	const state = openState();
	const chunk = (text: string): string =>
		formatLine({ at: NOON + 10, event: { type: 'text', role: 'agent', text, messageId: 'm1' } });
	const file = saveSession(state, idOf(1), { more: chunk('the nee') });
	expect(await found(state, 'needle')).toEqual([]);
	appendFileSync(file, chunk('dle is here'));
	expect(await found(state, '"the needle is"')).toEqual([idOf(1)]);
	rmSync(file);
	saveSession(state, idOf(2));
	expect(await found(state, 'done')).toEqual([idOf(2)]);
	expect(indexBytes(state)).not.toMatch(/needle|dle is/);
});

test('what a search writes of a session that was deleted meanwhile goes with the next list', async () => {
	const state = openState();
	const file = saveSession(state, idOf(1), { said: ['a needle', 'Done.'] });
	saveSession(state, idOf(2));
	const index = createSessionIndex({ folder: join(state, 'sessions'), isPersisted: true });
	await index.list();
	await withDatabase(databaseFile(join(state, 'sessions', 'index')), async (database) => {
		const texts = new MessageTexts(database, () => file);
		expect(String(texts.folded(readLogRow(file, idOf(1), null)))).toContain('needle');
		expect((await index.delete(idOf(1))).ok).toBe(true);
		texts.flush();
	});
	expect(indexBytes(state)).toContain('needle');
	expect((await index.list()).rows.map(({ id }) => id)).toEqual([idOf(2)]);
	expect(indexBytes(state)).not.toContain('needle');
});

test('two searches of one session that goes on keep each of its messages once', async () => {
	const state = openState();
	const file = saveSession(state, idOf(1));
	expect(await found(state, 'done')).toEqual([idOf(1)]);
	await withDatabase(databaseFile(join(state, 'sessions', 'index')), (database) => {
		const both = [new MessageTexts(database, () => file), new MessageTexts(database, () => file)];
		for (const text of ['More.', 'Even more.'])
			appendFileSync(file, formatLine({ at: NOON, event: { type: 'text', role: 'agent', text, messageId: text } }));
		const row = readLogRow(file, idOf(1), null);
		for (const texts of both) {
			expect(String(texts.folded(row))).toBe('fix the tests\ndone.\nmore.\neven more.\n');
			texts.flush();
		}
	});
});

test('texts that were deleted or damaged are made anew', async () => {
	const state = openState();
	saveSession(state, idOf(1));
	expect(await found(state, 'done')).toEqual([idOf(1)]);
	const file = join(state, 'sessions', 'index', 'search', 'index.db');
	const whole = readFileSync(file);
	const holed = Buffer.concat([whole.subarray(0, 4096), Buffer.alloc(whole.length - 4096)]);
	const foreign = Buffer.from(whole);
	foreign.writeUInt32BE(99, 60);
	for (const broken of ['', 'x'.repeat(5000), whole.subarray(0, 5000), holed, foreign]) {
		writeFileSync(file, broken);
		expect(await found(state, 'done')).toEqual([idOf(1)]);
		expect(await found(state, 'done')).toEqual([idOf(1)]);
		expect(indexBytes(state)).toContain('done');
	}
	rmSync(file);
	expect(await found(state, 'done')).toEqual([idOf(1)]);
	rmSync(file);
	mkdirSync(file);
	expect(await found(state, 'done')).toEqual([idOf(1)]);
});

test('no other user can read the index', async () => {
	const state = openState();
	saveSession(state, idOf(1));
	const index = join(state, 'sessions', 'index');
	const mask = process.umask(0);
	onTestFinished(() => void process.umask(mask));
	const folder = join(index, 'search');
	const modes = () =>
		readdirSync(folder).map((name) => `${name} ${(statSync(join(folder, name)).mode & 0o777).toString(8)}`);
	// Its journal is there as long as it is open.
	const whileOpen = await withDatabase(databaseFile(index), (database) => {
		database.exec('CREATE TABLE more (x)');
		return modes();
	});
	expect(whileOpen).toEqual(['index.db 600', 'index.db-shm 600', 'index.db-wal 600']);
	expect(await found(state, 'done')).toEqual([idOf(1)]);
	expect(modes()).toEqual(['index.db 600']);
	expect(statSync(folder).mode & 0o777).toBe(0o700);
	expect(readdirSync(index)).toEqual(['search']);
});

test('several programs may search, name and delete at once', async () => {
	const state = openState();
	for (let number = 0; number < 60; number += 1)
		saveSession(state, idOf(number), { said: [`number ${number}`, 'Done.'] });
	const folder = join(state, 'sessions');
	const open = () => createSessionIndex({ folder, isPersisted: true });
	const all = await Promise.all([
		...Array.from({ length: 6 }, () => open().search('done', {}, { most: 100 })),
		...Array.from({ length: 6 }, async (_, number) => (await open().rename(idOf(number), `title ${number}`)).ok),
		...Array.from({ length: 6 }, async () => (await open().list()).rows),
	]);
	for (const hits of all) if (Array.isArray(hits)) expect(hits).toHaveLength(60);
	await Promise.all(Array.from({ length: 4 }, () => open().prune({ before: null, maxBytes: 0 })));
	expect((await open().list()).rows).toEqual([]);
});

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));

test('programs of both versions of Node search at once, and neither says that SQLite is new', async () => {
	const state = openState();
	for (let number = 0; number < 40; number += 1) saveSession(state, idOf(number));
	const args = ['bin/acp-tui.js', 'sessions', 'search', 'done', '--all', '--json'];
	const env = { ...process.env, NODE_OPTIONS: '', NODE_NO_WARNINGS: '', ACP_TUI_STATE_DIR: state };
	const runs = ['node', 'node22', 'node', 'node22'].map((version) =>
		run(join(root, 'node_modules', version, 'bin/node'), args, { cwd: root, env }),
	);
	for (const { stdout, stderr } of await Promise.all(runs)) {
		expect(stderr).toBe('');
		expect(JSON.parse(stdout)).toHaveLength(40);
	}
	expect(indexBytes(state).match(/done\./g)).toHaveLength(40);
});
