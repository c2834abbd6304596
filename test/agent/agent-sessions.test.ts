import { expect, test } from 'vitest';
import { listAgentSessions } from '../../src/core/sessions/agent-sessions.js';
import { connected, createFakeHost, inRoot, scripted } from './fake-host.js';

const connect = (...words: readonly string[]) => connected(scripted('sessions', ...words), createFakeHost());

async function listed(...words: readonly string[]) {
	const result = await listAgentSessions(await connect(...words), {});
	if (!result.ok) throw new Error(result.failure.message);
	return result.value;
}

test('All pages of a list are followed, empty ones too, and an id counts once.', async () => {
	const { sessions, leftOut, cutShort } = await listed('list=pages');
	expect(sessions.map(({ sessionId }) => sessionId)).toEqual(['listed-1', 'listed-2']);
	expect({ leftOut, cutShort }).toEqual({ leftOut: 1, cutShort: undefined });
});

test('A list that never ends, names a cursor twice or is huge is followed so far and no further.', async () => {
	const endless = await listed('list=endless');
	expect(endless).toMatchObject({ cutShort: 'bounds' });
	expect(endless.sessions).toHaveLength(200);
	expect(await listed('list=same-cursor')).toMatchObject({ cutShort: 'same-cursor' });
	const many = await listed('list=many');
	expect(many.cutShort).toBe('bounds');
	expect(many.sessions).toHaveLength(10_000);
});

test('Entries without an id or a folder are left out; texts are bounded, times and folders checked.', async () => {
	const { sessions, leftOut } = await listed('list=hostile');
	expect(sessions.map(({ sessionId, title, updatedAt }) => [sessionId, title?.length ?? null, updatedAt])).toEqual([
		['listed-1', expect.any(Number), null],
		['listed-3', null, Date.parse('2026-11-22T10:00:00Z')],
	]);
	expect(sessions[0]?.title?.length).toBeLessThan(11_000);
	expect(sessions[1]?.additionalDirectories).toEqual(['/a']);
	expect(leftOut).toBe(5);
});

test('What an agent does not announce is not sent.', async () => {
	const connection = await connect();
	const { signal } = new AbortController();
	expect(connection.info.sessions).toMatchObject({ list: false, load: false, resume: false, fork: false, close: true });
	for (const result of [
		await connection.listSessions({}),
		await connection.loadSession('s', inRoot, signal),
		await connection.resumeSession('s', inRoot, signal),
		await connection.forkSession('s', inRoot, signal),
		await connection.deleteSession('s'),
		await connection.setSessionTitle('s', 't'),
	])
		expect(result).toMatchObject({ ok: false, failure: { code: 'usage' } });
});
