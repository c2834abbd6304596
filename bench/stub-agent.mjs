// The smallest ACP agent that floods: JSON lines on standard input and output, no library. A prompt
// names what it wants: «flood CHUNKS RATE MARK» streams pieces of Markdown at RATE a second (0: as
// fast as they are taken), «fill LINES 0 MARK» whole lines, «message BYTES 0 MARK» one big piece,
// «words BYTES 0 MARK» one big paragraph, «fence BYTES 0 MARK» one big code block, «diff LINES 0 MARK»
// the edit of a big file, «rewrite LINES 0 MARK» one that leaves no line, «edit FILES 0 MARK» adds MARK to so many
// files of the workspace. The last piece is END-MARK.
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
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

function textsOf(verb, count) {
	switch (verb) {
		case 'fill':
			return markdownLines(count);
		case 'message':
			return [
				markdownLines(Math.ceil(count / 30))
					.join('')
					.slice(0, count),
			];
		case 'words':
			return ['one word after another, and '.repeat(Math.ceil(count / 28)).slice(0, count)];
		case 'fence':
			return [`\`\`\`js\n${'const value = compute(1, "two"); // three\n'.repeat(Math.ceil(count / 41))}\`\`\`\n`];
		case 'diff':
		case 'rewrite':
		case 'edit':
			return [];
		default:
			return pieces(count);
	}
}

function bigEdit(sessionId, lines, every) {
	const textOf = (word) =>
		Array.from({ length: lines }, (_, line) => `line ${line} ${line % every === 0 ? word : 'stays'}\n`).join('');
	send({
		method: 'session/update',
		params: {
			sessionId,
			update: {
				sessionUpdate: 'tool_call',
				toolCallId: 'big-edit',
				title: 'Edit big.txt',
				kind: 'edit',
				status: 'completed',
				content: [{ type: 'diff', path: '/big.txt', oldText: textOf('before'), newText: textOf('after') }],
			},
		},
	});
}

function editFiles(count, words) {
	const files = readdirSync('.', { recursive: true }).filter((name) => name.endsWith('.ts'));
	for (const file of files.slice(0, count)) writeFileSync(file, `${words}\n${readFileSync(file)}`);
}

async function answer(id, { sessionId, prompt }) {
	const [verb, count = '1', rate = '0', mark = 'x'] = prompt
		.map((block) => block.text ?? '')
		.join(' ')
		.split(' ');
	isCancelled = false;
	if (verb === 'diff') bigEdit(sessionId, Number(count), 10);
	if (verb === 'rewrite') bigEdit(sessionId, Number(count), 1);
	if (verb === 'edit') editFiles(Number(count), mark);
	const texts = textsOf(verb, Number(count));
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
