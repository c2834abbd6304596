import type { StopReason } from '../agent-info.js';
import type { CallCounts, KindCounts } from './call-counts.js';
import type { Money } from './cost.js';
import type { PromptUsage, TokenCounts } from './tokens.js';

export type TurnOutcome = StopReason | 'failed' | 'agent-exit';

/** Usage of one prompt turn. Times are ms since the epoch, durations ms. */
export type TurnUsage = {
	readonly startedAt: number;
	readonly endedAt: number;
	readonly agent: string;
	readonly sessionId: string | null;
	/** Model at the begin; null where the agent offers no choice. */
	readonly model: string | null;
	readonly outcome: TurnOutcome;
	/** Repetition of the prompt of the turn before: counted once. */
	readonly isRepeat?: true;
	readonly isAside?: true;
	/** Prompts that were sent into it while it ran. */
	readonly steered?: number;
	readonly error?: string;
	/** Absent: unknown. */
	readonly tokens?: PromptUsage;
	readonly cost?: readonly Money[];
	readonly context?: { readonly used: number; readonly size: number };
	readonly toolCalls?: KindCounts;
	/** Without the time of open questions, which is `waitMs`. */
	readonly workMs: number;
	readonly waitMs: number;
	/** Wait of the prompt for its turn. */
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

/** Beginning of a turn's line in a session's log: found by a search of bytes, without reading the rest. @public */
export const TURN_LINE_START = '{"turn":';

/** Line of an ended turn, with its line break, for the session's log. @public */
export function turnLine(turn: TurnUsage): string {
	return `${JSON.stringify({ turn })}\n`;
}
