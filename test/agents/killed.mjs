// Plays the first turn of a recorded session, and is killed after so many of its messages: `TRACE COUNT FILE [resume]`.
// Messages are the answers to initialize and session/new, what came in the turn, and the answer to its prompt. FILE keeps
// across its lives what it was asked, a line each; once it was killed it lives on and answers every prompt with words.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { ask, INITIALIZED, say, send, serve } from './wire.mjs';

const [trace, count, file, ...abilities] = process.argv.slice(2);
const isSecondLife = existsSync(file) && readFileSync(file, 'utf8').includes('"killed"');
const note = (...words) => appendFileSync(file, `${JSON.stringify(words)}\n`);

const messages = readFileSync(trace, 'utf8')
	.split('\n')
	.filter((line) => line !== '')
	.map((line) => JSON.parse(line))
	.filter(({ msg }) => msg !== undefined);
const begin = messages.findIndex(({ dir, msg }) => dir === 'c2a' && msg.method === 'session/prompt');
const end = messages.findIndex(({ dir, msg }) => dir === 'a2c' && msg.id === messages[begin].msg.id && !msg.method);
const turn = messages.slice(begin, end).filter(({ dir, msg }) => dir === 'a2c' && msg.method?.startsWith('session/'));

let sent = 0;
async function messageSent() {
	sent += 1;
	if (isSecondLife || sent < Number(count)) return;
	note('killed');
	// What was written is with the client before this process ends.
	await new Promise((resolve) => process.stdout.write('', resolve));
	process.kill(process.pid, 'SIGKILL');
}

async function answer(id, result) {
	send({ id, result });
	await messageSent();
}

async function playTurn(sessionId) {
	for (const { msg } of turn) {
		const params = { ...msg.params, sessionId };
		if (msg.id === undefined) send({ method: msg.method, params });
		const asked = msg.id === undefined ? null : ask(msg.method, params);
		await messageSent();
		await asked;
	}
}

serve({
	initialize: (_, id) => {
		const agentCapabilities = {
			sessionCapabilities: { close: {}, ...(abilities.includes('resume') ? { resume: {} } : {}) },
		};
		void answer(id, { ...INITIALIZED, agentCapabilities });
	},
	'session/new': (_, id) => {
		note('new');
		void answer(id, { sessionId: 's1' });
	},
	'session/resume': ({ sessionId }) => {
		note('resume', sessionId);
		return {};
	},
	'session/prompt': ({ sessionId, prompt }, id) => {
		const text = prompt.map((block) => block.text ?? '').join('');
		note('prompt', text);
		if (isSecondLife) {
			say(sessionId, `answer to ${text}`);
			return { stopReason: 'end_turn' };
		}
		void playTurn(sessionId).then(() => answer(id, { stopReason: 'end_turn' }));
		return undefined;
	},
});
