import type { Effect } from '../effect.js';
import type { SessionState } from './state.js';

export type Step = { readonly state: SessionState; readonly effects: readonly Effect[] };

export function only(state: SessionState): Step {
	return { state, effects: [] };
}

export function withEffects(state: SessionState, ...effects: readonly Effect[]): Step {
	return { state, effects };
}

export function andThen(step: Step, next: (state: SessionState) => Step): Step {
	const after = next(step.state);
	return { state: after.state, effects: [...step.effects, ...after.effects] };
}

/** Reducer by event type; a missing row does not compile. `at`: ms since the epoch. */
export type Reducers<E extends { readonly type: string }> = {
	readonly [T in E['type']]: (state: SessionState, event: EventOf<E, T>, at: number) => Step;
};

type EventOf<E extends { readonly type: string }, T> = E extends unknown ? (T extends E['type'] ? E : never) : never;
