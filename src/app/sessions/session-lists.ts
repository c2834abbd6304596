import type { SessionLists, SessionListsOptions } from './open-session-list.js';

/** Loads the list when it is first opened; requests run in order. */
export function createSessionLists(options: SessionListsOptions): SessionLists {
	let loading: Promise<SessionLists> | null = null;
	return {
		async perform(request) {
			loading ??= import('./open-session-list.js').then(({ OpenSessionList }) => new OpenSessionList(options));
			await (await loading).perform(request);
		},
	};
}
