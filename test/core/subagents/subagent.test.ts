import { expect, test } from 'vitest';
import { activeTime, isAtWork, lost, type SubagentState, settled } from '../../../src/core/subagents/subagent.js';
import { someSubagent } from './some-subagent.js';

const reported = (state: SubagentState, at: number, before = someSubagent('a')) =>
	settled({ ...before, reported: state }, at);

test.each([
	[{ state: 'running' }, 'running'],
	[{ state: 'requires_action' }, 'waiting'],
	[{ state: 'unknown' }, 'unknown'],
	[{ state: 'idle' }, 'idle'],
	[{ state: 'idle', stopReason: 'something new' }, 'idle'],
	[{ state: 'idle', stopReason: 'end_turn' }, 'completed'],
	[{ state: 'idle', stopReason: 'cancelled' }, 'cancelled'],
	[{ state: 'idle', stopReason: 'error', error: 'no network' }, 'failed'],
	[{ state: 'idle', stopReason: 'refusal' }, 'failed'],
	[{ state: 'idle', stopReason: 'max_tokens' }, 'failed'],
] as const)('The reported state %j is shown as %s.', (state, status) => {
	expect(reported(state, 10).status).toBe(status);
});

test('Only the time in which it works counts, however often it is woken.', () => {
	const first = reported({ state: 'running' }, 100);
	expect(activeTime(first, 150)).toBe(50);
	const asked = settled({ ...first, isAsked: true }, 200);
	expect(asked).toMatchObject({ status: 'waiting', activeMs: 100 });
	const { isAsked: _, ...answered } = asked;
	const again = settled(answered, 1000);
	const idle = reported({ state: 'idle', stopReason: 'end_turn' }, 1100, again);
	expect(idle).toMatchObject({ status: 'completed', activeMs: 200, endedAt: 1100 });
	expect(activeTime(idle, 5000)).toBe(200);
	const woken = reported({ state: 'running' }, 6000, idle);
	expect(woken.endedAt).toBeUndefined();
	expect(activeTime(woken, 6010)).toBe(210);
});

test('Of one that worked when its agent ended nobody knows what became; one that was done is done.', () => {
	const running = reported({ state: 'running' }, 100);
	expect(lost({ ...running, canCancel: true }, 300)).toMatchObject({
		status: 'unknown',
		isLost: true,
		canCancel: false,
		activeMs: 200,
		endedAt: 300,
	});
	const done = reported({ state: 'idle', stopReason: 'end_turn' }, 200, running);
	expect(lost(done, 300)).toMatchObject({ status: 'completed', endedAt: 200 });
	expect(isAtWork(lost(running, 300))).toBe(false);
});
