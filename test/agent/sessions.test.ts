import { expect, test } from 'vitest';
import { quirksOf } from '../../src/agent/quirks.js';
import { createSessions } from '../../src/agent/sessions.js';
import { createFakeHost } from './fake-host.js';

test('Sessions that an agent makes up are forgotten, the one in use never.', () => {
	const sessions = createSessions(createFakeHost(), () => quirksOf('x'));
	const mine = sessions.translatorOf('mine');
	const made = sessions.translatorOf('made-0');
	for (let number = 1; number < 1000; number += 1) {
		sessions.translatorOf(`made-${number}`);
		expect(sessions.translatorOf('mine')).toBe(mine);
	}
	expect(sessions.translatorOf('made-0')).not.toBe(made);
});
