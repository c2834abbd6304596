import { expect, test } from 'vitest';
import { connect, createFakeHost, type FakeHost, inRoot, scripted, unwrap } from './fake-host.js';

async function answersOf(
	name: string,
	host: FakeHost,
	features = { files: true, terminals: true },
): Promise<unknown[]> {
	const connection = unwrap(await connect(scripted(name), host, { features }));
	const { sessionId } = unwrap(await connection.newSession(inRoot));
	unwrap(await connection.prompt(sessionId, [{ type: 'text', text: 'go' }]));
	await connection.close();
	return host
		.text()
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as unknown);
}

test('Every client method is served in the words of the protocol.', async () => {
	const host = createFakeHost();
	expect(await answersOf('requests', host)).toEqual([
		['fs/read_text_file', { content: 'hello' }],
		['fs/write_text_file', {}],
		['terminal/create', { terminalId: 't1' }],
		['terminal/output', { output: 'out', truncated: false, exitStatus: { exitCode: 0, signal: null } }],
		['terminal/wait_for_exit', { exitCode: null, signal: 'SIGKILL' }],
		['terminal/kill', {}],
		['terminal/release', {}],
	]);
	expect(host.reads).toEqual([{ sessionId: 's1', path: '/w/a.txt', line: 1, limit: 2 }]);
	expect(host.creates).toEqual([{ sessionId: 's1', command: 'ls', args: ['-l'], env: [{ name: 'A', value: '1' }] }]);
});

test('Requests that break the protocol, and refusals, are answered with a code and a sentence.', async () => {
	const needsOptions = 'session/request_permission needs an option with an optionId.';
	expect(await answersOf('bad-requests', createFakeHost())).toEqual([
		['no/such_method', -32601, '"Method not found": no/such_method'],
		['elicitation/create', -32602, 'elicitation/create needs a "sessionId" or a "requestId".'],
		['session/request_permission', -32602, 'session/request_permission needs a sessionId.'],
		['session/request_permission', -32602, 'session/request_permission needs a toolCall with a toolCallId.'],
		['session/request_permission', -32602, 'session/request_permission needs a list of options.'],
		['session/request_permission', -32602, needsOptions],
		['fs/read_text_file', -32602, 'fs/read_text_file: "path" must be a string that is not empty.'],
		['fs/read_text_file', -32602, 'fs/read_text_file: "line" must be a whole number of at least 0.'],
		['fs/read_text_file', -32002, 'There is no /missing.'],
		['fs/read_text_file', -32602, '/outside is outside the workspace.'],
		['fs/read_text_file', -32603, 'fs/read_text_file failed inside the client.'],
		['fs/write_text_file', -32602, 'fs/write_text_file: "content" must be a string.'],
		['fs/write_text_file', -32603, 'Plan mode is on.'],
		['terminal/create', -32602, 'terminal/create: "args" must be a list.'],
		['terminal/create', -32602, 'terminal/create: "env" must be a list of objects with a name and a value.'],
		['terminal/output', -32002, 'There is no terminal gone.'],
		['terminal/wait_for_exit', -32602, 'terminal/wait_for_exit: "terminalId" must be a string that is not empty.'],
	]);
});

test('What is switched off is not there.', async () => {
	const answers = await answersOf('requests', createFakeHost(), { files: false, terminals: false });
	expect(answers.map((answer) => JSON.stringify(answer).includes('-32601'))).toEqual(Array(7).fill(true));
});

test('A permission request that is taken back is answered cancelled, and whoever asks hears of it.', async () => {
	const host = createFakeHost(() => new Promise(() => {}));
	expect(await answersOf('takes-back', host)).toEqual([{ outcome: { outcome: 'cancelled' } }]);
	expect(host.permissions[0]?.signal.aborted).toBe(true);
});

test('A permission request that nobody could answer is answered cancelled.', async () => {
	const host = createFakeHost(() => Promise.reject(new Error('a mistake of ours')));
	expect(await answersOf('takes-back', host)).toEqual([{ outcome: { outcome: 'cancelled' } }]);
});
