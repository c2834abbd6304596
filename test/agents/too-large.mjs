// Sends a request, then an answer, that no client can be expected to read.
import { ask, say, serve } from './wire.mjs';

const CONTENT = 'x'.repeat(65 * 1024 * 1024);

serve({
	'session/prompt': async ({ sessionId }) => {
		const { error } = await ask('fs/write_text_file', { sessionId, path: '/a', content: CONTENT });
		say(sessionId, error.message);
		return { stopReason: 'end_turn', _meta: { CONTENT } };
	},
});
