import type { Resuming } from '../../resuming/resuming.js';
import type { SessionState } from '../state.js';
import { only, type Step, withEffects } from '../step.js';

export function withoutReopening(state: SessionState): SessionState {
	const { reopening: _, ...rest } = state;
	return rest;
}

/** Whether an agent without a session runs: a word of the user is enough to try again. */
export function canOpenAgain({ reopening, connection }: SessionState): boolean {
	return reopening?.isOver === true && connection.phase === 'failed';
}

export function isAskedAboutSession(state: SessionState): boolean {
	return canOpenAgain(state) && state.resuming != null && state.resuming.sessionId !== null;
}

export function openAgain(state: SessionState, at: number): Step {
	if (state.reopening?.wait !== undefined) return openNow(state);
	return canOpenAgain(state) ? openWith(state, { failed: [], deaths: 0 }, at) : only(state);
}

export function openNow(state: SessionState): Step {
	if (state.reopening === undefined) return only(state);
	const { wait: _, ...reopening } = state.reopening;
	return withEffects({ ...state, reopening }, { type: 'open-session' });
}

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
