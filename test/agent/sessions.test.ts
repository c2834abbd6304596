import { expect, test } from 'vitest';
import { createSessions } from '../../src/agent/sessions.js';
import { isAnswer } from '../../src/core/session/retry/retry.js';
import { createFakeHost } from './fake-host.js';

test('Sessions that an agent makes up are forgotten, the one in use never.', () => {
	const sessions = createSessions(createFakeHost());
	const mine = sessions.translatorOf('mine');
	const made = sessions.translatorOf('made-0');
	for (let number = 1; number < 1000; number += 1) {
		sessions.translatorOf(`made-${number}`);
		expect(sessions.translatorOf('mine')).toBe(mine);
	}
	expect(sessions.translatorOf('made-0')).not.toBe(made);
});

test('Notifications of vendors are in the log alone, others are shown once; neither is an answer.', () => {
	const ignored: string[] = [];
	const host = { ...createFakeHost(), onIgnored: (method: string) => ignored.push(method) };
	const sessions = createSessions(host);
	for (let time = 0; time < 3; time += 1) {
		sessions.notify({ method: '_x.ai/session_notification', params: { sessionId: 's1', update: { phase: time } } });
		sessions.notify({ method: '_x.ai/models', params: {} });
		sessions.notify({ method: '$/progress', params: {} });
		sessions.notify({ method: 'my/notification', params: { sessionId: 's1' } });
	}
	sessions.flush();
	expect(ignored).toEqual(['_x.ai/session_notification', '_x.ai/models', '$/progress', 'my/notification']);
	const shown = host.events.map(({ event }) => event);
	expect(shown.map((event) => (event.type === 'unknown' ? event.label : event.type))).toEqual([
		'notification "my/notification"',
	]);
	expect(shown.map((event) => isAnswer(event))).toEqual([false]);
	expect(isAnswer({ type: 'unknown', label: 'update "from_the_future"', json: '{}' })).toBe(true);
});

test('A prompt that an agent suggests is an event of its session, where it is no longer than one is.', () => {
	const host = createFakeHost();
	const sessions = createSessions(host);
	const notify = (params: object) => sessions.notify({ method: 'qwen/notify/session/prompt-suggestion', params });
	notify({ v: 1, sessionId: 's1', suggestion: 'Run the tests', promptId: 'p' });
	notify({ v: 1, sessionId: 's1', suggestion: 'x'.repeat(5000) });
	notify({ v: 1, sessionId: 's1' });
	sessions.flush();
	expect(host.events.map(({ event }) => event)).toEqual([{ type: 'prompt-suggested', text: 'Run the tests' }]);
});
