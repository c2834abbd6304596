import { expect, test } from 'vitest';
import type { AgentConnection } from '../../src/core/agent-port.js';
import { connected, createFakeHost, inRoot, scripted } from './fake-host.js';

async function connect(...words: readonly string[]) {
	const sent: unknown[] = [];
	const connection = await connected(
		scripted('steering', ...words),
		createFakeHost(),
		{},
		{
			record: ({ dir, msg }) => {
				if (dir === 'c2a') sent.push(msg);
			},
		},
	);
	await connection.newSession(inRoot);
	return { connection, sent };
}

const steer = (connection: AgentConnection, text: string) => connection.steer('s1', [{ type: 'text', text }]);

test('The announcement is read, and words go with the opt-in that begins no second turn.', async () => {
	const { connection, sent } = await connect();
	expect(connection.info.steering).toBe(true);
	expect(await steer(connection, 'injected please')).toEqual({ ok: true, value: 'injected' });
	expect(sent.at(-1)).toMatchObject({
		method: '_session/steering',
		params: {
			sessionId: 's1',
			prompt: [{ type: 'text', text: 'injected please' }],
			_meta: { steering: { idleBehavior: 'promptRequired' } },
		},
	});
});

test.each([
	['promptRequired', 'promptRequired'],
	['startedNewTurn', 'startedNewTurn'],
	['failed', 'refused'],
	['odd', 'unclear'],
	['nothing', 'unclear'],
])('The answer %s means %s.', async (word, value) => {
	const { connection } = await connect();
	expect(await steer(connection, word)).toEqual({ ok: true, value });
});

test.each([-32601, -32602, -32603, -32000])('An error %d is a failure with its code.', async (code) => {
	const { connection } = await connect();
	const result = await steer(connection, `refused ${code}`);
	expect(result).toMatchObject({ ok: false, code });
	if (!result.ok) expect(result.failure.code).toBe(code === -32000 ? 'auth-required' : 'agent-error');
});

test('An agent that dies over it is gone.', async () => {
	const { connection } = await connect();
	expect(await steer(connection, 'die')).toMatchObject({ ok: false, failure: { code: 'agent-exit' } });
});

test('An agent that does not announce it cannot be steered.', async () => {
	const { connection } = await connect('plain');
	expect(connection.info.steering).toBe(false);
});
