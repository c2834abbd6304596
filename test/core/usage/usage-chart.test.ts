import { expect, test } from 'vitest';
import type { LoggedTurn } from '../../../src/core/usage/group-turns.js';
import { CHART_DAYS, dayStarts, usageChart } from '../../../src/core/usage/usage-chart.js';
import { spokenBars, usageBars } from '../../../src/view/usage/usage-bars.js';

const NOW = new Date(2026, 10, 23, 15).getTime();
const starts = dayStarts(NOW, CHART_DAYS);
const counts = { outputTokens: null, cachedReadTokens: null, cachedWriteTokens: null };

function logged(daysAgo: number, agent: string, total: number | null, cost = 0): LoggedTurn {
	const endedAt = new Date(2026, 10, 23 - daysAgo, 12).getTime();
	const facts = { agent, sessionId: 's', model: `${agent}-1`, outcome: 'end_turn' as const, workMs: 1, waitMs: 0 };
	const tokens = total === null ? {} : { tokens: { ...counts, inputTokens: total, totalTokens: total } };
	return {
		turn: { ...facts, ...tokens, startedAt: endedAt - 1, endedAt, cost: [{ amount: cost, currency: 'USD' }] },
		project: '/a',
	};
}

const turns = [
	logged(0, 'claude', 8000, 0.5),
	logged(1, 'claude', 1000),
	logged(8, 'codex', 3000),
	logged(40, 'old', 9),
];

test('The bars show days by height and shares by length', () => {
	const lines = usageBars(usageChart(turns, starts), 80);
	expect(lines).toEqual([
		'Each day of 4 weeks, in tokens; most 8.0k',
		'······· ······· ·····▃· ·····▁█',
		'',
		'By agent',
		'  claude    ███████████████░░░░░   75%    9.0k  $0.50',
		'  codex     █████░░░░░░░░░░░░░░░   25%    3.0k',
		'By model',
		'  claude-1  ███████████████░░░░░   75%    9.0k  $0.50',
		'  codex-1   █████░░░░░░░░░░░░░░░   25%    3.0k',
	]);
	expect(spokenBars(usageChart(turns, starts))).toEqual([
		'Tokens of the last 4 weeks by agent: claude 75%, codex 25%',
		'Tokens of the last 4 weeks by model: claude-1 75%, codex-1 25%',
	]);
});

test('Without tokens the prompts are counted, and without those there is no chart', () => {
	expect(usageChart([logged(0, 'claude', null)], starts)).toMatchObject({ unit: 'prompts' });
	expect(usageBars(usageChart([], starts), 80)).toEqual([]);
	expect(spokenBars(usageChart([], starts))).toEqual([]);
});
