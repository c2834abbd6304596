import { expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import { eachEntry } from '../../../src/core/session/entries/entry-list.js';
import { prompt, promptOf } from '../../core/session/play.js';
import { resumedAfter } from '../sessions/saved-session.js';

/** What a session comes to when its program is gone, in another program. */
function restoredAfter(...events: readonly AppEvent[]) {
	const restored = resumedAfter(...events).state;
	const users = [...eachEntry(restored.entries)].flatMap((entry) => (entry.kind === 'user' ? [entry] : []));
	return { restored, users };
}

const says: AppEvent = { type: 'text', role: 'agent', text: 'hm' };
const steer: AppEvent = { type: 'steer', prompt: promptOf('look here') };
const answered = (answer: 'injected' | 'refused' | 'unanswered'): AppEvent => ({
	type: 'steering-answered',
	promptId: 'p-look here',
	answer,
});

test('Words that went into a turn stand where they went in when the session is resumed', () => {
	const { restored, users } = restoredAfter(says, steer, answered('injected'), says);
	expect(users.map(({ text, isSteered }) => [text, isSteered])).toEqual([
		['go', undefined],
		['look here', true],
	]);
	expect(restored.queue).toEqual([]);
});

test.each([
	['on their way', []],
	['refused', [answered('refused')]],
	['not answered', [answered('unanswered')]],
] as const)(
	'Words that were %s when the program was killed wait in the queue, and are not sent by themselves',
	(_, events) => {
		const { restored, users } = restoredAfter(says, steer, ...events);
		expect(restored.queue.map(({ text }) => text)).toEqual(['look here']);
		expect(restored.isQueuePaused).toBe(true);
		expect(users.map(({ text }) => text)).toEqual(['go']);
	},
);

test('Queued prompts that were made one are one when the session is resumed', () => {
	const { restored } = restoredAfter(says, prompt('one'), prompt('two'), { type: 'queue-merge', promptId: 'p-one' });
	expect(restored.queue.map(({ text }) => text)).toEqual(['one\n\ntwo']);
});
