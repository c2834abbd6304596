import type { ToolKind } from '../tool-call.js';

export type CallCounts = {
	/** Allowed, or not asked about. */
	readonly allowed: number;
	/** Refused by a rule, the mode or the user, or stopped before it was answered. */
	readonly denied: number;
	/** Begun, and ended in an error. */
	readonly failed: number;
};

export type KindCounts = Readonly<Partial<Record<ToolKind, CallCounts>>>;

export const noCalls: CallCounts = { allowed: 0, denied: 0, failed: 0 };

export function addCalls(one: CallCounts, other: CallCounts): CallCounts {
	return { allowed: one.allowed + other.allowed, denied: one.denied + other.denied, failed: one.failed + other.failed };
}

export function addKinds(one: KindCounts, other: KindCounts): KindCounts {
	const sum: Partial<Record<ToolKind, CallCounts>> = { ...one };
	for (const [kind, counts] of Object.entries(other) as [ToolKind, CallCounts][]) {
		sum[kind] = addCalls(sum[kind] ?? noCalls, counts);
	}
	return sum;
}

export function allCalls(kinds: KindCounts): CallCounts {
	return Object.values(kinds).reduce(addCalls, noCalls);
}
