import { expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import type { Failure } from '../../../src/core/failure.js';
import { resumedAfter } from './saved-session.js';

const LIMIT: Failure = { code: 'agent-error', message: 'Limit', errorClass: 'usageLimit', resetsAt: 9_000_000 };
const BUSY: Failure = { code: 'agent-error', message: 'Busy', errorClass: 'rateLimited', retryAfterMs: 7000 };

const failedAfter = (failure: Failure, ...events: readonly AppEvent[]) =>
	resumedAfter(
		({ turn }) => ({
			type: 'turn-failed',
			turnId: turn?.id ?? '',
			failure,
			retry: { limit: 4, seconds: 1, chance: 0.5 },
		}),
		...events,
	);

test('A prompt that was about to go again waits in the queue for a word of the user', () => {
	const { state, effects } = failedAfter(BUSY);
	expect(state.failed).toBeUndefined();
	expect(state).toMatchObject({ queue: [{ text: 'go' }], isQueuePaused: true });
	expect(effects).toEqual([]);
});

test('What became of a failed prompt is known from the log', () => {
	expect(failedAfter(LIMIT, { type: 'retry-leave' }).state.failed).toBeUndefined();
	expect(failedAfter(LIMIT, { type: 'retry-hold' }).state.queue).toMatchObject([{ text: 'go' }]);
	const stopped = failedAfter(LIMIT, { type: 'retry-at-reset' }, { type: 'retry-stop' }).state;
	expect(stopped.failed?.failure.resetsAt).toBe(9_000_000);
	expect(failedAfter(BUSY, { type: 'retry-now' }).state.queue).toMatchObject([{ text: 'go' }]);
});
