import { askSessions } from '../../pickers/open-sessions.js';
import { group, key } from '../action.js';

const sessionsGroup = group('global', 'Open sessions');
const showNumber = (number: number) =>
	key(`go to session ${number}`, askSessions({ do: 'show-number', number }), `alt+${number}`);

/** Going from one open session to another. */
export const openSessionsActions = sessionsGroup({
	'open-sessions': key('list the open sessions; open another, or close one', askSessions({ do: 'list' }), 'alt+l'),
	'next-session': key('the next session', askSessions({ do: 'step', by: 1 }), 'alt+n'),
	'previous-session': key('the session before', askSessions({ do: 'step', by: -1 }), 'alt+shift+n'),
	'waiting-session': key('the session that waits for you', askSessions({ do: 'show-waiting' }), 'alt+w'),
	'session-1': showNumber(1),
	'session-2': showNumber(2),
	'session-3': showNumber(3),
	'session-4': showNumber(4),
	'session-5': showNumber(5),
	'session-6': showNumber(6),
	'session-7': showNumber(7),
	'session-8': showNumber(8),
	'session-9': showNumber(9),
});
