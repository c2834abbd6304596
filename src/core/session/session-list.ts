import type { SessionListEvent } from '../sessions/session-list.js';
import type { Reducers } from './reducers/reducers.js';
import { only, withEffects } from './reducers/step.js';

/** The list of sessions; `app` finds and saves its content. */
export const onSessionList: Reducers<SessionListEvent> = {
	'session-list': (state, event) => withEffects(state, event),
	'recent-session': (state, { recent }) => only({ ...state, recentSession: recent }),
	'session-list-changed': (state, { list }) => only({ ...state, sessionList: list }),
};
