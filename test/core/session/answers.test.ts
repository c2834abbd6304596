import { describe, expect, test } from 'vitest';
import type { PermissionOption, PermissionOutcome } from '../../../src/core/policy/policy-types.js';
import { PLAN_APPROVED } from '../../../src/core/session/session-messages.js';
import { busy, call, endTurn, entries, modes, next, openedWith, type Play, play, prompt, questionOf } from './play.js';

const asked = (from: Play, ...ids: string[]): Play =>
	play(from, ...ids.map((id) => ({ type: 'question-asked' as const, question: questionOf(id, { toolCallId: 'c' }) })));

describe('An answer', () => {
	const from = asked(play(busy(), { type: 'tool', patch: { id: 'c', status: 'in_progress' } }), 'q1', 'q2');
	test.each<[string, PermissionOutcome, object | undefined, { allowed: number; denied: number }]>([
		[
			'allow once',
			{ type: 'selected', optionId: 'yes' },
			{ decision: 'allowed', because: 'you chose “Yes”' },
			{ allowed: 1, denied: 0 },
		],
		['allow always', { type: 'selected', optionId: 'always' }, { decision: 'allowed' }, { allowed: 1, denied: 0 }],
		[
			'reject',
			{ type: 'selected', optionId: 'no' },
			{ decision: 'denied', because: 'you chose “No”' },
			{ allowed: 0, denied: 1 },
		],
		[
			'dismiss',
			{ type: 'cancelled' },
			{ decision: 'denied', because: 'you dismissed the question' },
			{ allowed: 0, denied: 1 },
		],
		[
			'an option that the agent never offered',
			{ type: 'selected', optionId: 'ghost' },
			{ decision: 'denied' },
			{ allowed: 0, denied: 1 },
		],
	])('%s: settles the question, marks the card, counts', (_, outcome, verdict, counts) => {
		const answered = next(from, { type: 'answer', questionId: 'q1', outcome });
		expect(answered.effects).toEqual([{ type: 'answer-question', questionId: 'q1', outcome }]);
		expect(answered.state.questions.map(({ id }) => id)).toEqual(['q2']);
		expect(call(answered, 'c')?.verdict).toMatchObject(verdict ?? {});
		expect(answered.state.turn).toMatchObject(counts);
	});

	test('One for a question that is gone changes nothing.', () => {
		const late = next(from, { type: 'answer', questionId: 'gone', outcome: { type: 'cancelled' } });
		expect(late.effects).toEqual([]);
		expect(late.state.questions).toHaveLength(2);
	});
});

