import type { AgentEvent } from '../core/agent-event.js';
import type { Ports } from '../core/ports.js';
import { sanitizeLine } from '../core/text/sanitize.js';
import type { OtherSessions } from './other-sessions.js';
import { HistoryWindow } from './sessions/history-window.js';
import type { Store } from './store.js';

const MOST_WAITING = 1000;
const MOST_SESSIONS = 100;

/**
 * Routes updates: the open session's go in, another session's below its card, and those of a session being opened wait.
 * Agents may send updates before they answer `session/new`, and late ones for a session that was left. Left-out updates
 * are logged, and noted in the transcript unless the session was left.
 */
export function createUpdates(store: Store, { log, clock }: Pick<Ports, 'log' | 'clock'>, others: OtherSessions) {
	const history = new HistoryWindow({ store, clock, log });
	/** `isKnown`: already in the transcript's form. */
	let waiting: { readonly sessionId: string; readonly events: readonly AgentEvent[]; readonly isKnown: boolean }[] = [];
	let overflow = 0;
	const announced = new Set<string>();

	function leaveOut(sessionId: string): void {
		if (announced.has(sessionId) || announced.size >= MOST_SESSIONS) return;
		announced.add(sessionId);
		const wasOpen = others.wasLeft(sessionId);
		log.write('warn', 'updates left out', { sessionId, wasOpen });
		if (wasOpen) return;
		const title = 'The agent sends updates while no session is open; they are not shown.';
		store.dispatch({
			type: 'note',
			level: 'warning',
			title,
			detail: `Session: ${sanitizeLine(sessionId).slice(0, 200)}`,
		});
	}

	return {
		history,
		/** `seeCall` gets the transcript ids of tool calls that went in. */
		receive(sessionId: string, sent: readonly AgentEvent[], seeCall?: (callId: string) => void): void {
			const state = store.getState();
			const main = state.sessionId ?? history.sessionId();
			// Unknown events before any session was named.
			if (sessionId === '' && sent.every(({ type }) => type === 'unknown')) {
				log.write('info', 'updates without a session', { count: sent.length });
				return;
			}
			const isMain = main === sessionId;
			// A child's events in an older session are history, too.
			const isKnown = isMain || (others.isChild(sessionId) && main !== null);
			const known = isMain ? others.own(sessionId, sent) : isKnown ? others.receive(sessionId, sent) : sent;
			const events = history.take(isKnown ? (main ?? sessionId) : sessionId, known);
			if (events.length === 0) others.flush();
			else if (state.sessionId !== null && others.isServed(sessionId)) {
				const received = isKnown ? events : others.receive(sessionId, events);
				store.dispatchAll(received);
				others.flush();
				for (const event of received) if (event.type === 'tool') seeCall?.(event.patch.id);
			} else if (state.connection.phase !== 'opening' || others.wasLeft(sessionId)) leaveOut(sessionId);
			else if (waiting.length < MOST_WAITING) waiting.push({ sessionId, events, isKnown });
			else overflow += 1;
		},
		/** Delivers what waited for the session; the rest is left out. */
		opened(sessionId: string): void {
			const updates = waiting;
			waiting = [];
			others.opened(sessionId);
			store.dispatchAll(
				updates.flatMap((update) => {
					if (update.isKnown) return update.events;
					if (update.sessionId === sessionId) return others.own(sessionId, update.events);
					return others.wasLeft(update.sessionId) ? [] : others.receive(update.sessionId, update.events);
				}),
			);
			others.flush();
			for (const update of updates) if (others.wasLeft(update.sessionId)) leaveOut(update.sessionId);
			if (overflow === 0) return;
			log.write('warn', 'updates left out', { sessionId, count: overflow });
			const title = `The agent sent ${overflow.toLocaleString('en')} more updates before its session was open than are kept; they are not shown.`;
			store.dispatch({ type: 'note', level: 'warning', title });
			overflow = 0;
		},
	};
}

export type Updates = ReturnType<typeof createUpdates>;
