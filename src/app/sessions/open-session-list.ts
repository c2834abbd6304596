import type { AgentConnection, Ports } from '../../core/ports.js';
import type { SessionState } from '../../core/session/state.js';
import type { SessionListRequest } from '../../core/sessions/session-list.js';
import type { Store } from '../store.js';

/** What the list of sessions is made from. */
export type SessionListsOptions = {
	readonly ports: Ports;
	readonly getState: () => SessionState;
	/** The agent that runs; null while none is connected. */
	readonly connection: () => AgentConnection | null;
	readonly dispatch: Store['dispatch'];
	readonly closing: AbortSignal;
};

/** Carries out what the user wants of the list of sessions. */
export type SessionLists = { perform(request: SessionListRequest): Promise<void> };

/** The list of sessions while it is open: what this program keeps, and the agent's own. */
export function createOpenSessionList({ dispatch, getState }: SessionListsOptions): SessionLists {
	return {
		perform() {
			dispatch({ type: 'session-list-changed', list: getState().sessionList ?? null });
			return Promise.resolve();
		},
	};
}
