import type { SessionState } from '../state.js';
import type { Step } from './step.js';

/** Reducer by event type; a missing row does not compile. `at`: ms since the epoch. */
export type Reducers<E extends { readonly type: string }> = {
	readonly [T in E['type']]: (state: SessionState, event: EventOf<E, T>, at: number) => Step;
};

type EventOf<E extends { readonly type: string }, T> = E extends unknown ? (T extends E['type'] ? E : never) : never;
