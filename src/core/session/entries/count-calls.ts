import { isCardOfChild } from '../../subagents/card-id.js';
import type { ToolCall, ToolKind } from '../../tool-call.js';
import { addKinds, type CallCounts, type KindCounts, noCalls } from '../../usage/call-counts.js';
import type { SessionUsage } from '../../usage/session-usage.js';
import type { SessionState } from '../state.js';
import type { Entry } from './entry.js';

/** Counts calls by kind; sub-agents' calls are entries of their own, so each call counts once. */
export function countCalls(entries: Iterable<Entry>): KindCounts {
	const counts: Partial<Record<ToolKind, CallCounts>> = {};
	for (const entry of entries) {
		if (entry.kind !== 'tool' || isCardOfChild(entry.call.id)) continue;
		const { kind } = entry.call;
		const known = counts[kind] ?? noCalls;
		const outcome = outcomeOf(entry.call);
		counts[kind] = { ...known, [outcome]: known[outcome] + 1 };
	}
	return counts;
}

export function countSteered(entries: readonly Entry[]): number {
	return entries.filter((entry) => entry.kind === 'user' && entry.isSteered === true).length;
}

function outcomeOf({ verdict, status, askedMs, askedSince }: ToolCall): keyof CallCounts {
	if (verdict !== undefined)
		return verdict.decision === 'denied' ? 'denied' : status === 'failed' ? 'failed' : 'allowed';
	const wasAsked = askedMs !== undefined || askedSince !== undefined;
	if (wasAsked && status === 'cancelled') return 'denied';
	return status === 'failed' ? 'failed' : 'allowed';
}

export function countDropped(state: SessionState, dropped: readonly Entry[]): SessionUsage | undefined {
	const known = state.usageSoFar;
	if (known === undefined || known.open === null || dropped.length === 0) return known;
	return { ...known, open: { ...known.open, dropped: addKinds(known.open.dropped ?? {}, countCalls(dropped)) } };
}
