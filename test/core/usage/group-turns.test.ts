import { expect, test } from 'vitest';
import { groupTurns, type LoggedTurn, sumLogged, withoutDoubles } from '../../../src/core/usage/group-turns.js';
import type { TurnUsage } from '../../../src/core/usage/turn-usage.js';

const tokens = (total: number) => ({
	inputTokens: total - 1,
	outputTokens: 1,
	cachedReadTokens: null,
	cachedWriteTokens: null,
	totalTokens: total,
});

const logged = (agent: string, project: string, total: number, extra: Partial<TurnUsage> = {}): LoggedTurn => ({
	project,
	turn: {
		startedAt: total,
		endedAt: total + 1,
		agent,
		sessionId: 's',
		model: null,
		outcome: 'end_turn',
		tokens: tokens(total),
		cost: [{ amount: total / 100, currency: 'USD' }],
		workMs: 1,
		waitMs: 0,
		...extra,
	},
});

const turns = [
	logged('claude', '/a', 10),
	logged('claude', '/b', 20, { model: 'opus' }),
	logged('codex', '/a', 100, {
		tokens: {
			...tokens(100),
			models: [
				{ model: 'big', ...tokens(150) },
				{ model: 'small', ...tokens(30) },
			],
		},
	}),
];

test('Of the models in a turn the largest has what the others leave, so that groups add up to the total.', () => {
	const groups = groupTurns(turns, 'model');
	expect(groups.map(({ key, totalTokens, prompts }) => [key, totalTokens, prompts])).toEqual([
		['big', 70, 1],
		['small', 30, 0],
		['opus', 20, 1],
		[null, 10, 1],
	]);
	expect(groups.reduce((sum, { totalTokens }) => sum + (totalTokens ?? 0), 0)).toBe(sumLogged(turns).totalTokens);
});

test('A turn that two logs have counts once.', () => {
	expect(withoutDoubles([...turns, ...turns.map(({ turn }) => ({ turn, project: '/fork' }))])).toHaveLength(3);
});

test('Groups with the same figures stand by name, in whichever order their logs were read.', () => {
	const equal = ['codex', 'claude', 'gemini'].map((agent) => logged(agent, '/a', 10));
	for (const read of [equal, equal.toReversed()]) {
		expect(groupTurns(read, 'agent').map(({ key }) => key)).toEqual(['claude', 'codex', 'gemini']);
	}
});
