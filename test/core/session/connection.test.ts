import { describe, expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import type { Failure } from '../../../src/core/failure.js';
import { ALREADY_OPENING } from '../../../src/core/session/session-messages.js';
import {
	busy,
	calls,
	connected,
	effectTypes,
	entries,
	next,
	opened,
	type Play,
	play,
	prompt,
	questionOf,
	ready,
	sent,
	starting,
} from './play.js';

const broken: Failure = { code: 'agent-error', message: 'no' };
const exit = { code: 1, signal: null, stderrTail: ['last words'], junkLines: 0, expected: false };

describe('The agent ends', () => {
	test('from outside: what it had written before is not taken for the cause.', () => {
		const gone = play(ready(), { type: 'agent-exited', exit: { ...exit, code: null, signal: 'SIGKILL' } });
		const detail = 'Its standard error before that, which does not say why:\nlast words';
		expect(entries(gone)).toMatchObject([{ title: 'The agent was ended by SIGKILL.', detail }]);
	});

	test('A failure leaves no question and no turn behind.', () => {
		const failed = next(play(busy(), { type: 'question-asked', question: questionOf('q') }, prompt('a')), {
			type: 'agent-failed',
			failure: broken,
		});
		expect(failed.state).toMatchObject({
			turn: null,
			questions: [],
			isQueuePaused: true,
			connection: { phase: 'failed' },
		});
		expect(effectTypes(failed)).toEqual(['answer-question']);
	});

	test('Open calls outside a turn end as well.', () => {
		const gone = play(ready(), { type: 'tool', patch: { id: 'c' } }, { type: 'agent-exited', exit });
		expect(calls(gone)).toMatchObject([{ status: 'cancelled' }]);
	});
});

describe('Starting again', () => {
	const old = play(
		busy(),
		{ type: 'plan', steps: [{ text: 'a', priority: 'low', status: 'pending' }] },
		{ type: 'usage', usage: { used: 1, size: 2 } },
		{ type: 'session-info', title: 'T' },
		prompt('next'),
	);

	test('ends the turn, keeps the transcript, and sends what waits to the new session.', () => {
		const from = next(old, { type: 'restart-agent' });
		expect(from.effects).toEqual([{ type: 'start-agent', profile: from.state.profile }]);
		expect(from.state).toMatchObject({
			turn: null,
			sessionId: null,
			agent: null,
			plan: null,
			usage: null,
			title: null,
			connection: { phase: 'starting' },
		});
		expect(entries(from).map(({ kind }) => kind)).toEqual(['user', 'turn-end', 'note']);
		expect(sent(next(from, connected, opened))).toEqual(['next']);
	});

	test('A new session stops the turn, empties the screen, says so and holds what waits.', () => {
		const from = next(play(old, { type: 'question-asked', question: questionOf('q') }), { type: 'new-session' });
		expect(effectTypes(from)).toEqual(['answer-question', 'cancel-turn', 'open-session']);
		expect(from.state).toMatchObject({ turn: null, sessionId: null, plan: null, title: null, isQueuePaused: true });
		expect(entries(from)).toMatchObject([{ kind: 'note', title: expect.stringContaining('was stopped') }]);
		expect(from.state).toMatchObject({ weight: 0, awaitedParents: new Set() });
		const open = next(from, { ...opened, sessionId: 's2' } as AppEvent);
		expect(sent(open)).toEqual([]);
		expect(open.state.sessionId).toBe('s2');
	});

	test.each<[string, Play, string]>([
		['starting', starting(), ALREADY_OPENING],
		['opening', play(starting(), connected), ALREADY_OPENING],
	])('A new session while the agent is %s is a word, no effect.', (_, from, title) => {
		const asked = next(from, { type: 'new-session' });
		expect(asked.effects).toEqual([]);
		expect(entries(asked).at(-1)).toMatchObject({ kind: 'note', title });
	});
});
