import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSession } from '../../../src/app/sessions/read-session.js';
import { eachEntry } from '../../../src/core/session/entries/entry-list.js';
import { formatLine, type LogLine } from '../../../src/core/sessions/log-format.js';
import { createSessionIndex } from '../../../src/services/sessions/index/session-index.js';
import { createSessionLogs } from '../../../src/services/sessions/session-logs.js';
import { must } from '../must.js';
import { idOf, openState, saveSession } from './saved-sessions.js';

const ID = idOf(1);
const OTHER = idOf(2);
const SAID = ['Fix the tests', 'Done ÄÖ.', 'And the docs?', 'Done as well.'];
const quiet = { onTrouble: () => {}, afterGap: () => [] };

const folderOf = (state: string): string => join(state, 'sessions');
const list = (state: string, isPersisted = true) =>
	createSessionIndex({ folder: folderOf(state), isPersisted }).list({ cwd: '/work' });

/** The transcript as it is read, notes with a mark. */
async function shown(state: string, id = ID) {
	const read = await readSession(createSessionLogs(folderOf(state)), id);
	if (!read.ok) return { failure: read.failure.code, texts: [], skipped: 0 };
	const texts = [...eachEntry(read.value.state.entries)].flatMap((entry) =>
		entry.kind === 'note' ? [`! ${entry.title}`] : 'text' in entry ? [entry.text] : [],
	);
	const { agent, cwd, skippedLines: skipped } = read.value;
	return { texts, skipped, agent, cwd };
}

/** Changes the bytes of a log. */
function damage(file: string, change: (bytes: Buffer) => Buffer | string): Buffer {
	const before = readFileSync(file);
	writeFileSync(file, change(before));
	return before;
}

const headEnd = (bytes: Buffer): number => bytes.indexOf(0x0a);

/** Ways in which a first line is lost, or a part of it. */
const HEADS: readonly (readonly [string, (bytes: Buffer) => Buffer])[] = [
	['NUL bytes in its place', (bytes) => Buffer.concat([Buffer.alloc(headEnd(bytes)), bytes.subarray(headEnd(bytes))])],
	['its beginning missing', (bytes) => bytes.subarray(60)],
	[
		'its end missing, the next line behind it',
		(bytes) => Buffer.concat([bytes.subarray(0, 70), bytes.subarray(headEnd(bytes) + 1)]),
	],
	['a bit changed', (bytes) => Buffer.from(bytes.toString('utf8').replace('"format"', '"f\0rmat"'))],
	['half a character', (bytes) => Buffer.concat([Buffer.from([0xc3]), bytes.subarray(1)])],
	['an empty line', (bytes) => bytes.subarray(headEnd(bytes))],
];

