// Dies in the middle of a turn. With the argument `resume` it takes sessions up again.
import { INITIALIZED, say, serve } from './wire.mjs';

serve({
	...(process.argv.includes('resume')
		? {
				initialize: () => ({ ...INITIALIZED, agentCapabilities: { sessionCapabilities: { resume: {} } } }),
				'session/resume': () => ({}),
			}
		: {}),
	'session/prompt': ({ sessionId }) => {
		say(sessionId, 'so far');
		process.stderr.write('panic: out of luck\n', () => process.exit(42));
	},
});
