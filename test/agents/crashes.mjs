// Dies in the middle of a turn.
import { say, serve } from './wire.mjs';

serve({
	'session/prompt': ({ sessionId }) => {
		say(sessionId, 'so far');
		process.stderr.write('panic: out of luck\n', () => process.exit(42));
	},
});
