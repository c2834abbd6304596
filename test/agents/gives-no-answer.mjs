// Answers neither session/close nor session/set_mode before it gets the word, and tells everything that it gets.
import { send, serve, update } from './wire.mjs';

const tell = (words) =>
	update('s1', { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: `${words}\n` } });
const open = [];
const wait = (method) => (_, id) => {
	open.push(id);
	tell(`${method} ${id}`);
};

serve({
	'session/set_mode': wait('session/set_mode'),
	'session/close': wait('session/close'),
	'$/cancel_request': ({ requestId }) => tell(`$/cancel_request ${requestId}`),
	'session/cancel': () => tell('session/cancel'),
	'session/prompt': ({ prompt }, id) => {
		tell(`session/prompt ${id}`);
		const [{ text }] = prompt;
		if (text === 'answer late') for (const late of open.splice(0)) send({ id: late, result: {} });
		return { stopReason: 'end_turn' };
	},
});
