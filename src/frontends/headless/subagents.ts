import type { Subagent } from '../../core/subagents/subagent.js';
import { noTokens, type TokenCounts, tokensOf } from '../../core/usage/tokens.js';

/** A sub-agent as scripts see it. */
export type RunSubagent = {
	readonly id: string;
	/** The sub-agent that started it; null: the agent itself. */
	readonly parentId: string | null;
	/** The agent's id of its session; null where it is a tool call of the agent. */
	readonly sessionId: string | null;
	/** The tool call below which everything it does stands. */
	readonly toolCallId: string;
	readonly title: string;
	readonly status: Subagent['status'];
	/** Why its last work stopped; null: not known. */
	readonly stopReason: string | null;
	/** Tool calls of its own. */
	readonly toolCalls: number;
	/** Milliseconds that it worked. */
	readonly workMs: number;
	/** Tokens of its last work; null: not known. */
	readonly usage: TokenCounts;
};

/** What of a sub-agent scripts see. */
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
