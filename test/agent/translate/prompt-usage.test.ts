import { describe, expect, test } from 'vitest';
import { readPromptUsage } from '../../../src/agent/translate/prompt-usage.js';
import { tokenCounts } from '../../../src/core/agent-schema.js';
import { addTokens } from '../../../src/core/usage/tokens.js';
import { noUsage } from '../../../src/core/usage/totals.js';
import { FIGURES, figureText } from '../../../src/view/usage/usage-text.js';

const unknown = {
	inputTokens: null,
	outputTokens: null,
	cachedReadTokens: null,
	cachedWriteTokens: null,
	totalTokens: null,
};

/** As codex-acp 2.6.0 did, and what it says of a cancelled turn. */
const CODEX = {
	stopReason: 'end_turn',
	usage: {
		totalTokens: 6842,
		inputTokens: 6800,
		cachedReadTokens: 0,
		cachedWriteTokens: 0,
		outputTokens: 42,
		thoughtTokens: 0,
	},
	_meta: {
		quota: {
			token_count: {
				totalTokens: 6842,
				inputTokens: 6800,
				cachedInputTokens: 0,
				cacheWriteInputTokens: 0,
				outputTokens: 42,
			},
			model_usage: [
				{
					model: 'fake-large',
					token_count: { totalTokens: 6842, inputTokens: 6800, cacheWriteInputTokens: 3, outputTokens: 42 },
				},
			],
		},
	},
};
const CODEX_CANCELLED = {
	stopReason: 'cancelled',
	usage: null,
	_meta: { quota: { token_count: null, model_usage: [] } },
};

/** As gemini-cli 0.61.0 did. */
const GEMINI = {
	stopReason: 'end_turn',
	_meta: {
		quota: {
			token_count: { input_tokens: 16393, output_tokens: 84 },
			model_usage: [
				{ model: 'gemini-3.8-flash', token_count: { input_tokens: 8196, output_tokens: 42 } },
				{ model: 'auto', token_count: { input_tokens: 8197, output_tokens: 42 } },
			],
		},
	},
};

describe('The tokens of a turn are read', () => {
	test('from what codex answers, and are unknown where it says null.', () => {
		expect(readPromptUsage(CODEX)).toMatchObject({
			inputTokens: 6800,
			outputTokens: 42,
			totalTokens: 6842,
			models: [{ model: 'fake-large', cachedReadTokens: null, cachedWriteTokens: 3 }],
		});
		expect(readPromptUsage(CODEX_CANCELLED)).toBeUndefined();
	});

	test('from what gemini sends in _meta alone, whose sum is ours.', () => {
		expect(readPromptUsage(GEMINI)).toMatchObject({
			...unknown,
			inputTokens: 16393,
			outputTokens: 84,
			totalTokens: 16477,
			models: [{ model: 'gemini-3.8-flash', totalTokens: 8238 }, { model: 'auto' }],
		});
	});
});

test.each([
	[null],
	[{}],
	[{ usage: null }],
	[{ usage: 'many' }],
	[{ usage: [] }],
	[{ usage: { inputTokens: '5', outputTokens: -1, totalTokens: Number.NaN } }],
	[{ usage: { inputTokens: 1e300 } }],
	[{ _meta: { quota: { token_count: null, model_usage: {} } } }],
])('Nothing is made of %j.', (answer) => {
	expect(readPromptUsage(answer)).toBeUndefined();
});

test('Tokens of thoughts are reported where the agent names them.', () => {
	const usage = { inputTokens: 10, outputTokens: 5, thoughtTokens: 77, totalTokens: 92 };
	expect(readPromptUsage({ usage })).toEqual({ ...unknown, ...usage });
	expect(tokenCounts({ ...unknown, ...usage })).toEqual({ ...unknown, ...usage });
	expect(addTokens({ ...unknown, thoughtTokens: 7 }, unknown)).toEqual({ ...unknown, thoughtTokens: 7 });
	expect(FIGURES.includes('thoughtTokens') && figureText({ ...noUsage, ...usage }, 'thoughtTokens')).toBe('77');
});
