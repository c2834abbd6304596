import { limits } from '../../limits.js';
import type { SubagentEvent } from '../../subagent-event.js';
import { isAtWork, type Subagent } from '../../subagents/subagent.js';
import { subtreeEnd } from '../entries/entry-depth.js';
import { findCallIndex } from '../entries/entry-list.js';
import { settleCalls } from '../entries/reduce-tools.js';
import { withdrawQuestions } from '../questions/answers.js';
import type { SessionState } from '../state.js';
import { andThen, only, type Reducers, type Step, withEffects } from '../step.js';

export const onSubagents: Reducers<SubagentEvent> = {
	'subagents-changed': (state, { subagents }, at) =>
		only(settleWork(state, withSubagents(state, subagents), subagents, at)),
	'cancel-subagent': (state, { id }, at) => reduceCancelSubagent(state, id, at),
};

function withSubagents(state: SessionState, changed: readonly Subagent[]): SessionState {
	const subagents = new Map(state.subagents);
	for (const subagent of changed) {
		if (subagents.size < limits.subagents || subagents.has(subagent.id)) subagents.set(subagent.id, subagent);
	}
	return { ...state, subagents };
}

function settleWork(before: SessionState, state: SessionState, changed: readonly Subagent[], at: number): SessionState {
	let next = state;
	for (const { id, cardId, source } of changed) {
		const known = before.subagents?.get(id);
		const now = state.subagents?.get(id);
		if (source !== 'session' || known === undefined || !isAtWork(known) || now === undefined || isAtWork(now)) continue;
		const index = findCallIndex(next, cardId);
		if (index >= 0) next = settleCalls(next, index + 1, at, subtreeEnd(next.entries, index));
	}
	return next;
}

/** Stops a sub-agent, where the agent allows it; open questions of it and its descendants are answered. */
function reduceCancelSubagent(state: SessionState, id: string, at: number): Step {
	const subagent = state.subagents?.get(id);
	if (subagent?.sessionId == null || !subagent.canCancel || subagent.isLost === true) return only(state);
	const { sessionId } = subagent;
	const stopped = withSubagents(state, [{ ...subagent, cancelledAt: at }]);
	return andThen(
		withdrawQuestions(stopped, ({ subagentId }) => !isBelow(state, subagentId, id)),
		(next) => withEffects(next, { type: 'cancel-turn', turnId: null, sessionId }),
	);
}

function isBelow({ subagents }: SessionState, id: string | undefined, top: string): boolean {
	const seen = new Set<string>();
	for (let next = id; next !== undefined && !seen.has(next); next = subagents?.get(next)?.parentId ?? undefined) {
		if (next === top) return true;
		seen.add(next);
	}
	return false;
}