describe('a damaged first line', () => {
	test.each(HEADS)('(%s) is made anew from the index: the session is listed, read and resumed', async (_, change) => {
		const state = openState();
		const file = saveSession(state, ID, { said: SAID, facts: null });
		expect((await list(state)).rows).toHaveLength(1);
		damage(file, change);
		const { rows, unreadable } = await list(state);
		expect({ rows: rows.map(({ id, cwd, agent }) => ({ id, cwd, agent })), unreadable }).toEqual({
			rows: [{ id: ID, cwd: '/work', agent: 'fake' }],
			unreadable: [],
		});
		const { texts, skipped, agent, cwd } = await shown(state);
		expect(texts.filter((text) => !text.startsWith('!'))).toEqual(SAID);
		expect({ agent, cwd }).toEqual({ agent: 'fake', cwd: '/work' });
		expect(skipped).toBeGreaterThan(0);
	});

	test('is made anew from the lines that follow where there is no index', async () => {
		const state = openState();
		const file = saveSession(state, ID, { said: SAID, facts: { cwd: '/work' } });
		damage(file, (bytes) => Buffer.concat([Buffer.alloc(headEnd(bytes)), bytes.subarray(headEnd(bytes))]));
		expect((await list(state, false)).rows.map(({ id, agent, cwd }) => ({ id, agent, cwd }))).toEqual([
			{ id: ID, agent: 'fake', cwd: '/work' },
		]);
	});

	test('is replaced when the session is gone on with, and its bytes are kept beside the log', async () => {
		const state = openState();
		const file = saveSession(state, ID, { said: SAID });
		const before = damage(file, (bytes) =>
			Buffer.concat([Buffer.from('garbage \xff', 'latin1'), bytes.subarray(headEnd(bytes))]),
		);
		await list(state);
		const log = must(await createSessionLogs(folderOf(state)).resume(ID, quiet));
		log.append({ at: 9e12, event: { type: 'text', role: 'agent', text: 'Later.' } });
		await log.close();
		expect(readFileSync(join(folderOf(state), `${ID}.damaged`), 'latin1')).toBe('garbage \xff\n');
		expect(
			readFileSync(file)
				.subarray(headEnd(readFileSync(file)) + 1)
				.toString(),
		).toContain(before.subarray(headEnd(before) + 1).toString());
		expect(await shown(state)).toMatchObject({ texts: [...SAID, 'Later.'], skipped: 0 });
		// Whoever deletes the session deletes these as well.
		await createSessionIndex({ folder: folderOf(state), isPersisted: true }).delete(ID);
		expect(existsSync(join(folderOf(state), `${ID}.damaged`))).toBe(false);
	});

	test('never loosens anything', async () => {
		const state = openState();
		const file = saveSession(state, ID, { said: SAID });
		damage(file, (bytes) =>
			Buffer.from(
				bytes
					.toString()
					.replace('"format"', '"x"')
					.replace('"mode":"default"', '"mode":"default","isBypassAllowed":true'),
			),
		);
		const read = await createSessionLogs(folderOf(state)).read(ID);
		expect(read.ok && read.value.header.isBypassAllowed).toBeUndefined();
	});
});

describe('a damaged line', () => {
	test.each<[string, (line: string) => string]>([
		['cut off', (line) => line.slice(0, 40)],
		['of NUL bytes', (line) => '\0'.repeat(line.length)],
		['of half a character', (line) => `${line.slice(0, 50)}\ufffd`],
		['that is something else', () => 'hello'],
	])('(%s) is reported where it is missing, and the rest is there', async (_, change) => {
		const state = openState();
		const file = saveSession(state, ID, { said: SAID });
		damage(file, (bytes) => {
			const lines = bytes.toString().split('\n');
			return lines
				.map((line) =>
					line.includes('Done ÄÖ') && line.includes('"text"') && !line.includes('facts') ? change(line) : line,
				)
				.join('\n');
		});
		const { texts, skipped } = await shown(state);
		expect(texts).toEqual([SAID[0], expect.stringMatching(/^! Something is missing here: a line/), ...SAID.slice(2)]);
		expect(skipped).toBe(1);
	});

	test('at the end is reported as well', async () => {
		const state = openState();
		const file = saveSession(state, ID, { said: SAID });
		appendFileSync(file, '{"at":99,"event":{"type":"te');
		expect(await shown(state)).toMatchObject({
			skipped: 1,
			texts: [...SAID, expect.stringMatching(/^! Something is missing/)],
		});
	});
});

test('The agent’s session is known by what a list shows, where the line that named it is damaged.', async () => {
	const state = openState();
	const file = saveSession(state, ID, { said: SAID, facts: { sessionId: 'S1' } });
	damage(file, (bytes) => {
		const [head = '', ...rest] = bytes.toString().split('\n');
		return [head, '{"at":1,"event":{"type":"session-op', ...rest].join('\n');
	});
	const read = await readSession(createSessionLogs(folderOf(state)), ID);
	expect(read).toMatchObject({ value: { sessionId: 'S1' } });
});

