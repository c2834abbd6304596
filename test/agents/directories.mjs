// Says which directories it was given; announces that it takes additional ones where its environment says so.
import { INITIALIZED, say, serve } from './wire.mjs';

let opened = {};

serve({
	initialize: () => ({
		...INITIALIZED,
		agentCapabilities: {
			sessionCapabilities: process.env.TAKES_DIRECTORIES === 'yes' ? { additionalDirectories: {} } : {},
		},
	}),
	'session/new': (params) => {
		opened = params;
		return { sessionId: 's1' };
	},
	'session/prompt': ({ sessionId }) => {
		say(sessionId, JSON.stringify(opened));
		return { stopReason: 'end_turn' };
	},
});
