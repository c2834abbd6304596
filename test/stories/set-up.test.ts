import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Desk, openDesk } from '../drive/desk.js';
import { run } from '../drive/run.js';

const script = fileURLToPath(new URL('../agents/set-up.mjs', import.meta.url));
const provider = {
	providerId: 'main',
	apiType: 'anthropic',
	baseUrl: 'http://127.0.0.1:9/v1',
	headers: { Authorization: `Bearer \${env:GATEWAY_TOKEN}` },
};

type Seen = { readonly method: string; readonly params: Record<string, unknown> };

/** A run with an agent that announces this; what it was set up with is its answer. */
async function start(desk: Desk, announces: readonly string[], config: object, ...args: readonly string[]) {
	desk.config({ agents: { it: { command: process.execPath, args: [script, ...announces], ...config } } });
	const ran = await run(desk, '--agent', 'it', '-p', 'hello', ...args);
	const seen: readonly Seen[] = ran.code === 0 ? JSON.parse(ran.out) : [];
	const of = (method: string) => seen.find((each) => each.method === method)?.params;
	return { ...ran, methods: seen.map(({ method }) => method), of };
}

const withToken = (): Desk => {
	const desk = openDesk();
	return { ...desk, env: { ...desk.env, GATEWAY_TOKEN: 'gateway-secret-12345' } };
};

test('a model provider is set before any session, its headers filled in and never written down', async () => {
	const desk = withToken();
	const record = join(desk.home, 'record.jsonl');
	const ran = await start(desk, ['providers'], { provider }, '--record', record);
	expect(ran.methods).toEqual(['initialize', 'providers/set', 'session/new', 'session/prompt']);
	// Only the whole of its value is known as a secret, so that is what the agent was given.
	expect(ran.of('providers/set')).toEqual({ ...provider, headers: { Authorization: 'Bearer [redacted]' } });
	expect(ran.of('initialize')).toMatchObject({ clientCapabilities: { auth: { _meta: { gateway: true } } } });
	// The agent says what it got: that is kept out as well.
	const recorded = readFileSync(record, 'utf8');
	expect(recorded).toContain('providers/set');
	expect(recorded).not.toContain('gateway-secret');
	expect(readFileSync(join(desk.home, 'state', 'acp-tui.log'), 'utf8')).not.toContain('gateway-secret');
});

test('standing instructions and the rule of plan mode are in the system prompt of an agent that takes one', async () => {
	const desk = openDesk();
	const agent = (announces: readonly string[]) => ({ command: process.execPath, args: [script, ...announces] });
	desk.config({ instructions: 'Answer in Welsh.', agents: { a: agent(['system-prompt']), b: agent([]) } });
	const started = async (name: string): Promise<readonly Seen[]> =>
		JSON.parse((await run(desk, '-a', name, '-m', 'plan', '-p', 'hello')).out);
	const [, opened, prompted] = await started('a');
	expect(opened?.params['systemPrompt']).toMatchObject({
		mode: 'append',
		content: [{ type: 'text', text: expect.stringMatching(/plan mode[\s\S]*Answer in Welsh\./) }],
	});
	expect(prompted?.params['prompt']).toEqual([
		{ type: 'text', text: '[Plan mode is on.]\n\n' },
		{ type: 'text', text: 'hello' },
	]);
	const [, plain, first] = await started('b');
	expect(plain?.params).not.toHaveProperty('systemPrompt');
	expect(first?.params['prompt']).toEqual([
		{ type: 'text', text: 'Standing instructions of the user:\nAnswer in Welsh.\n\n' },
		{ type: 'text', text: expect.stringContaining('[Plan mode is on in this client.') },
		{ type: 'text', text: 'hello' },
	]);
});
