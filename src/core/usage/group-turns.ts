import { noCalls } from './call-counts.js';
import { addTokens, hasTokens, mapTokens, noTokens, tokensOf } from './tokens.js';
import { addTotals, noUsage, totalsOf } from './totals.js';
import type { TurnUsage, UsageTotals } from './turn-usage.js';

export type UsageGrouping = 'agent' | 'project' | 'model';
export const USAGE_GROUPINGS: readonly UsageGrouping[] = ['agent', 'project', 'model'];

export type LoggedTurn = { readonly turn: TurnUsage; readonly project: string };

export type UsageGroup = UsageTotals & { readonly key: string | null };

/** Figures by agent, project or model, the most tokens first, then by name; together they are those of all turns. */
export function groupTurns(turns: Iterable<LoggedTurn>, by: UsageGrouping): readonly UsageGroup[] {
	const groups = new Map<string | null, UsageTotals>();
	for (const { turn, project } of turns) {
		const shares =
			by === 'model' ? byModel(turn) : [{ key: by === 'agent' ? turn.agent : project, totals: totalsOf(turn) }];
		for (const { key, totals } of shares) groups.set(key, addTotals(groups.get(key) ?? noUsage, totals));
	}
	return [...groups]
		.map(([key, totals]) => ({ key, ...totals }))
		.sort(
			(one, other) =>
				(other.totalTokens ?? 0) - (one.totalTokens ?? 0) ||
				other.prompts - one.prompts ||
				((one.key ?? '') < (other.key ?? '') ? -1 : 1),
		);
}

export function sumLogged(turns: Iterable<LoggedTurn>): UsageTotals {
	let sum = noUsage;
	for (const { turn } of turns) sum = addTotals(sum, totalsOf(turn));
	return sum;
}

/** Shares of the models in a turn; the one with the most tokens gets all that the others leave, and the cost. */
function byModel(turn: TurnUsage): readonly { readonly key: string | null; readonly totals: UsageTotals }[] {
	const totals = totalsOf(turn);
	const models = [...(turn.tokens?.models ?? [])].sort(
		(one, other) => (other.totalTokens ?? 0) - (one.totalTokens ?? 0),
	);
	const [main, ...others] = models;
	if (main === undefined) return [{ key: turn.model, totals }];
	const rest = others.filter(hasTokens);
	const elsewhere = rest.reduce((sum, model) => addTokens(sum, model), noTokens);
	const left = mapTokens((key) => {
		const count = totals[key] ?? null;
		return count === null ? null : Math.max(0, count - (elsewhere[key] ?? 0));
	});
	return [
		{ key: main.model, totals: { ...totals, ...left } },
		...rest.map((model) => ({
			key: model.model,
			totals: { ...noUsage, ...tokensOf(model), cost: [], toolCalls: noCalls },
		})),
	];
}

/** Drops doubles: a forked session may have the turns of the one before. */
export function withoutDoubles(turns: Iterable<LoggedTurn>): readonly LoggedTurn[] {
	const kept = new Map<string, LoggedTurn>();
	for (const logged of turns) {
		const { agent, sessionId, startedAt, endedAt } = logged.turn;
		const key = JSON.stringify([agent, sessionId, startedAt, endedAt]);
		if (!kept.has(key)) kept.set(key, logged);
	}
	return [...kept.values()];
}
