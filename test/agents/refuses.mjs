// Opens one session, refuses everything in it, and wants a sign-in for the second.
import { outliveInput, send, serve } from './wire.mjs';

let sessions = 0;
serve({
	'session/new': (_, id) => {
		if (sessions++ === 0) return { sessionId: 's1' };
		send({ id, error: { code: -32000, message: 'Authentication required' } });
	},
	'session/set_mode': (_, id) => send({ id, error: { code: 401, message: '{"error":{"message":"Bad key"}}' } }),
	'session/set_config_option': (_, id) => send({ id, error: { message: 'no code' } }),
	'session/prompt': (_, id) =>
		send({ id, error: { code: -32603, message: 'Internal error', data: [{ message: 'the list says why' }] } }),
});
outliveInput();
