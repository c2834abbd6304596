import type { Effect } from '../../effect.js';
import type { SessionState } from '../state.js';

export type Step = { readonly state: SessionState; readonly effects: readonly Effect[] };

export function only(state: SessionState): Step {
	return { state, effects: [] };
}

export function withEffects(state: SessionState, ...effects: readonly Effect[]): Step {
	return { state, effects };
}

/** Runs `next` on the state of `step`; effects of both, in order. */
export function andThen(step: Step, next: (state: SessionState) => Step): Step {
	const after = next(step.state);
	return { state: after.state, effects: [...step.effects, ...after.effects] };
}
