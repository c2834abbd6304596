import type { Subagent } from '../../core/subagents/subagent.js';
import { noTokens, tokensOf } from '../../core/usage/tokens.js';
import type { RunResult } from './stream/stream-schema.js';

export function shownSubagent(subagent: Subagent): RunResult['subagents'][number] {
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
