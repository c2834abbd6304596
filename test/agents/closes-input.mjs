// Closes its input in a turn but stays alive.
import { closeSync } from 'node:fs';
import { outliveInput, say, serve } from './wire.mjs';

serve({
	'session/prompt': ({ sessionId }) => {
		process.stdin.destroy();
		closeSync(0);
		say(sessionId, 'deaf now');
	},
});
outliveInput();
