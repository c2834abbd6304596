import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatLine } from '../../../src/core/sessions/log-format.js';
import { createSessionIndex } from '../../../src/services/sessions/index/session-index.js';
import { idOf, keepSession, NOON, openState } from './kept-sessions.js';

async function found(state: string, text: string): Promise<readonly (string | null)[]> {
	const hits = await createSessionIndex({ folder: join(state, 'sessions'), isKept: true }).search(text);
	return hits.map(({ id }) => id);
}

test('finds what was said, whatever the case, the Unicode form and the white space', async () => {
	const state = openState();
	keepSession(state, idOf(1), { said: ['Grüße aus dem Café', 'The ﬁle is\n\tthere.'] });
	keepSession(state, idOf(2), { said: ['Something else', 'Nothing.'] });
	for (const text of ['GRÜSSE'.replace('SS', 'ß'), 'gru\u0308ße', 'CAFÉ', 'file is there', 'FILE', 'aus there']) {
		expect(await found(state, text), text).toEqual([idOf(1)]);
	}
	expect(await found(state, '"is aus"')).toEqual([]);
	expect(await found(state, '"is there" café')).toEqual([idOf(1)]);
	expect(await found(state, '  ')).toEqual([]);
});

test('a title comes before what was said, a phrase before its words, and letters in order find a title', async () => {
	const state = openState();
	keepSession(state, idOf(1), { at: NOON, facts: { title: 'Refactor the parser' }, said: ['go', 'ok'] });
	keepSession(state, idOf(2), { at: NOON + 100, said: ['x', 'the long parser'] });
	keepSession(state, idOf(3), { at: NOON + 50, said: ['x', 'we refactor: the parser stays, the parser'] });
	expect(await found(state, 'the parser')).toEqual([idOf(1), idOf(3), idOf(2)]);
	expect(await found(state, 'rfpa')).toEqual([idOf(1)]);
});

test('shows the words around the place, and where in them it is', async () => {
	const state = openState();
	const lead = 'İstanbul '.repeat(30);
	keepSession(state, idOf(1), { said: ['x', `${lead}here is the needle, found ${'and more '.repeat(40)}`] });
	const [hit] = await createSessionIndex({ folder: join(state, 'sessions'), isKept: true }).search('NEEDLE');
	expect(hit?.excerpt).toMatch(/^….*here is the needle, found.*…$/);
	const [[start, end] = [0, 0]] = hit?.marks ?? [];
	expect(hit?.excerpt?.slice(start, end)).toBe('needle');
	expect(hit?.excerpt?.length).toBeLessThan(200);
});

test('joins the chunks of a message, and finds what a running session said since', async () => {
	const state = openState();
	const chunk = (text: string, messageId: string): string =>
		formatLine({ at: NOON + 10, event: { type: 'text', role: 'agent', text, messageId } });
	const file = keepSession(state, idOf(1), { more: chunk('the nee', 'm1') + chunk('dle is', 'm1') });
	expect(await found(state, 'needle')).toEqual([idOf(1)]);
	appendFileSync(file, chunk('a later hay', 'm2').slice(0, 30));
	expect(await found(state, 'haystack')).toEqual([]);
	appendFileSync(file, chunk('a later hay', 'm2').slice(30) + chunk('stack', 'm2'));
	expect(await found(state, 'haystack')).toEqual([idOf(1)]);
	expect(await found(state, 'needle')).toEqual([idOf(1)]);
});

test('looks at no tool output, no thoughts and nothing hidden in a log', async () => {
	const state = openState();
	keepSession(state, idOf(1), {
		more:
			formatLine({ at: NOON, event: { type: 'text', role: 'thought', text: 'secretly' } }) +
			formatLine({ at: NOON, event: { type: 'tool', patch: { id: 't', title: 'secretly' } } }) +
			'{"at":1,"event":{"type":"text","role":"agent","text":{"deep":"secretly"}}}\n{"at":1,"event":"text secretly"}\n',
	});
	expect(await found(state, 'secretly')).toEqual([]);
});

test('texts that were deleted or damaged are made anew', async () => {
	const state = openState();
	keepSession(state, idOf(1));
	expect(await found(state, 'done')).toEqual([idOf(1)]);
	const pack = join(state, 'sessions', 'index', 'said');
	const text = readFileSync(pack, 'utf8');
	for (const broken of [
		'',
		'x',
		'acp-tui-said 1 x y z\n',
		text.slice(0, -5),
		text.repeat(2),
		text.replace(/ \d+\n/, ' 9999\n'),
	]) {
		writeFileSync(pack, broken);
		expect(await found(state, 'done')).toEqual([idOf(1)]);
		expect(await found(state, 'done')).toEqual([idOf(1)]);
	}
	rmSync(pack);
	expect(await found(state, 'done')).toEqual([idOf(1)]);
	rmSync(pack);
	mkdirSync(pack);
	expect(await found(state, 'done')).toEqual([idOf(1)]);
});

test('a search that is called off ends with what it has', async () => {
	const state = openState();
	for (let number = 0; number < 50; number += 1) keepSession(state, idOf(number));
	const index = createSessionIndex({ folder: join(state, 'sessions'), isKept: true });
	const hits = await index.search('done', {}, { signal: AbortSignal.abort(), most: 5 });
	expect(hits.length).toBeLessThanOrEqual(5);
});

test('several programs may search, name and delete at once', async () => {
	const state = openState();
	for (let number = 0; number < 60; number += 1)
		keepSession(state, idOf(number), { said: [`number ${number}`, 'Done.'] });
	const folder = join(state, 'sessions');
	const open = () => createSessionIndex({ folder, isKept: true });
	const all = await Promise.all([
		...Array.from({ length: 6 }, () => open().search('done', {}, { most: 100 })),
		...Array.from({ length: 6 }, async (_, number) => (await open().rename(idOf(number), `title ${number}`)).ok),
		...Array.from({ length: 6 }, async () => (await open().list()).rows),
	]);
	for (const hits of all) if (Array.isArray(hits)) expect(hits).toHaveLength(60);
	await Promise.all(Array.from({ length: 4 }, () => open().prune({ before: null, maxBytes: 0 })));
	expect((await open().list()).rows).toEqual([]);
});
