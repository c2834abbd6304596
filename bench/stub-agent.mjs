// The smallest ACP agent that floods: JSON lines on standard input and output, no library. A prompt
// names what it wants: «flood CHUNKS RATE MARK» streams pieces of Markdown at RATE a second (0: as
// fast as they are taken), «fill LINES 0 MARK» whole lines. The last piece is END-MARK.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { markdownLines, pieces } from './stub-text.mjs';

const TICK = 10;

let isCancelled = false;
let sessions = 0;

function send(message) {
	return process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

function chunk(sessionId, text) {
	const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } };
	return send({ method: 'session/update', params: { sessionId, update } });
}

async function stream(sessionId, texts, rate) {
	const startedAt = performance.now();
	for (let sent = 0; sent < texts.length && !isCancelled; ) {
		const due = rate === 0 ? texts.length : Math.ceil(((performance.now() - startedAt) * rate) / 1000);
		for (; sent < Math.min(due, texts.length); sent += 1) {
			if (!chunk(sessionId, texts[sent])) await once(process.stdout, 'drain');
		}
		await new Promise((done) => setTimeout(done, TICK));
	}
}

async function answer(id, { sessionId, prompt }) {
	const [verb, count = '1', rate = '0', mark = 'x'] = prompt
		.map((block) => block.text ?? '')
		.join(' ')
		.split(' ');
	const texts = verb === 'fill' ? markdownLines(Number(count)) : pieces(Number(count));
	isCancelled = false;
	await stream(sessionId, [...texts, `\n\nEND-${mark}\n`], Number(rate));
	send({ id, result: { stopReason: isCancelled ? 'cancelled' : 'end_turn' } });
}

createInterface({ input: process.stdin }).on('line', (line) => {
	const { id, method, params } = JSON.parse(line);
	switch (method) {
		case 'initialize':
			send({ id, result: { protocolVersion: 1, agentInfo: { name: 'bench', version: '0' }, agentCapabilities: {} } });
			break;
		case 'session/new':
			sessions += 1;
			send({ id, result: { sessionId: `bench-${sessions}` } });
			break;
		case 'session/prompt':
			void answer(id, params);
			break;
		case 'session/cancel':
			isCancelled = true;
			break;
		default:
			if (id !== undefined && method !== undefined) send({ id, error: { code: -32601, message: 'unknown method' } });
	}
});
