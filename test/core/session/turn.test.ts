import { describe, expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import type { Failure } from '../../../src/core/failure.js';
import {
	busy,
	call,
	effectTypes,
	endTurn,
	next,
	type Play,
	play,
	prompt,
	questionOf,
	ready,
	sent,
	turnId,
} from './play.js';

const broken: Failure = { code: 'agent-error', message: 'no' };
const exit = { code: 1, signal: null, stderrTail: ['last words'], junkLines: 0, expected: false };
const fail = (from: Play): Play => next(from, { type: 'turn-failed', turnId: turnId(from), failure: broken });

describe('A prompt', () => {
	test('goes before a held queue, which goes on after it.', () => {
		const held = endTurn(next(busy(), prompt('a'), { type: 'cancel' }), 'cancelled');
		const from = next(held, prompt('b'));
		expect(sent(from)).toEqual(['b']);
		expect(from.state.isQueuePaused).toBe(false);
		expect(sent(endTurn(from))).toEqual(['a']);
	});
});

describe('A prompt that interrupts', () => {
	test('is an ordinary one when nothing runs.', () => {
		const from = next(ready(), prompt('now', { interrupts: true }));
		expect(effectTypes(from)).toEqual(['send-prompt']);
		expect(from.state.turn?.isInterrupted).toBeUndefined();
	});
});

describe('The user stops the turn', () => {
	const asking = play(
		busy(),
		{ type: 'tool', patch: { id: 'c', status: 'in_progress' } },
		{ type: 'question-asked', question: questionOf('q1', { toolCallId: 'c' }) },
		{ type: 'question-asked', question: questionOf('q2') },
	);

	test('Its questions are answered «cancelled» and its calls closed, at once.', () => {
		const from = next(asking, { type: 'cancel' });
		expect(from.effects).toEqual([
			{ type: 'answer-question', questionId: 'q1', outcome: { type: 'cancelled' } },
			{ type: 'answer-question', questionId: 'q2', outcome: { type: 'cancelled' } },
			{ type: 'cancel-turn', turnId: turnId(asking), sessionId: 's1' },
		]);
		expect(from.state.questions).toEqual([]);
		expect(call(from, 'c')?.status).toBe('cancelled');
		expect(from.state.turn?.cancelledAt).toBe(from.at);
	});

	test('Twice is once.', () => {
		const from = next(asking, { type: 'cancel' });
		expect(next(from, { type: 'cancel' })).toMatchObject({ effects: [], state: from.state });
	});

	test('Without a turn nothing happens.', () => {
		expect(next(ready(), { type: 'cancel' }).effects).toEqual([]);
	});

	test('An agent that does not stop is reported; one of another turn is not.', () => {
		const from = next(asking, { type: 'cancel' });
		expect(play(from, { type: 'cancel-ignored', turnId: turnId(from) }).state.turn?.isStuck).toBe(true);
		expect(play(from, { type: 'cancel-ignored', turnId: 'turn-0' }).state.turn?.isStuck).toBe(false);
		expect(next(from, { type: 'kill-agent' }).effects).toEqual([{ type: 'kill-agent' }]);
	});
});

describe('Whether the queue goes on', () => {
	const waiting = play(busy(), prompt('a'));
	test.each<[string, (from: Play) => Play, boolean]>([
		['after an ordinary end', (from) => endTurn(from), false],
		['after a refusal', (from) => endTurn(from, 'refusal'), false],
		['after «cancelled» of the agent alone, as some answer a rejection', (from) => endTurn(from, 'cancelled'), false],
		['after the user’s stop', (from) => endTurn(play(from, { type: 'cancel' }), 'cancelled'), true],
		['after the user’s stop that the agent calls an end', (from) => endTurn(play(from, { type: 'cancel' })), true],
		['after a failure', fail, true],
		['after the agent’s exit', (from) => next(from, { type: 'agent-exited', exit }), true],
	])('%s', (_, end, isHeld) => {
		const over = end(waiting);
		expect(over.state.isQueuePaused).toBe(isHeld);
		expect(sent(over)).toEqual(isHeld ? [] : ['a']);
	});

	test('Nothing is held when nothing waits, or the last is taken back.', () => {
		expect(fail(busy()).state.isQueuePaused).toBe(false);
		expect(play(fail(waiting), { type: 'queue-remove', promptId: 'p-a' }).state).toMatchObject({
			queue: [],
			isQueuePaused: false,
		});
	});

	test('A queued prompt can be rewritten; its other blocks stay.', () => {
		const link = { type: 'resource_link', uri: 'file:///a', name: 'a' } as const;
		const event: AppEvent = {
			type: 'prompt',
			prompt: { id: 'x', text: 'old', blocks: [{ type: 'text', text: 'old' }, link] },
		};
		const from = play(
			busy(),
			event,
			{ type: 'queue-edit', promptId: 'x', text: 'new' },
			{ type: 'queue-edit', promptId: 'none', text: '' },
		);
		expect(from.state.queue).toEqual([{ id: 'x', text: 'new', blocks: [{ type: 'text', text: 'new' }, link] }]);
	});
});

describe('A plan that is left undone', () => {
	const plan: AppEvent = {
		type: 'plan',
		steps: [
			{ text: 'Read', status: 'completed', priority: 'medium' },
			{ text: 'Check', status: 'in_progress', priority: 'medium' },
		],
	};

	test('is stopped with its turn, and set aside with the next prompt unless the agent goes on with it.', () => {
		const working = play(busy(), plan);
		expect(working.state.planHalt).toBeNull();
		const stopped = endTurn(play(working, { type: 'cancel' }), 'cancelled');
		expect(stopped.state.planHalt).toBe('stopped');
		const next = play(stopped, prompt('something else'));
		expect(next.state.planHalt).toBe('set-aside');
		expect(endTurn(next).state.planHalt).toBe('set-aside');
		expect(play(next, plan).state.planHalt).toBeNull();
	});
});
