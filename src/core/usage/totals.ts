import { addCalls, allCalls, noCalls } from './call-counts.js';
import { addCosts } from './cost.js';
import { addTokens, noTokens, tokensOf } from './tokens.js';
import type { TurnUsage, UsageTotals } from './turn-usage.js';

export const noUsage: UsageTotals = { ...noTokens, cost: [], prompts: 0, toolCalls: noCalls, workMs: 0, waitMs: 0 };

export function totalsOf(turn: TurnUsage): UsageTotals {
	const { tokens = noTokens, cost = [], toolCalls = {}, isRepeat, steered = 0, workMs, waitMs } = turn;
	const prompts = (isRepeat === true ? 0 : 1) + steered;
	return { ...tokensOf(tokens), cost, prompts, toolCalls: allCalls(toolCalls), workMs, waitMs };
}

export function addTotals(one: UsageTotals, other: UsageTotals): UsageTotals {
	return {
		...addTokens(one, other),
		cost: addCosts(one.cost, other.cost),
		prompts: one.prompts + other.prompts,
		toolCalls: addCalls(one.toolCalls, other.toolCalls),
		workMs: one.workMs + other.workMs,
		waitMs: one.waitMs + other.waitMs,
	};
}
