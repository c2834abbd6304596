import { describe, expect, test } from 'vitest';
import { noUsage } from '../../../src/core/usage/totals.js';
import type { UsageTotals } from '../../../src/core/usage/turn-usage.js';
import type { UsageReport } from '../../../src/core/usage/usage-report.js';
import { spokenUsage, usageText } from '../../../src/view/usage/usage-text.js';

const some = (times: number): UsageTotals => ({
	inputTokens: 8063 * times,
	outputTokens: 84 * times,
	cachedReadTokens: 1200 * times,
	cachedWriteTokens: null,
	totalTokens: 9347 * times,
	cost: [{ amount: 0.038 * times, currency: 'USD' }],
	prompts: times,
	toolCalls: { allowed: 3 * times, denied: times, failed: 0 },
	workMs: 12_000 * times,
	waitMs: 4_000 * times,
});

const report: UsageReport = {
	turn: some(1),
	isTurnRunning: false,
	session: some(3),
	past: { today: some(10), week: some(900) },
	context: { used: 9347, size: 200_000 },
	toolCalls: { read: { allowed: 7, denied: 0, failed: 0 }, edit: { allowed: 2, denied: 3, failed: 1 } },
	errors: { rateLimited: 2 },
	handshakeMs: 850,
	openMs: 200,
	firstUpdateMs: 900,
	firstTextMs: 1500,
};

describe('The figures of /usage', () => {
	test('fit beside each other on forty columns.', () => {
		const [facts, table = ''] = usageText(report, 38).split('\n\n');
		expect(facts).toBe('Context: 9,347 of 200,000 tokens (5%)\nFailures of this session: 2 rateLimited');
		for (const line of table.split('\n')) expect(line.length).toBeLessThanOrEqual(38);
	});

	test('say so where sessions are not kept and where the agent names no tokens.', () => {
		const text = usageText({ ...report, context: null, past: null, session: { ...noUsage, prompts: 1 } });
		expect(text).toContain('Sessions are not kept, so today and the last 7 days are not known.');
		expect(text).toContain('The agent reports no tokens.');
		expect(text).not.toContain('7 days   ');
		const withContext = usageText({ ...report, session: { ...noUsage, prompts: 1 } });
		expect(withContext).toContain('The agent does not report the tokens that its turns take.');
	});

	test('are sentences for who hears them.', () => {
		expect(spokenUsage({ ...report, isTurnRunning: true }).slice(0, 2)).toEqual([
			'This turn so far: 1 prompt, in 8.1k, out 84, cached 1.2k, total 9.3k, cost $0.038, tools 3, denied 1, working 12s, waiting 4.0s',
			'Session: 3 prompts, in 24k, out 252, cached 3.6k, total 28k, cost $0.11, tools 9, denied 3, working 36s, waiting 12s',
		]);
	});

	test('are clean where an agent names currencies and classes.', () => {
		const cost = [{ amount: 1, currency: '\u001b[31mX' }];
		const text = usageText({ ...report, session: { ...some(1), cost }, errors: { '\u001b[2J': 1 } });
		expect(text).not.toContain('\u001b');
	});
});
