import { expect, test, vi } from 'vitest';
import type { App } from '../../../src/app/app.js';
import type { AppEvent } from '../../../src/core/event.js';
import type { SessionState } from '../../../src/core/session/state.js';
import { carryOut } from '../../../src/frontends/interactive/hand-over/hand-over.js';
import { createIds } from '../../../src/services/ids.js';
import { promptOf, ready } from '../../core/session/play.js';

const failure = { code: 'agent-start', message: 'It is not there.' } as const;
const exit = { code: 1, signal: null, stderrTail: [], junkLines: 0, expected: false };
const due = { ...ready().state, isHandOverDue: true } as const;
const left = { signIn: { step: { type: 'left' } } } as unknown as Partial<SessionState>;

/** Hands over to a session that starts, and then is in a state; tells what that session got and why it failed. */
function handedOverTo(state: Partial<SessionState>) {
	const queue = [promptOf('later'), { ...promptOf('shown'), isShown: true as const }];
	let now: SessionState = { ...due, connection: { phase: 'starting', since: 0 }, sessionId: null };
	let changed = (): void => undefined;
	const [got, reported, whys]: [AppEvent[], AppEvent[], string[]] = [[], [], []];
	const to = {
		getState: () => now,
		dispatch: (event: AppEvent) => got.push(event),
		subscribe: (listener: () => void) => {
			changed = listener;
			return vi.fn();
		},
	};
	const from = { getState: () => ({ ...ready().state, queue }), dispatch: (event: AppEvent) => reported.push(event) };
	const apps = { from: from as unknown as App, to: to as unknown as App };
	const handOver = carryOut({ ...apps, ids: createIds(), text: 'Go on.', failed: (why) => whys.push(why) });
	expect([got.map(({ type }) => type), reported, whys]).toEqual([['taken-over'], [], []]);
	now = { ...due, ...state };
	changed();
	changed();
	return { handOver, got: got.slice(1), reported, whys };
}

test('The first prompt goes to an agent that is ready, once, and what waits and was not shown goes behind it.', () => {
	const { got, reported, whys, handOver } = handedOverTo({});
	expect(got).toMatchObject([
		{ type: 'prompt', prompt: { text: 'Go on.' } },
		{ type: 'queue-insert', prompt: { id: 'p-later' }, place: 0 },
	]);
	expect(reported).toMatchObject([{ type: 'handed-over', promptIds: ['p-later'] }]);
	expect(handOver.abandon()).toBe(false);
	expect(whys).toEqual([]);
});

test.each<[string, Partial<SessionState>]>([
	['opens its session', { connection: { phase: 'opening', since: 0 } }],
	['has no session yet', { sessionId: null }],
	['has its session restored', { isRestoring: true }],
	[
		'is to start again',
		{ connection: { phase: 'exited', exit }, recovery: { wait: {} } } as unknown as Partial<SessionState>,
	],
	['waits for a sign-in', { connection: { phase: 'signed-out', failure } }],
])('An agent that %s is waited for, until its session is closed.', (_, state) => {
	const { handOver, got, reported, whys } = handedOverTo(state);
	expect([got, reported, whys]).toEqual([[], [], []]);
	expect([handOver.abandon(), handOver.abandon()]).toEqual([true, false]);
	expect(whys).toHaveLength(1);
});

test.each<[string, Partial<SessionState>, RegExp]>([
	['does not start', { connection: { phase: 'failed', failure } }, /^It is not there\.$/],
	['says what to do', { connection: { phase: 'failed', failure: { ...failure, hint: 'Look' } } }, /there\. \(Look\)$/],
	['ends', { connection: { phase: 'exited', exit } }, /ended/],
	['stays signed out', { connection: { phase: 'signed-out', failure }, ...left }, /sign-in/],
	['is used otherwise', { isHandOverDue: undefined }, /left/],
])('With an agent that %s the hand-over fails, once, and says why.', (_, state, why) => {
	const { handOver, got, reported, whys } = handedOverTo(state);
	expect([got, reported, whys]).toEqual([[], [], [expect.stringMatching(why)]]);
	expect(handOver.abandon()).toBe(false);
});
