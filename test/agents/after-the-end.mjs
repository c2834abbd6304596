// Sends an update right behind the answer to the prompt, in the same write; ids of both sides overlap.
import { ask, serve } from './wire.mjs';

const line = (message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
const text = (sessionId, words) =>
	line({
		method: 'session/update',
		params: { sessionId, update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: words } } },
	});

serve({
	'session/prompt': async ({ sessionId }, id) => {
		const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
		// Requests 0, 1 and 2 of ours meet the client's own 0, 1 and 2.
		for (const toolCallId of ['a', 'b', 'c'])
			await ask('session/request_permission', { sessionId, toolCall: { toolCallId }, options });
		process.stdout.write(
			text(sessionId, 'in the turn') + line({ id, result: { stopReason: 'end_turn' } }) + text(sessionId, 'after it'),
		);
	},
});
