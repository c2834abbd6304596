import { expect, test } from 'vitest';
import { createQuestions } from '../../src/app/questions.js';
import type { Store } from '../../src/app/store.js';
import type { AppEvent } from '../../src/core/event.js';
import { limits } from '../../src/core/limits.js';
import { busy, questionOf, ready } from '../core/session/play.js';

test('Questions beyond the limit are refused unseen, which is said once a flood; one of the user’s own is not.', async () => {
	const events: AppEvent[] = [];
	const store: Pick<Store, 'dispatch' | 'getState'> = {
		dispatch: (event) => events.push(event),
		getState: () => busy().state,
	};
	const questions = createQuestions(store);
	const { signal } = new AbortController();
	for (let index = 0; index < limits.questions; index += 1) void questions.put(questionOf(`a${index}`), signal);
	await expect(questions.put(questionOf('over'), signal)).resolves.toEqual({ type: 'cancelled' });
	await expect(questions.put(questionOf('over it'), signal)).resolves.toEqual({ type: 'cancelled' });
	expect(events.filter((event) => event.type === 'question-asked')).toHaveLength(limits.questions);
	expect(events.filter((event) => event.type === 'note')).toHaveLength(1);
	void questions.put(questionOf('mine', { kind: 'confirm' }), signal);
	expect(events.at(-1)).toMatchObject({ type: 'question-asked', question: { id: 'mine' } });
	questions.settle('a0', { type: 'cancelled' });
	questions.settle('mine', { type: 'cancelled' });
	void questions.put(questionOf('again'), signal);
	expect(events.at(-1)).toMatchObject({ type: 'question-asked', question: { id: 'again' } });
});

test('A flood is stopped by esc in a turn, and by starting the agent anew where no turn runs.', () => {
	for (const [state, hint] of [
		[busy().state, 'esc stops it'],
		[ready().state, '/restart stops it'],
	] as const) {
		const events: AppEvent[] = [];
		const store: Pick<Store, 'dispatch' | 'getState'> = {
			dispatch: (event) => events.push(event),
			getState: () => state,
		};
		const questions = createQuestions(store);
		const { signal } = new AbortController();
		for (let index = 0; index <= limits.questions; index += 1) void questions.put(questionOf(`a${index}`), signal);
		expect(events.at(-1)).toMatchObject({ type: 'note', hint });
	}
});
