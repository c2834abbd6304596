import type { AgentEvent } from '../core/event.js';
import type { LogPort } from '../core/ports.js';
import { sanitizeLine } from '../core/text/sanitize.js';
import { earlyUpdatesLeftOut, UNKNOWN_SESSION } from './messages.js';
import type { Store } from './store.js';

/** At most this many updates wait for a session that is being opened. */
const MOST_WAITING = 1000;
/** Of so many sessions it is remembered that they were left, or told of. */
const MOST_SESSIONS = 100;

/** Sorts updates by session: those of the open one go in, those of a session being opened wait for it. */
export type Updates = {
	receive(sessionId: string, events: readonly AgentEvent[]): void;
	/** The session is open: what waited for it goes in, the rest is left out. */
	opened(sessionId: string): void;
};

/**
 * Agents may send updates before they answer `session/new`, and late ones for a session that was left.
 * What is left out is in the log; unless it is of a session that was left, the transcript says so too.
 */
export function createUpdates(store: Store, log: LogPort): Updates {
	let waiting: { readonly sessionId: string; readonly events: readonly AgentEvent[] }[] = [];
	let overflow = 0;
	const left = new Set<string>();
	const announced = new Set<string>();

	function leaveOut(sessionId: string): void {
		if (announced.has(sessionId) || announced.size >= MOST_SESSIONS) return;
		announced.add(sessionId);
		log.write('warn', 'updates left out', { sessionId, wasOpen: left.has(sessionId) });
		if (left.has(sessionId)) return;
		const title = UNKNOWN_SESSION;
		store.dispatch({
			type: 'note',
			level: 'warning',
			title,
			detail: `Session: ${sanitizeLine(sessionId).slice(0, 200)}`,
		});
	}

	return {
		receive(sessionId, events) {
			const state = store.getState();
			if (state.sessionId === sessionId) store.dispatchAll(events);
			else if (state.connection.phase !== 'opening') leaveOut(sessionId);
			else if (waiting.length < MOST_WAITING) waiting.push({ sessionId, events });
			else overflow += 1;
		},
		opened(sessionId) {
			const updates = waiting;
			waiting = [];
			left.add(sessionId);
			if (left.size > MOST_SESSIONS) left.delete([...left][0] ?? '');
			store.dispatchAll(updates.flatMap((update) => (update.sessionId === sessionId ? update.events : [])));
			for (const update of updates) if (update.sessionId !== sessionId) leaveOut(update.sessionId);
			if (overflow === 0) return;
			log.write('warn', 'updates left out', { sessionId, count: overflow });
			const title = earlyUpdatesLeftOut(overflow);
			store.dispatch({ type: 'note', level: 'warning', title });
			overflow = 0;
		},
	};
}