test('A prompt whose turn began with a damaged line is answered, and does not wait to be sent.', async () => {
	const state = openState();
	const file = saveSession(state, ID, { said: [] });
	const turn = (number: number): readonly LogLine[] => [
		{ at: number, event: { type: 'prompt', prompt: { id: `p${number}`, text: `question ${number}`, blocks: [] } } },
		{ at: number, event: { type: 'session-ready' }, turn: { id: `t${number}`, promptId: `p${number}` } },
		{ at: number, event: { type: 'text', role: 'agent', text: `answer ${number}` } },
		{ at: number, event: { type: 'turn-ended', turnId: `t${number}`, reason: 'end_turn' }, turn: null },
	];
	const lines = [...turn(1), ...turn(2)].map(formatLine);
	appendFileSync(file, [lines[0], '{"at":1,"ev\n', ...lines.slice(2)].join(''));
	const read = must(await readSession(createSessionLogs(folderOf(state)), ID));
	expect(read.state.queue).toEqual([]);
	expect((await shown(state)).texts.filter((text) => !text.startsWith('!'))).toEqual([
		'question 1',
		'answer 1',
		'question 2',
		'answer 2',
	]);
});

test('One program at a time gets to go on in a session, before its agent is asked for it.', async () => {
	const state = openState();
	saveSession(state, ID, { said: SAID });
	const [one, other] = [createSessionLogs(folderOf(state)), createSessionLogs(folderOf(state))];
	const claims = await Promise.all([one.claim?.(ID), other.claim?.(ID)]);
	expect(claims.map((claim) => claim?.ok).sort()).toEqual([false, true]);
	const [winner, loser] = claims[0]?.ok === true ? [one, other] : [other, one];
	expect(await loser.resume(ID, quiet)).toMatchObject({ failure: { code: 'in-use' } });
	const resumed = must(await winner.resume(ID, quiet));
	await resumed.close();
	const claim = await loser.claim?.(ID);
	if (claim?.ok === true) await claim.value.release();
	expect((await winner.claim?.(ID))?.ok).toBe(true);
});

describe('two logs in one file', () => {
	test.each([
		['one after the other', ''],
		['the first cut off', '{"at":99,"event":{"ty'],
	])('(%s) are two sessions again', async (_, cut) => {
		const state = openState();
		const file = saveSession(state, ID, { said: SAID, more: cut });
		const other = saveSession(state, OTHER, { said: ['Something else', 'Yes.'] });
		appendFileSync(file, readFileSync(other));
		rmSync(other);
		expect((await list(state)).rows).toMatchObject([{ id: ID, title: SAID[0], prompts: 2 }]);
		const { texts } = await shown(state);
		expect(texts).toEqual([...SAID, expect.stringMatching(/^! The log goes on with another session/)]);
		const log = must(await createSessionLogs(folderOf(state)).resume(ID, quiet));
		log.append({ at: 9e12, event: { type: 'text', role: 'agent', text: 'Later.' } });
		await log.close();
		expect((await shown(state)).texts).toEqual([...SAID, 'Later.']);
		if (cut === '') expect((await shown(state, OTHER)).texts).toEqual(['Something else', 'Yes.']);
		else expect(readFileSync(join(folderOf(state), `${ID}.damaged`), 'utf8')).toContain('Something else');
	});
});

test('What holds nothing of a session is named, and the others are there.', async () => {
	const state = openState();
	saveSession(state, ID, { said: SAID });
	writeFileSync(join(folderOf(state), `${OTHER}.jsonl`), '');
	mkdirSync(join(folderOf(state), `${idOf(3)}.jsonl`));
	writeFileSync(join(folderOf(state), `${idOf(4)}.jsonl`), Buffer.alloc(5000));
	for (let look = 0; look < 2; look += 1) {
		const { rows, unreadable } = await list(state);
		expect(rows.map(({ id }) => id)).toEqual([ID]);
		expect([...unreadable].sort()).toEqual([OTHER, idOf(3), idOf(4)]);
	}
	expect((await shown(state, OTHER)).failure).toBe('invalid');
	expect((await shown(state, idOf(3))).failure).toBe('invalid');
});
