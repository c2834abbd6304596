import { expect, test } from 'vitest';
import { createCaller } from '../../src/agent/agent-call.js';
import type { Rpc } from '../../src/agent/rpc.js';
import type { AgentExit } from '../../src/core/agent-info.js';
import { infoOf } from '../core/session/play.js';

function callerWith(request: Rpc['request']) {
	return createCaller({
		info: infoOf(),
		launch: { name: 'fake', command: 'fake', args: [], env: {} },
		rpc: {
			request,
			notify: () => Promise.resolve(),
			hasWriteFailed: false,
			isClosed: false,
			closed: Promise.resolve(),
			drained: Promise.resolve(),
		},
		exited: new Promise<AgentExit>(() => {}),
	});
}

/** Answers nothing, but rejects when it is given up. */
const silent: Rpc['request'] = (_method, _params, givenUp) =>
	new Promise((_, reject) => {
		givenUp.addEventListener('abort', () => reject(new Error('given up')));
	});

test('A request that is called off fails as cancelled and is given up.', async () => {
	const controller = new AbortController();
	const answer = callerWith(silent)('authenticate', {}, { patience: null, signal: controller.signal });
	controller.abort();
	expect(await answer).toEqual({
		ok: false,
		failure: { code: 'cancelled', message: 'authenticate was called off before Fake answered.' },
	});
});

test('A request that was called off before is not sent at all.', async () => {
	const call = callerWith(() => Promise.reject(new Error('sent')));
	const answer = await call('authenticate', {}, { patience: null, signal: AbortSignal.abort() });
	expect(answer).toMatchObject({ failure: { code: 'cancelled' } });
});

test('A request without an answer fails as timed out, with the seconds that were waited.', async () => {
	const answer = await callerWith(silent)('session/list', {}, { patience: 1 });
	expect(answer).toMatchObject({
		failure: { code: 'timed-out', message: 'Fake did not answer session/list within 0 s.' },
	});
});

test('An answer that comes before is the outcome, whatever is called off later.', async () => {
	const controller = new AbortController();
	const call = callerWith(async () => 'answer');
	expect(await call('session/list', {}, { patience: 1000, signal: controller.signal })).toEqual({
		ok: true,
		value: 'answer',
	});
	controller.abort();
});
