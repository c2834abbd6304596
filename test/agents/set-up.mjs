// Says what it was set up with: the requests before the prompt, and the prompt. Announces what its arguments name
// (system-prompt, providers); with refuses-provider it repeats the headers in its refusal.
import { INITIALIZED, say, send, serve } from './wire.mjs';

const announced = new Set(process.argv.slice(2));
const seen = [];
const keep = (method, answer) => (params, id) => {
	seen.push({ method, params });
	return answer(params, id);
};

serve({
	initialize: keep('initialize', () => ({
		...INITIALIZED,
		agentCapabilities: {
			...(announced.has('providers') ? { providers: {} } : {}),
			sessionCapabilities: announced.has('system-prompt') ? { systemPrompt: {} } : {},
		},
	})),
	'providers/set': keep('providers/set', ({ headers }, id) => {
		if (!announced.has('refuses-provider')) return {};
		send({ id, error: { code: -32602, message: `bad headers ${Object.values(headers)}` } });
		return undefined;
	}),
	'session/new': keep('session/new', () => ({ sessionId: 's1' })),
	'session/prompt': ({ sessionId, prompt }) => {
		say(sessionId, JSON.stringify([...seen, { method: 'session/prompt', params: { prompt } }]));
		return { stopReason: 'end_turn' };
	},
});
