import type { KindCounts } from './call-counts.js';
import { type CostMeter, noCost } from './cost.js';
import { noUsage } from './totals.js';
import type { TurnUsage, UsageTotals } from './turn-usage.js';

/** The running turn, beside the state’s `Turn`. */
export type OpenTurn = {
	readonly model: string | null;
	readonly queueMs?: number;
	readonly sentAt?: number;
	readonly firstUpdateAt?: number;
	readonly firstTextAt?: number;
	/** Calls that the transcript dropped already because it grew too long. */
	readonly dropped?: KindCounts;
};

/** Usage of a session so far. Folded from events; a restored log gives the same. */
export type SessionUsage = {
	readonly totals: UsageTotals;
	readonly toolCalls: KindCounts;
	/** Failures by class, those of the agent's start as well. */
	readonly errors: Readonly<Record<string, number>>;
	/** Ended turns, the newest last; of very many the newest. */
	readonly turns: readonly TurnUsage[];
	readonly open: OpenTurn | null;
	/** Start of the wait of queued prompts, by id. */
	readonly queued: Readonly<Record<string, number>>;
	readonly cost: CostMeter;
	readonly lastPromptId?: string;
	/** Milliseconds from starting the agent to its answer to `initialize`, and for opening the session. */
	readonly handshakeMs?: number;
	readonly openMs?: number;
};

export const noSessionUsage: SessionUsage = {
	totals: noUsage,
	toolCalls: {},
	errors: {},
	turns: [],
	open: null,
	queued: {},
	cost: noCost,
};
