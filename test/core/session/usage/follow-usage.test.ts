import { describe, expect, test } from 'vitest';
import type { AppEvent } from '../../../../src/core/event.js';
import type { ToolKind } from '../../../../src/core/tool-call.js';
import { noSessionUsage, type SessionUsage } from '../../../../src/core/usage/session-usage.js';
import { busy, entries, next, type Play, play, prompt, ready, turnId } from '../play.js';

const usageOf = (from: Play): SessionUsage => from.state.usageSoFar ?? noSessionUsage;
const lastTurn = (from: Play) => usageOf(from).turns.at(-1);
const tokens = (input: number, output: number) => ({
	inputTokens: input,
	outputTokens: output,
	cachedReadTokens: 0,
	cachedWriteTokens: null,
	totalTokens: input + output,
});
const ended = (from: Play, input = 10, output = 1): Play =>
	play(from, { type: 'turn-ended', turnId: turnId(from), reason: 'end_turn', usage: tokens(input, output) });
const costs = (amount: number, currency = 'USD'): AppEvent => ({
	type: 'usage',
	usage: { used: 5, size: 100, cost: { amount, currency } },
});
const tool = (id: string, kind: ToolKind, status: 'pending' | 'completed' | 'failed', parentId?: string): AppEvent => ({
	type: 'tool',
	patch: { id, kind, status, title: id, ...(parentId === undefined ? {} : { parentId }) },
});
const refused = (toolCallId: string): AppEvent => ({
	type: 'decided',
	toolCallId,
	title: 'x',
	verdict: { decision: 'denied', because: 'no' },
	source: 'policy',
});
const say: AppEvent = { type: 'text', role: 'agent', text: 'hi' };
describe('The cost', () => {
	test('is kept by currency, and an impossible one is left out.', () => {
		const from = ended(play(busy('a'), costs(1), costs(2, 'EUR'), costs(-1), costs(Number.NaN)));
		expect(usageOf(from).totals.cost).toEqual([
			{ amount: 1, currency: 'USD' },
			{ amount: 2, currency: 'EUR' },
		]);
	});

	test('that a resumed session had before it was opened here is none of ours.', () => {
		const resumed = { type: 'session-opened', sessionId: 's1', modes: null, options: [], resumed: 'load' } as AppEvent;
		const from = ended(play(busy('a', play(ready(), resumed)), costs(7)));
		expect(usageOf(from).totals.cost).toEqual([]);
		expect(lastTurn(ended(play(busy('b', from), costs(7.5))))?.cost).toEqual([{ amount: 0.5, currency: 'USD' }]);
	});
});

describe('Tool calls', () => {
	test('are counted by kind and by what became of them, those of sub-agents once.', () => {
		const from = ended(
			play(
				busy('a'),
				tool('1', 'edit', 'completed'),
				tool('1', 'edit', 'completed'),
				tool('2', 'edit', 'pending'),
				refused('2'),
				tool('2', 'edit', 'failed'),
				tool('3', 'execute', 'failed'),
				tool('4', 'other', 'pending'),
				tool('5', 'read', 'completed', '4'),
				tool('subagent-1', 'other', 'completed'),
			),
		);
		expect(lastTurn(from)?.toolCalls).toEqual({
			edit: { allowed: 1, denied: 1, failed: 0 },
			execute: { allowed: 0, denied: 0, failed: 1 },
			other: { allowed: 1, denied: 0, failed: 0 },
			read: { allowed: 1, denied: 0, failed: 0 },
		});
		expect(usageOf(from).totals.toolCalls).toEqual({ allowed: 3, denied: 1, failed: 1 });
	});
});

describe('Times', () => {
	test('of the queue, of the first update and of the first words are measured.', () => {
		const waits = play(busy('a'), prompt('b'));
		const second = ended(waits);
		const sent = play(second, { type: 'prompt-sent', turnId: turnId(second) });
		const from = ended(play(sent, { type: 'text', role: 'thought', text: 'hm' }, say, say));
		expect(lastTurn(from)).toMatchObject({ queueMs: 1000, firstUpdateMs: 1000, firstTextMs: 2000 });
		expect(usageOf(from).queued).toEqual({});
	});
});

test('A new session counts from nothing.', () => {
	const from = next(ended(busy('a')), { type: 'new-session' });
	expect(usageOf(from)).toEqual(noSessionUsage);
	const running = next(play(busy('a'), tool('1', 'edit', 'completed')), { type: 'new-session' });
	expect(usageOf(running).totals.prompts).toBe(0);
});

test('A restored session has the figures that it had, and what ran here before counts nowhere.', () => {
	const kept = ended(busy('a'));
	const { title, branch, entries, plan, planHalt, usage, changes, queue, usageSoFar, nextEntry } = kept.state;
	const { models, choices, agentModes, configOptions } = kept.state;
	const state = { title, branch, entries, plan, planHalt, usage, changes, queue, models, choices, agentModes };
	const from = play(busy('other', ended(busy('before'), 99, 99)), {
		type: 'session-restored',
		restored: {
			recordId: 'abcdefabcdef',
			agent: 'fake',
			sessionId: 's1',
			cwd: '/w',
			additionalDirectories: [],
			createdAt: 0,
			state: { ...state, configOptions, nextEntry, ...(usageSoFar === undefined ? {} : { usageSoFar }) },
			settings: { mode: 'default', agentMode: null, options: {} },
			isInterrupted: false,
			skippedLines: 0,
		},
	});
	expect(usageOf(from).totals).toMatchObject({ prompts: 1, inputTokens: 10 });
	expect(usageOf(ended(busy('c', from))).totals).toMatchObject({ prompts: 2, inputTokens: 20 });
});

test('While a turn runs, and where its cost comes late, today and the week have no less than the session.', () => {
	for (const from of [
		play(busy('b', ended(busy('a'))), costs(0.5), tool('c', 'read', 'completed')),
		play(ended(busy('a')), costs(0.5)),
	]) {
		const past = { today: usageOf(from).totals, week: usageOf(from).totals };
		const note = entries(play(from, { type: 'usage-read', past })).at(-1);
		const report = note?.kind === 'note' ? note.usage : undefined;
		expect(report?.past?.today).toEqual(report?.session);
		expect(report?.past?.week).toEqual(report?.session);
	}
});
