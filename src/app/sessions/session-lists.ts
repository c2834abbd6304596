import type { SessionLists, SessionListsOptions } from './open-session-list.js';

/** The list of sessions. Its code is loaded when it is opened first; requests are carried out in their order. */
export function createSessionLists(options: SessionListsOptions): SessionLists {
	let loading: Promise<SessionLists> | null = null;
	return {
		async perform(request) {
			loading ??= import('./open-session-list.js').then(({ OpenSessionList }) => new OpenSessionList(options));
			await (await loading).perform(request);
		},
	};
}
