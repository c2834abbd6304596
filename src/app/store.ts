import type { Effect } from '../core/effect.js';
import type { AppEvent } from '../core/event.js';
import type { ClockPort } from '../core/ports.js';
import { type Lookups, noLookups, reduceLookups } from '../core/session/lookups.js';
import { reduce } from '../core/session/reducers/reduce.js';
import type { SessionState } from '../core/session/state.js';

/**
 * Holds the state, folds events into it one at a time, and hands effects to the runner. `run` carries out one effect;
 * what it dispatches meanwhile is folded afterwards, in order.
 */
export function createStore(initial: SessionState, clock: ClockPort, run: (effect: Effect) => void) {
	let state = initial;
	let lookups = noLookups;
	let isFolding = false;
	const pending: AppEvent[] = [];
	const listeners = new Set<() => void>();
	const eventListeners = new Set<(event: AppEvent, at: number) => void>();

	function fold(event: AppEvent): void {
		const at = clock.now();
		const step = reduce(state, event, at);
		state = step.state;
		lookups = reduceLookups(lookups, event);
		for (const listener of eventListeners) listener(event, at);
		for (const effect of step.effects) run(effect);
	}

	function dispatchAll(events: readonly AppEvent[]): void {
		for (const event of events) pending.push(event);
		if (isFolding || events.length === 0) return;
		isFolding = true;
		try {
			for (let next = pending.shift(); next !== undefined; next = pending.shift()) fold(next);
		} finally {
			isFolding = false;
		}
		for (const listener of listeners) listener();
	}

	return {
		getState: (): SessionState => state,
		getLookups: (): Lookups => lookups,
		dispatch: (event: AppEvent): void => dispatchAll([event]),
		/** Subscribers are called once all are folded in. */
		dispatchAll,
		/** Called after each batch of events; returns what unsubscribes. */
		subscribe(listener: () => void): () => void {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		/** Called with each folded event, for logs and stream output. */
		onEvent(listener: (event: AppEvent, at: number) => void): () => void {
			eventListeners.add(listener);
			return () => eventListeners.delete(listener);
		},
	};
}

export type Store = ReturnType<typeof createStore>;
