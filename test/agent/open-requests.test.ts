import { expect, test } from 'vitest';
import { createOpenRequests } from '../../src/agent/open-requests.js';

test('a request is known until it is answered or given up, a prompt with the session whose turn it is', () => {
	const requests = createOpenRequests();
	const send = (id: number, method: string): void => requests.sent({ id, method, params: { sessionId: 'a' } });
	send(1, 'session/prompt');
	send(2, 'session/fork');
	expect([requests.sessionOf(1), requests.sessionOf('1'), requests.sessionOf(2)]).toEqual(['a', 'a', undefined]);
	const signal = requests.signalOf(1);
	expect(signal?.aborted).toBe(false);
	requests.answered({ id: 1, result: {} });
	expect(signal?.aborted).toBe(true);
	expect([requests.signalOf(1), requests.sessionOf(1)]).toEqual([null, undefined]);
	requests.sent({ method: '$/cancel_request', params: { requestId: 2 } });
	expect(requests.signalOf(2)).toBeNull();
});
