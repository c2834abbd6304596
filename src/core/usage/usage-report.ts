import type { KindCounts } from './call-counts.js';
import type { UsageTotals } from './turn-usage.js';

/** What all sessions on this machine came to. */
export type PastUsage = {
	/** Since midnight, and in the last seven days. */
	readonly today: UsageTotals;
	readonly week: UsageTotals;
};

/** What `/usage` shows. Durations in milliseconds. */
export type UsageReport = {
	/** Of the turn that runs, else of the last one; null before the first. */
	readonly turn: UsageTotals | null;
	readonly isTurnRunning: boolean;
	readonly session: UsageTotals;
	/** Null: sessions are not kept, so nobody knows. */
	readonly past: PastUsage | null;
	/** Tokens in the context and how many fit. */
	readonly context: { readonly used: number; readonly size: number } | null;
	/** The calls and the failures of the session. */
	readonly toolCalls: KindCounts;
	readonly errors: Readonly<Record<string, number>>;
	readonly handshakeMs?: number;
	readonly openMs?: number;
	/** In the last turn that had any: until the first word of any kind, and of the answer. */
	readonly firstUpdateMs?: number;
	readonly firstTextMs?: number;
};
