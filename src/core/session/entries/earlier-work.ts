import type { Usage } from '../../agent-info.js';
import { isCardOfChild } from '../../subagents/card-id.js';
import type { ToolCall, ToolKind } from '../../tool-call.js';
import { addKinds, type CallCounts, type KindCounts, noCalls } from '../../usage/call-counts.js';
import type { SessionUsage } from '../../usage/session-usage.js';
import type { EarlierWork, SessionState } from '../state.js';
import type { Entry } from './entry.js';
import { type EntryList, eachEntry } from './entry-list.js';
import { askedTime } from './question-time.js';

export const noEarlierWork: EarlierWork = { prompts: 0, workedMs: 0, files: [], cost: null };

export function addEntries(earlier: EarlierWork, entries: EntryList | readonly Entry[]): EarlierWork {
	let { prompts, workedMs } = earlier;
	const files = new Set(earlier.files);
	for (const entry of 'leaves' in entries ? eachEntry(entries) : entries) {
		if (entry.kind === 'user') prompts += 1;
		if (entry.kind === 'turn-end') workedMs += Math.max(0, entry.at - entry.startedAt - (entry.askedMs ?? 0));
		if (entry.kind !== 'changes') continue;
		for (const { path } of entry.files) if (!entry.undone.includes(path)) files.add(path);
	}
	return { ...earlier, prompts, workedMs, files: [...files] };
}

export function leaveSession(state: SessionState, at: number): EarlierWork {
	const { turn, usage } = state;
	const counted = addEntries(state.earlier ?? noEarlierWork, state.entries);
	return { ...counted, workedMs: counted.workedMs + workedSoFar(turn, at), cost: addCost(counted.cost, usage?.cost) };
}

export function workedSoFar(turn: SessionState['turn'], at: number): number {
	return turn === null ? 0 : Math.max(0, at - turn.startedAt - askedTime(turn, at));
}

export function addCost(one: EarlierWork['cost'], other: Usage['cost'] | null): EarlierWork['cost'] {
	if (other === undefined || other === null) return one;
	if (one === null) return other;
	return one.currency === other.currency ? { ...other, amount: one.amount + other.amount } : null;
}

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