describe('The three choices on a plan', () => {
	const claude: readonly PermissionOption[] = [
		{ id: 'exit-plan-default', name: 'Yes, manually approve edits', kind: 'allow_once' },
		{ id: 'exit-plan-clear-auto', name: 'Yes, clear context', kind: 'allow_always' },
		{ id: 'exit-plan-auto', name: 'Yes, and use auto mode', kind: 'allow_always' },
		{ id: 'reject', name: 'No, keep planning', kind: 'reject_once' },
	];
	const session = openedWith({ mode: 'plan', modes: modes('plan', 'default', 'plan') });
	const reviewing = (options = claude): Play =>
		play(
			busy('plan it', session),
			{ type: 'tool', patch: { id: 'c', kind: 'switch_mode' } },
			{
				type: 'question-asked',
				question: questionOf('q', { kind: 'exit-plan', plan: '# Plan', options, toolCallId: 'c' }),
			},
		);

	test.each([
		['review-edits', 'exit-plan-default', 'default'],
		['accept-edits', 'exit-plan-default', 'acceptEdits'],
		['keep-planning', 'reject', 'plan'],
	] as const)('%s answers %s and leads to %s', (choice, optionId, mode) => {
		const from = next(reviewing(), { type: 'answer-plan', questionId: 'q', choice });
		expect(from.effects).toEqual([
			{ type: 'answer-question', questionId: 'q', outcome: { type: 'selected', optionId }, choice },
		]);
		expect(from.state.mode.mode).toBe(mode);
		expect(from.state.questions).toEqual([]);
	});

	test('Feedback goes first in the queue and is sent when the turn ends, also where the agent answers «cancelled».', () => {
		const from = next(play(reviewing(), prompt('other')), {
			type: 'answer-plan',
			questionId: 'q',
			choice: 'keep-planning',
			feedback: ' smaller steps ',
		});
		expect(from.state.queue.map(({ text }) => text)).toEqual(['smaller steps', 'other']);
		const over = endTurn(from, 'cancelled');
		expect(over.effects).toMatchObject([{ type: 'send-prompt', prompt: { text: 'smaller steps' } }]);
	});

	test('Without a way to say no the question is dismissed.', () => {
		const from = next(reviewing(claude.slice(0, 1)), { type: 'answer-plan', questionId: 'q', choice: 'keep-planning' });
		expect(from.effects).toMatchObject([{ type: 'answer-question', outcome: { type: 'cancelled' } }]);
	});

	test('A choice that nobody can map changes nothing: the user picks by name.', () => {
		const two = [
			{ id: 'a', name: 'A', kind: 'allow_once' },
			{ id: 'b', name: 'B', kind: 'allow_once' },
		] as const;
		const from = reviewing(two);
		const answered = next(from, { type: 'answer-plan', questionId: 'q', choice: 'review-edits' });
		expect(answered.effects).toEqual([]);
		expect(answered.state.questions).toEqual(from.state.questions);
		expect(answered.state.mode.mode).toBe('plan');
	});

	test('It is no answer to a permission question.', () => {
		const from = asked(busy(), 'q');
		expect(next(from, { type: 'answer-plan', questionId: 'q', choice: 'review-edits' }).effects).toEqual([]);
	});
});

const PLAN = '# The plan\n\n1. Write the test\n2. Write the code';

describe('A review of our own', () => {
	const planned = endTurn(
		play(busy('plan it', openedWith({ mode: 'plan' })), { type: 'text', role: 'agent', text: PLAN }),
	);

	test('Approved: our mode changes, and the agent is sent on.', () => {
		const questionId = planned.state.questions[0]?.id ?? '';
		const from = next(planned, { type: 'answer-plan', questionId, choice: 'accept-edits' });
		expect(from.state.mode.mode).toBe('acceptEdits');
		expect(from.effects).toMatchObject([{ type: 'send-prompt', prompt: { text: PLAN_APPROVED } }]);
	});

	test('A prompt of the user, or another mode, takes it off the screen.', () => {
		expect(play(planned, prompt('go on')).state.questions).toEqual([]);
		expect(play(planned, { type: 'set-mode', mode: 'default' }).state.questions).toEqual([]);
		expect(play(planned, { type: 'set-mode', mode: 'plan' }).state.questions).toHaveLength(1);
	});

	test('is put for an agent that has a plan mode and never asked to leave it.', () => {
		const from = openedWith({ mode: 'plan', modes: modes('plan', 'default', 'plan') });
		expect(endTurn(speaking(from)).state.questions).toHaveLength(1);
	});

	test('Where none is put, how to approve the answer is said, once while plan mode is on.', () => {
		const hints = (from: Play) =>
			entries(from).filter((entry) => entry.kind === 'note' && entry.title.startsWith('/plan done'));
		const once = answering('Hello.');
		expect(hints(once)).toHaveLength(1);
		const again = (from: Play) => endTurn(play(busy('y', from), { type: 'text', role: 'agent', text: 'Hello.' }));
		const twice = again(once);
		expect(hints(twice)).toHaveLength(1);
		const later = play(twice, { type: 'set-mode', mode: 'default' }, { type: 'set-mode', mode: 'plan' });
		expect(hints(again(later))).toHaveLength(2);
		expect(hints(planned)).toHaveLength(0);
	});
});

/** The turn of an agent without a request for leaving plan mode, which ends with these words. */
function answering(text: string): Play {
	return endTurn(play(busy('x', openedWith({ mode: 'plan' })), { type: 'text', role: 'agent', text }));
}

function speaking(from = openedWith({ mode: 'plan' })): Play {
	return play(busy('x', from), { type: 'text', role: 'agent', text: PLAN });
}
