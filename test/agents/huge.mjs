// One update of two megabytes on one line.
import { say, serve } from './wire.mjs';

serve({
	'session/prompt': ({ sessionId }) => {
		say(sessionId, 'x'.repeat(2 * 1024 * 1024));
		return { stopReason: 'end_turn' };
	},
});
