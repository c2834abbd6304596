import type { StopReason } from '../agent-info.js';
import type { CallCounts, KindCounts } from './call-counts.js';
import type { Money } from './cost.js';
import type { PromptUsage, TokenCounts } from './tokens.js';

/** How a turn ended: the agent's stop reason, or that it failed. */
export type TurnOutcome = StopReason | 'failed' | 'agent-exit';

/** What one prompt turn came to. Times are milliseconds since the epoch, durations milliseconds. */
export type TurnUsage = {
	readonly startedAt: number;
	readonly endedAt: number;
	/** The name by which the agent was chosen, and its session. */
	readonly agent: string;
	readonly sessionId: string | null;
	/** The model that was chosen as it began; null where the agent offers no choice. */
	readonly model: string | null;
	readonly outcome: TurnOutcome;
	/** The prompt of the turn before, sent once more: it counts once. */
	readonly isRepeat?: true;
	/** The answer to a side question, in a session of its own. */
	readonly isAside?: true;
	/** Prompts that were sent into it while it ran; absent: none. */
	readonly steered?: number;
	/** The class of the failure. */
	readonly error?: string;
	/** Absent: the agent did not say. */
	readonly tokens?: PromptUsage;
	readonly cost?: readonly Money[];
	/** Tokens in the context as it ended, and how many fit. */
	readonly context?: { readonly used: number; readonly size: number };
	readonly toolCalls?: KindCounts;
	/** Without the time that questions stood open, which is `waitMs`. */
	readonly workMs: number;
	readonly waitMs: number;
	/** How long the prompt waited for its turn. */
	readonly queueMs?: number;
	/** From sending the prompt to the agent's first word of any kind, and to the first of its answer. */
	readonly firstUpdateMs?: number;
	readonly firstTextMs?: number;
};

/** Figures of one turn or of many (`U` in scripts). */
export type UsageTotals = TokenCounts & {
	readonly cost: readonly Money[];
	readonly prompts: number;
	readonly toolCalls: CallCounts;
	readonly workMs: number;
	readonly waitMs: number;
};

/** How the line of a turn begins in a session's log: found by a search of bytes, without reading the rest. @public */
export const TURN_LINE_START = '{"turn":';

/** The line of a turn that ended, with its line break, for the session's log. @public */
export function turnLine(turn: TurnUsage): string {
	return `${JSON.stringify({ turn })}\n`;
}
