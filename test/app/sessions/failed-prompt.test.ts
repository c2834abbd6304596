import { expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import type { Failure } from '../../../src/core/failure.js';
import { reduce } from '../../../src/core/session/reducers/reduce.js';
import { formatLine } from '../../../src/core/sessions/log-format.js';
import { createReplay } from '../../../src/core/sessions/replay.js';
import { opened, prompt, ready, starting } from '../../core/session/play.js';
import { expectReplayed, Recording } from './kept-session.js';

const LIMIT: Failure = { code: 'agent-error', message: 'Limit', errorClass: 'usageLimit', resetsAt: 9_000_000 };
const BUSY: Failure = { code: 'agent-error', message: 'Busy', errorClass: 'rateLimited', retryAfterMs: 7000 };

/** What a session comes to when its program is gone, in another program. */
function takenUpAfter(failure: Failure, ...events: readonly AppEvent[]) {
	let { state, at } = starting();
	const recording = new Recording(
		state,
		() => state,
		(event) => happen(event),
	);
	const happen = (event: AppEvent): void => {
		at += 1000;
		state = reduce(state, event, at).state;
		recording.happened(event, at, state);
	};
	const connected: AppEvent = { type: 'agent-connected', info: ready().state.agent ?? (undefined as never) };
	for (const event of [connected, opened, prompt('go')]) happen(event);
	const turnId = state.turn?.id ?? '';
	happen({ type: 'turn-failed', turnId, failure, retry: { limit: 4, seconds: 1, chance: 0.5 } });
	for (const event of events) happen(event);
	const log = recording.newest();
	if (log === undefined) throw new Error('no log');
	expectReplayed(log, state);
	const replay = createReplay(log.header, false);
	for (const line of log.lines) replay.add(formatLine(line).trimEnd());
	return reduce(ready().state, { type: 'session-restored', restored: replay.end() }, at);
}

test('The end of a usage limit that was waited for is offered anew in another program: nothing goes by itself', () => {
	const { state, effects } = takenUpAfter(LIMIT, { type: 'retry-at-reset' });
	expect(state.failed).toMatchObject({ prompt: { text: 'go' }, failure: { resetsAt: 9_000_000 } });
	expect(state.failed?.wait).toBeUndefined();
	expect(effects).toEqual([]);
	const again = reduce(state, { type: 'retry-at-reset' }, 1);
	expect(again.effects).toMatchObject([{ type: 'wait-retry', until: 9_005_000 }]);
});

test('A prompt that was about to go again waits in the queue for a word of the user', () => {
	const { state, effects } = takenUpAfter(BUSY);
	expect(state.failed).toBeUndefined();
	expect(state).toMatchObject({ queue: [{ text: 'go' }], isQueuePaused: true });
	expect(effects).toEqual([]);
});

test('What became of a failed prompt is known from the log', () => {
	expect(takenUpAfter(LIMIT, { type: 'retry-leave' }).state.failed).toBeUndefined();
	expect(takenUpAfter(LIMIT, { type: 'retry-hold' }).state.queue).toMatchObject([{ text: 'go' }]);
	const stopped = takenUpAfter(LIMIT, { type: 'retry-at-reset' }, { type: 'retry-stop' }).state;
	expect(stopped.failed?.failure.resetsAt).toBe(9_000_000);
	expect(takenUpAfter(BUSY, { type: 'retry-now' }).state.queue).toMatchObject([{ text: 'go' }]);
});
