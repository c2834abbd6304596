import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MOST_TURN_LINE, readTurnLine } from '../../../src/core/usage/read-turn-line.js';
import { type TurnUsage, turnLine } from '../../../src/core/usage/turn-usage.js';

const turn: TurnUsage = {
	startedAt: 1000,
	endedAt: 9000,
	agent: 'claude',
	sessionId: 's1',
	model: 'opus',
	outcome: 'end_turn',
	isRepeat: true,
	steered: 2,
	error: 'rateLimited',
	tokens: {
		inputTokens: 1,
		outputTokens: 2,
		cachedReadTokens: null,
		cachedWriteTokens: 0,
		totalTokens: 3,
		models: [
			{ model: 'a', inputTokens: 1, outputTokens: 2, cachedReadTokens: null, cachedWriteTokens: 0, totalTokens: 3 },
		],
	},
	cost: [{ amount: 0.5, currency: 'USD' }],
	context: { used: 10, size: 100 },
	toolCalls: { edit: { allowed: 1, denied: 2, failed: 3 } },
	workMs: 7000,
	waitMs: 1000,
	queueMs: 5,
	firstUpdateMs: 6,
	firstTextMs: 7,
};

describe('The line of a turn', () => {
	test('is read as it was written.', () => {
		expect(readTurnLine(turnLine(turn).trimEnd())).toEqual(turn);
	});

	test.each([
		'',
		'{"turn":',
		'{"turn":null}',
		'{"turn":[]}',
		'{"turn":{}}',
		'{"turn":{"startedAt":1,"endedAt":-1,"agent":"a"}}',
		'{"turn":{"startedAt":"1","endedAt":1,"agent":"a"}}',
		'{"at":1,"event":{"type":"text"}}',
		`{"turn":{"startedAt":1,"endedAt":2,"agent":"${'a'.repeat(MOST_TURN_LINE)}"}}`,
	])('is none when it is %j.', (line) => {
		expect(readTurnLine(line)).toBeNull();
	});

	test('that somebody else wrote gives numbers and short texts, whatever is in it.', () => {
		fc.assert(
			fc.property(fc.dictionary(fc.constantFrom(...Object.keys(turn)), fc.jsonValue()), (fields) => {
				const read = readTurnLine(JSON.stringify({ turn: { ...fields, startedAt: 1, endedAt: 2, agent: 'a' } }));
				if (read === null) return;
				expect(read.workMs).toBeGreaterThanOrEqual(0);
				for (const { amount, currency } of read.cost ?? []) {
					expect(typeof amount).toBe('number');
					expect(typeof currency).toBe('string');
				}
				for (const counts of Object.values(read.toolCalls ?? {})) expect(counts.allowed).toBeGreaterThanOrEqual(0);
				expect(() => turnLine(read)).not.toThrow();
			}),
		);
	});
});
