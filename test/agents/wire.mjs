// What the scripted agents share: reading and writing JSON lines, and answering the handshake.
import { createInterface } from 'node:readline';

/** Writes one message. */
export function send(message) {
	process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

/** Sends a session/update. */
export function update(sessionId, news) {
	send({ method: 'session/update', params: { sessionId, update: news } });
}

/** Sends a piece of the answer's text. */
export function say(sessionId, text) {
	update(sessionId, { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
}

/** What `initialize` is answered with. */
export const INITIALIZED = {
	protocolVersion: 1,
	agentInfo: { name: 'scripted', title: 'Scripted', version: '1.2.3' },
	agentCapabilities: { promptCapabilities: { image: true }, sessionCapabilities: { close: {} } },
	authMethods: [{ id: 'browser', name: 'Browser', description: 'Opens a page' }],
};

let nextId = 0;
const waiting = new Map();

/** Sends a request; resolves with the whole answer. Ids count from 0, like the client's own. */
export function ask(method, params) {
	const id = nextId++;
	send({ id, method, params });
	return new Promise((resolve) => waiting.set(id, resolve));
}

/** Takes a request back. */
export function takeBack(id) {
	send({ method: '$/cancel_request', params: { requestId: id } });
}

/**
 * Answers `initialize` and `session/new`, and hands everything else to the handlers by method. A
 * handler's return value is the result; one that returns undefined answers by itself or not at all.
 */
export function serve(handlers) {
	const all = { initialize: () => INITIALIZED, 'session/new': () => ({ sessionId: 's1' }), ...handlers };
	createInterface({ input: process.stdin }).on('line', async (line) => {
		const message = JSON.parse(line);
		if (message.method === undefined) {
			waiting.get(message.id)?.(message);
			waiting.delete(message.id);
			return;
		}
		const handler = all[message.method];
		if (handler === undefined) {
			if (message.id !== undefined) send({ id: message.id, error: { code: -32601, message: 'Method not found' } });
			return;
		}
		const result = await handler(message.params, message.id);
		if (message.id !== undefined && result !== undefined) send({ id: message.id, result });
	});
}

/** Lives on when standard input ends, as some agents do. */
export function outliveInput() {
	setInterval(() => {}, 1000);
}
