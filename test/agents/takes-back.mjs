// Asks for permission and takes the question back.
import { ask, say, serve, takeBack } from './wire.mjs';

serve({
	'session/prompt': async ({ sessionId }) => {
		const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
		const answer = ask('session/request_permission', { sessionId, toolCall: { toolCallId: 't1' }, options });
		setTimeout(() => takeBack(0), 50);
		say(sessionId, JSON.stringify((await answer).result));
		return { stopReason: 'end_turn' };
	},
});
