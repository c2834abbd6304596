// Changes files with tools of its own and never asks: a prompt `write NAME` writes that file of its folder, `edit NAME`
// does so in a tool call that it tells of, `hold NAME` keeps it open for writing, `wait` never ends its turn,
// `quit NAME` ends its process.
import { openSync, writeFileSync, writeSync } from 'node:fs';
import { INITIALIZED, say, serve, update } from './wire.mjs';

let sessions = 0;
let calls = 0;

function act(verb, name) {
	if (verb === 'write' || verb === 'edit') writeFileSync(name, `${verb}\n`);
	// Once its answer is out: a prompt that it dies in is sent again.
	if (verb === 'quit') setTimeout(() => process.exit(1), 100);
	if (verb === 'hold') writeSync(openSync(name, 'a'), `${verb}\n`);
}

serve({
	initialize: () => ({ ...INITIALIZED, agentCapabilities: { ...INITIALIZED.agentCapabilities, loadSession: true } }),
	'session/new': () => {
		sessions += 1;
		return { sessionId: `${process.pid}-${sessions}` };
	},
	'session/load': () => ({}),
	'session/prompt': async ({ sessionId, prompt }) => {
		const [verb, name] = prompt.at(-1).text.trim().split(' ').slice(-2);
		if (name === 'wait') {
			say(sessionId, 'waiting');
			return undefined;
		}
		const call = { toolCallId: `call-${++calls}`, title: `Edit ${name}`, kind: 'edit' };
		const tell = (status, text) => {
			const content = [{ type: 'content', content: { type: 'text', text } }];
			if (verb === 'edit') update(sessionId, { sessionUpdate: 'tool_call', ...call, status, content });
		};
		try {
			act(verb, name);
			tell('completed', 'done');
			say(sessionId, `${verb} ${name}: done by ${process.pid}`);
		} catch (error) {
			tell('failed', error.message);
			say(sessionId, `${verb} ${name}: ${error.code}`);
		}
		return { stopReason: 'end_turn' };
	},
});
