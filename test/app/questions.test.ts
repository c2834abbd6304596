import { expect, test } from 'vitest';
import { createQuestions } from '../../src/app/questions.js';
import type { Store } from '../../src/app/store.js';
import type { AppEvent } from '../../src/core/event.js';
import { limits } from '../../src/core/limits.js';
import { askOf } from '../core/session/play.js';

test('Questions beyond the limit are refused unseen, which is said once a flood; one of the person’s own is not.', async () => {
	const events: AppEvent[] = [];
	const store: Pick<Store, 'dispatch'> = { dispatch: (event) => events.push(event) };
	const questions = createQuestions(() => store as Store);
	const { signal } = new AbortController();
	for (let index = 0; index < limits.questions; index += 1) void questions.put(askOf(`a${index}`), signal);
	await expect(questions.put(askOf('over'), signal)).resolves.toEqual({ type: 'cancelled' });
	await expect(questions.put(askOf('over it'), signal)).resolves.toEqual({ type: 'cancelled' });
	expect(events.filter((event) => event.type === 'asked')).toHaveLength(limits.questions);
	expect(events.filter((event) => event.type === 'note')).toHaveLength(1);
	void questions.put(askOf('mine', { kind: 'confirm' }), signal);
	expect(events.at(-1)).toMatchObject({ type: 'asked', ask: { id: 'mine' } });
	questions.settle('a0', { type: 'cancelled' });
	questions.settle('mine', { type: 'cancelled' });
	void questions.put(askOf('again'), signal);
	expect(events.at(-1)).toMatchObject({ type: 'asked', ask: { id: 'again' } });
});
