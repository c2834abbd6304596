// Prints what is no JSON object between its messages, and cuts characters across writes.
import { say, serve } from './wire.mjs';

console.log('Welcome to the agent!');
console.log('"a string"');
console.log('[1,2,3]');
console.log('');
console.log('{"neither":"method nor id"}');
serve({
	'session/prompt': async ({ sessionId }) => {
		console.log('warning: something');
		say(sessionId, 'before');
		const line = Buffer.from(
			`${JSON.stringify({ method: 'session/update', params: { sessionId, update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'grün €😀' } } } })}\n`,
		);
		for (const byte of line) await new Promise((resolve) => process.stdout.write(Buffer.from([byte]), resolve));
		process.stdout.write('{"id": 99, "result": {}}\n');
		return { stopReason: 'end_turn' };
	},
});
