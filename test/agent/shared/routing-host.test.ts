import { expect, test } from 'vitest';
import { createRoutingHost } from '../../../src/agent/shared/agent-processes.js';
import { type Member, Router } from '../../../src/agent/shared/router.js';
import type { AgentHost } from '../../../src/core/agent-port.js';
import type { ElicitationRequest } from '../../../src/core/elicitation/elicitation.js';
import { createFakeHost } from '../fake-host.js';

/** A session whose host is asked, and who was. */
function join(router: Router, name: string, asked: string[]): Member {
	const host: AgentHost = {
		...createFakeHost(),
		elicit: async () => {
			asked.push(name);
			return { action: 'cancel' };
		},
	};
	return router.add(host);
}

const input: ElicitationRequest['input'] = { mode: 'form', form: { fields: [] } };

test('what is asked in a turn goes to the session of that turn, while another one is opened beside it', async () => {
	const router = new Router();
	const asked: string[] = [];
	const [main, side] = [join(router, 'main', asked), join(router, 'side', asked)];
	router.own('a', main);
	main.turns += 1;
	side.opening += 1;
	const host = createRoutingHost(router);
	const still = new AbortController().signal;
	await host.elicit({ scope: { type: 'request', sessionId: 'a' }, message: '', input }, still);
	await host.elicit({ scope: { type: 'request' }, message: '', input }, still);
	expect(asked).toEqual(['main', 'side']);
});

test('the conversation decides about connections, whatever a session beside it does; who comes next does when it is gone', async () => {
	const router = new Router();
	const received: string[] = [];
	const [main, side] = ['main', 'side'].map((name) =>
		router.add({
			...createFakeHost(),
			connections: {
				mayConnect: async () => {
					received.push(`${name} decides`);
					return { isOpen: name === 'main', mayBeLocal: false, because: '' };
				},
				onConnectionClosed: () => received.push(`${name} hears it`),
			},
		}),
	) as [Member, Member];
	const { connections } = createRoutingHost(router);
	const wanted = { host: 'a.example', port: 443, own: null, isLocal: false, process: async () => null };
	const still = new AbortController().signal;
	side.opening += 1;
	side.turns += 1;
	side.signIns += 1;
	router.touch(side);
	expect(await connections?.mayConnect(wanted, still)).toMatchObject({ isOpen: true });
	connections?.onConnectionClosed(wanted, '');
	router.remove(main);
	expect(await connections?.mayConnect(wanted, still)).toMatchObject({ isOpen: false });
	router.remove(side);
	expect(await connections?.mayConnect(wanted, still)).toMatchObject({ isOpen: false });
	expect(received).toEqual(['main decides', 'main hears it', 'side decides']);
});
