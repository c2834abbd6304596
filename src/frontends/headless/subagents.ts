import type { Subagent } from '../../core/subagents/subagent.js';
import { noTokens, type TokenCounts, tokensOf } from '../../core/usage/tokens.js';

export type RunSubagent = {
	readonly id: string;
	/** Parent sub-agent; null: the agent itself. */
	readonly parentId: string | null;
	/** The agent's id of its session; null where it is a tool call of the agent. */
	readonly sessionId: string | null;
	/** The tool call that everything it does is below. */
	readonly toolCallId: string;
	readonly title: string;
	readonly status: Subagent['status'];
	/** Why its last work stopped; null: unknown. */
	readonly stopReason: string | null;
	readonly toolCalls: number;
	/** Milliseconds of work. */
	readonly workMs: number;
	/** Tokens of its last work; null: unknown. */
	readonly usage: TokenCounts;
};

export function shownSubagent(subagent: Subagent): RunSubagent {
	const { id, parentId, sessionId, cardId, title, status, reported, toolCalls, activeMs } = subagent;
	return {
		id,
		parentId,
		sessionId,
		toolCallId: cardId,
		title,
		status,
		stopReason: reported?.stopReason ?? null,
		toolCalls,
		workMs: activeMs,
		usage: tokensOf(reported?.usage ?? noTokens),
	};
}
