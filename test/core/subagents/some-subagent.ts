import type { Subagent } from '../../../src/core/subagents/subagent.js';

/** A sub-agent of the agent itself, of which nothing is known but its id. */
export function someSubagent(id: string, more: Partial<Subagent> = {}): Subagent {
	return {
		id,
		source: 'session',
		sessionId: `session of ${id}`,
		parentId: null,
		cardId: id,
		order: 0,
		isAnnounced: true,
		title: id,
		status: 'unknown',
		canCancel: false,
		startedAt: 0,
		changedAt: 0,
		activeMs: 0,
		toolCalls: 0,
		...more,
	};
}
