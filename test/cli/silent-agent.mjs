// An agent that answers everything but the prompt, says «ready» on a file when the prompt came, and
// takes no notice of a cancel. Its process id is in that file.
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [file, mode] = process.argv.slice(2);
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

for await (const line of createInterface({ input: process.stdin })) {
	const { id, method } = JSON.parse(line);
	if (method === 'initialize') send({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
	else if (method === 'session/new') send({ id, result: { sessionId: 's' } });
	else if (method === 'session/prompt') {
		writeFileSync(file, String(process.pid));
		if (mode !== 'flood') continue;
		const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: `${'x'.repeat(200)}\n` } };
		const flood = () => {
			send({ method: 'session/update', params: { sessionId: 's', update } });
			setTimeout(flood, 1);
		};
		flood();
	}
}
