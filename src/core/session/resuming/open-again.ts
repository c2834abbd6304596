import type { Resuming } from '../../sessions/resuming.js';
import { only, type Step, withEffects } from '../reducers/step.js';
import type { SessionState } from '../state.js';

/** The state in which nothing is known of a session that could not be opened. */
export function withoutReopening(state: SessionState): SessionState {
	const { reopening: _, ...rest } = state;
	return rest;
}

/** The agent runs and has no session: a word of the user is enough to try again. */
export function canOpenAgain({ reopening, connection }: SessionState): boolean {
	return reopening?.isOver === true && connection.phase === 'failed';
}

/** The user has to say whether the session is tried again or a new one takes its place. */
export function isAskedAboutSession(state: SessionState): boolean {
	return canOpenAgain(state) && state.resuming != null && state.resuming.sessionId !== null;
}

/** The user's word: every way is tried once more, and what waits goes on. */
export function openAgain(state: SessionState, at: number): Step {
	if (state.reopening?.wait !== undefined) return openNow(state);
	return canOpenAgain(state) ? openWith(state, { failed: [], deaths: 0 }, at) : only(state);
}

/** The time of a wait has come. */
export function openNow(state: SessionState): Step {
	if (state.reopening === undefined) return only(state);
	const { wait: _, ...reopening } = state.reopening;
	return withEffects({ ...state, reopening }, { type: 'open-session' });
}

/** Asks the agent for a session once more, with this changed in how the older one is resumed. */
export function openWith(state: SessionState, changed: Partial<Resuming>, at: number): Step {
	const { resuming } = state;
	const next: SessionState = {
		...withoutReopening(state),
		...(resuming === undefined ? {} : { resuming: { ...resuming, ...changed } }),
		isQueuePaused: false,
		connection: { phase: 'opening', since: at },
	};
	return withEffects(next, { type: 'open-session' });
}
