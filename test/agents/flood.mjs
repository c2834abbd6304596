// As many one-line chunks as the prompt says, one write each.
import { say, serve } from './wire.mjs';

serve({
	'session/prompt': async ({ sessionId, prompt }) => {
		const count = Number(prompt[0].text);
		for (let sent = 0; sent < count; sent++) {
			say(sessionId, `${sent}\n`);
			if (sent % 50 === 49) await new Promise(setImmediate);
		}
		return { stopReason: 'end_turn' };
	},
});
