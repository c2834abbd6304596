// Asks for permission, takes the question back, and answers the prompt as a cancelled request.
import { ask, say, send, serve, takeBack } from './wire.mjs';

serve({
	'session/prompt': async ({ sessionId }, id) => {
		const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
		const answer = ask('session/request_permission', { sessionId, toolCall: { toolCallId: 't1' }, options });
		setTimeout(() => takeBack(0), 50);
		say(sessionId, JSON.stringify((await answer).result));
		send({ id, error: { code: -32800, message: 'Request cancelled' } });
	},
});
