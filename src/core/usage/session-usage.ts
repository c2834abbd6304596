import type { KindCounts } from './call-counts.js';
import { type CostMeter, noCost } from './cost.js';
import { noUsage } from './totals.js';
import type { TurnUsage, UsageTotals } from './turn-usage.js';

/** What is known of the turn that runs, beside the state’s `Turn`. */
export type OpenTurn = {
	readonly model: string | null;
	readonly queueMs?: number;
	readonly sentAt?: number;
	readonly firstUpdateAt?: number;
	readonly firstTextAt?: number;
	/** Calls that the transcript dropped already because it grew too long. */
	readonly dropped?: KindCounts;
};

/** What a session came to so far. Folded from events; a restored log gives what it was. */
export type SessionUsage = {
	/** Of all turns that ended. */
	readonly totals: UsageTotals;
	readonly toolCalls: KindCounts;
	/** Failures by class, those of the agent's start as well. */
	readonly errors: Readonly<Record<string, number>>;
	/** The turns that ended, the newest last; of very many the newest. */
	readonly turns: readonly TurnUsage[];
	readonly open: OpenTurn | null;
	/** Since when prompts wait, by their ids. */
	readonly queued: Readonly<Record<string, number>>;
	readonly cost: CostMeter;
	/** The prompt of the last turn: one that is sent again is no other prompt. */
	readonly lastPromptId?: string;
	/** Milliseconds from starting the agent to its answer to `initialize`, and those that opening the session took. */
	readonly handshakeMs?: number;
	readonly openMs?: number;
};

/** Before anything happened. */
export const noSessionUsage: SessionUsage = {
	totals: noUsage,
	toolCalls: {},
	errors: {},
	turns: [],
	open: null,
	queued: {},
	cost: noCost,
};
