import { note } from './append.js';
import type { SessionState } from './state.js';
import { only, type Step, withEffects } from './step.js';

/**
 * An agent whose plan mode asks nothing (it only tells its model to plan) is moved along into its mode
 * that asks, so that the gate holds: into it with our plan mode, out of it when ours ends, unless the
 * person wants to see each edit (`isReview`): then it stays until another mode of ours is chosen.
 */
export function followAskingMode(state: SessionState, isReview: boolean): Step {
	const { sessionId, agentModes } = state;
	const asking = state.agent?.quirks.askingModeId;
	if (sessionId === null || agentModes === null || asking === undefined) return only(state);
	const { askingBefore, ...mode } = state.mode;
	const current = agentModes.current;
	if (mode.mode === 'plan') {
		const isOffered = agentModes.available.some(({ id }) => id === asking);
		if (!isOffered || current === asking || askingBefore !== undefined) return only(state);
		return withEffects(
			{ ...state, mode: { ...mode, askingBefore: current } },
			{ type: 'set-agent-mode', sessionId, modeId: asking },
		);
	}
	if (askingBefore === undefined || isReview) return only(state);
	const next: SessionState = { ...state, mode };
	// A third mode is the person's own choice. The one of before may still be on its way out.
	if (current !== asking && current !== askingBefore) return only(next);
	return withEffects(next, { type: 'set-agent-mode', sessionId, modeId: askingBefore });
}

/** Says that the agent goes on asking, where it did not before plan mode. */
export function noteAsking(state: SessionState, at: number): SessionState {
	const asking = state.agentModes?.available.find(({ id }) => id === state.agent?.quirks.askingModeId);
	if (state.mode.askingBefore === undefined || asking === undefined) return state;
	return note(state, at, 'info', `The agent stays in its mode “${asking.name}”: it asks before each edit.`, {
		hint: 'shift+tab to accept edits sets it back',
	});
}

/** A new session of the agent is in whatever mode it says. */
export function forgetAskingMode(state: SessionState): SessionState {
	const { askingBefore: _, ...mode } = state.mode;
	return { ...state, mode };
}
