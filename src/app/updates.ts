import type { AgentEvent } from '../core/event.js';
import { PERSON_TERMINAL } from '../core/tool-call.js';
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
				for (const event of events) store.dispatch(withoutPerson(event));
			} else if (state.connection.phase === 'opening' && waiting.length < MOST_WAITING) {
				waiting.push({ sessionId, events });
			}
		},
		opened(sessionId) {
			const mine = waiting.filter((update) => update.sessionId === sessionId);
			waiting = [];
			for (const update of mine) for (const event of update.events) store.dispatch(withoutPerson(event));
		},
	};
}

/** An agent has no business with what the person runs: a name of theirs in an update reaches nothing. */
function withoutPerson(event: AgentEvent): AgentEvent {
	if ('terminalId' in event && event.terminalId.startsWith(PERSON_TERMINAL)) {
		return { type: 'unknown', label: 'a terminal that is not the agent’s', json: JSON.stringify(event).slice(0, 400) };
	}
	if (event.type !== 'tool' || event.patch.content === undefined) return event;
	const content = event.patch.content.filter(
		(item) => item.type !== 'terminal' || !item.terminalId.startsWith(PERSON_TERMINAL),
	);
	return content.length === event.patch.content.length ? event : { ...event, patch: { ...event.patch, content } };
}
