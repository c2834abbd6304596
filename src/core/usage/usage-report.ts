import type { KindCounts } from './call-counts.js';
import type { TurnUsage, UsageTotals } from './turn-usage.js';
import type { UsageChart } from './usage-chart.js';

export type PastUsage = {
	/** Since midnight, and in the last seven days. */
	readonly today: UsageTotals;
	readonly week: UsageTotals;
	/** Of the last four weeks. */
	readonly chart?: UsageChart;
};

/** Content of `/usage`. Durations in milliseconds. */
export type UsageReport = {
	/** Of the running turn, else of the last one; null before the first. */
	readonly turn: UsageTotals | null;
	readonly isTurnRunning: boolean;
	readonly session: UsageTotals;
	/** Null: sessions are not saved. */
	readonly past: PastUsage | null;
	readonly context: { readonly used: number; readonly size: number } | null;
	readonly toolCalls: KindCounts;
	readonly errors: Readonly<Record<string, number>>;
	readonly handshakeMs?: number;
	readonly openMs?: number;
	/** In the last turn that had any: until the first word of any kind, and of the answer. */
	readonly firstUpdateMs?: number;
	readonly firstTextMs?: number;
};

export type UsageEvent =
	| { readonly type: 'show-usage' }
	/** Usage of other sessions; null: they are not saved. */
	| { readonly type: 'usage-read'; readonly past: PastUsage | null };

/** Sums up the turns in the logs of all sessions. Implemented in `services/`; absent: none are saved. */
export type UsagePort = {
	/** `turns` are those of the open session, which its log may not have yet. Unreadable logs count as empty. */
	recent(turns: readonly TurnUsage[]): Promise<PastUsage>;
};
