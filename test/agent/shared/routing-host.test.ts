import { expect, test } from 'vitest';
import { type Member, Router } from '../../../src/agent/shared/router.js';
import { createRoutingHost } from '../../../src/agent/shared/routing-host.js';
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
