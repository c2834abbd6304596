// Serves several sessions at once and does what the prompt says: "say WORDS", "ask" for a permission, "child" says and
// asks something under a session of its own, "early" opens no turn but talks, "hang" never ends its turn, "crash", "pid".
// It talks of each new session before it answers.
import { ask, INITIALIZED, say, send, serve } from './wire.mjs';

let count = 0;
const hanging = new Map();

const question = (sessionId, id) => ({
	sessionId,
	toolCall: { toolCallId: id, title: `Edit ${id}`, kind: 'edit', status: 'pending' },
	options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
});

serve({
	initialize: () => ({
		...INITIALIZED,
		authMethods: [{ id: 'in', name: 'In' }],
		agentCapabilities: { sessionCapabilities: { close: {} }, auth: { logout: {} } },
	}),
	'session/new': async ({ cwd }) => {
		count += 1;
		const sessionId = `s${count}`;
		say(sessionId, `welcome to ${sessionId}`);
		// The answer comes a moment after the words.
		await new Promise((resolve) => setTimeout(resolve, 30));
		say(sessionId, ` in ${cwd}`);
		return { sessionId };
	},
	authenticate: () => ({}),
	logout: () => ({}),
	'session/close': ({ sessionId }) => {
		const id = hanging.get(sessionId);
		if (id !== undefined) send({ id, result: { stopReason: 'cancelled' } });
		return {};
	},
	'session/cancel': () => undefined,
	'session/prompt': async ({ sessionId, prompt }, id) => {
		const words = prompt.findLast(({ type }) => type === 'text').text;
		const [what, ...rest] = words.split(' ');
		if (what === 'crash') process.exit(3);
		if (what === 'hang') {
			hanging.set(sessionId, id);
			return undefined;
		}
		if (what === 'pid') say(sessionId, `pid ${process.pid}`);
		if (what === 'say') say(sessionId, rest.join(' '));
		const asker = what === 'child' ? `child of ${sessionId}` : sessionId;
		if (what === 'child') say(asker, `words of a child of ${sessionId}`);
		if (what === 'ask' || what === 'child')
			await ask('session/request_permission', question(asker, `call-${sessionId}`));
		return { stopReason: 'end_turn' };
	},
});
