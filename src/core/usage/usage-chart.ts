import type { Money } from './cost.js';
import { groupTurns, type LoggedTurn, sumLogged, type UsageGroup } from './group-turns.js';
import type { UsageTotals } from './turn-usage.js';

/** Use by day, agent and model, in tokens, or in prompts where no agent names tokens. */
export type UsageChart = {
	readonly unit: 'tokens' | 'prompts';
	/** Amount of each day, the last one today. */
	readonly days: readonly number[];
	readonly agents: readonly UsageShare[];
	readonly models: readonly UsageShare[];
};

/** The most used first; the name is null where none is known. */
export type UsageShare = { readonly name: string | null; readonly amount: number; readonly cost: readonly Money[] };

export const CHART_DAYS = 28;

/** `starts`: the beginnings of the days, the oldest first (ms since the epoch). */
export function usageChart(turns: readonly LoggedTurn[], starts: readonly number[]): UsageChart {
	const counted = turns.filter(({ turn }) => turn.endedAt >= (starts[0] ?? 0));
	const unit = (sumLogged(counted).totalTokens ?? 0) > 0 ? 'tokens' : 'prompts';
	const amountOf = (totals: UsageTotals): number => (unit === 'tokens' ? totals.totalTokens : totals.prompts) ?? 0;
	const shares = (groups: readonly UsageGroup[]): readonly UsageShare[] =>
		groups
			.map(({ key, ...totals }) => ({ name: key, amount: amountOf(totals), cost: totals.cost }))
			.filter(({ amount }) => amount > 0);
	const days = starts.map((start, index) => {
		const end = starts[index + 1] ?? Number.POSITIVE_INFINITY;
		return amountOf(sumLogged(counted.filter(({ turn }) => turn.endedAt >= start && turn.endedAt < end)));
	});
	return { unit, days, agents: shares(groupTurns(counted, 'agent')), models: shares(groupTurns(counted, 'model')) };
}

/** Local midnights of so many days up to `now`, the oldest first. */
export function dayStarts(now: number, days: number): readonly number[] {
	const today = new Date(now);
	return Array.from({ length: days }, (_, index) =>
		new Date(today.getFullYear(), today.getMonth(), today.getDate() - (days - 1 - index)).getTime(),
	);
}
