import type { AgentEvent } from '../core/event.js';
import type { Store } from './store.js';

/** At most this many updates wait for a session that is being opened. */
const MOST_WAITING = 1000;

/** Sorts updates by session: those of the open one go in, those of a session being opened wait for it. */
export type Updates = {
	receive(sessionId: string, events: readonly AgentEvent[]): void;
	/** The session is open: what waited for it goes in, the rest is dropped. */
	opened(sessionId: string): void;
};

/** Agents may send updates before they answer `session/new`, and late ones for a session that was left. */
export function createUpdates(store: Store): Updates {
	let waiting: { readonly sessionId: string; readonly events: readonly AgentEvent[] }[] = [];
	return {
		receive(sessionId, events) {
			const state = store.getState();
			if (state.sessionId === sessionId) {
				for (const event of events) store.dispatch(event);
			} else if (state.connection.phase === 'opening' && waiting.length < MOST_WAITING) {
				waiting.push({ sessionId, events });
			}
		},
		opened(sessionId) {
			const mine = waiting.filter((update) => update.sessionId === sessionId);
			waiting = [];
			for (const update of mine) for (const event of update.events) store.dispatch(event);
		},
	};
}
