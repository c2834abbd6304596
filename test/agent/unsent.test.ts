import { expect, test } from 'vitest';
import { createAgentCalls } from '../../src/agent/agent-calls.js';
import type { Rpc } from '../../src/agent/rpc.js';
import { createSessions } from '../../src/agent/sessions.js';
import { createSignInWatch } from '../../src/agent/sign-in/sign-in-watch.js';
import type { AgentExit } from '../../src/core/agent-info.js';
import { infoOf } from '../core/session/play.js';
import { createFakeHost } from './fake-host.js';

const connectionWith = (rpc: Partial<Rpc>) =>
	createAgentCalls({
		info: infoOf(),
		launch: { name: 'fake', command: 'fake', args: [], env: {} },
		rpc: {
			request: () => Promise.reject(new Error('write EAGAIN')),
			notify: () => Promise.resolve(),
			hasWriteFailed: false,
			isClosed: false,
			closed: Promise.resolve(),
			drained: Promise.resolve(),
			...rpc,
		},
		sessions: createSessions(createFakeHost()),
		savedKeys: async () => ({}),
		signIn: createSignInWatch(createFakeHost()),
		exited: new Promise<AgentExit>(() => {}),
		close: () => Promise.reject(new Error('not here')),
	});

test('A prompt that could not be written, of an agent that lives, is reported as one that never left.', async () => {
	expect(await connectionWith({ hasWriteFailed: true }).prompt('s', [])).toEqual({
		ok: false,
		failure: {
			code: 'protocol',
			message: 'session/prompt could not be sent to Fake: write EAGAIN',
			hint: '/restart starts the agent again',
			isUnsent: true,
		},
	});
});

test.each<[string, Partial<Rpc>]>([
	['of itself', {}],
	[
		'even if something else could not be written',
		{
			hasWriteFailed: true,
			request: () => Promise.reject(Object.assign(new Error('Too many tokens'), { code: -32603 })),
		},
	],
])('An error that the agent answered is no failed write, %s.', async (_, rpc) => {
	const answer = await connectionWith(rpc).prompt('s', []);
	expect(answer).toMatchObject({ ok: false, failure: { code: 'agent-error' } });
	expect(answer.ok || answer.failure.isUnsent).toBeUndefined();
});
