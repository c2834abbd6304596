import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { AgentConnection, AgentHost } from '../../src/core/agent-port.js';
import { connected, createFakeHost, type FakeHost, inRoot, scripted, unwrap } from './fake-host.js';

let folder = '';

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'elicitation-'));
	onTestFinished(() => rm(folder, { recursive: true }));
});

const announced = { files: false, terminals: false, elicitation: { form: true, url: true } };
const still = new AbortController().signal;
/** Waits for the signal: an answer that never comes. */
const forever: AgentHost['elicit'] = (_, signal) =>
	new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

async function start(host: FakeHost, features: object = announced): Promise<AgentConnection> {
	const connection = await connected(scripted('elicitation'), host, { features: { ...announced, ...features } });
	unwrap(await connection.newSession(inRoot));
	return connection;
}

async function prompt(connection: AgentConnection, wanted: object | string): Promise<void> {
	const text = typeof wanted === 'string' ? wanted : JSON.stringify(wanted);
	unwrap(await connection.prompt('s1', [{ type: 'text', text }]));
}

/** What the agent said that it was answered. */
async function answerTo(host: FakeHost, wanted: object, features: object = announced): Promise<unknown> {
	await prompt(await start(host, features), wanted);
	return JSON.parse(host.text().replace(/^answer /, ''));
}

test('Only those who can ask the user announce it.', async () => {
	const asking = createFakeHost();
	await prompt(await start(asking), 'capabilities');
	expect(JSON.parse(asking.text())).toEqual({ form: {}, url: {} });
	const alone = createFakeHost();
	await prompt(await start(alone, { elicitation: { form: false, url: false } }), 'capabilities');
	expect(alone.text()).toBe('null');
});

test('An address to open is asked for with all that the agent says, and answered.', async () => {
	for (const action of ['accept', 'decline', 'cancel'] as const) {
		const host = createFakeHost(undefined, async () => ({ action }));
		expect(await answerTo(host, { params: { toolCallId: 't1' } })).toEqual({ action });
		expect(host.elicitations.map(({ request }) => request)).toEqual([
			{
				scope: { type: 'session', sessionId: 's1', toolCallId: 't1' },
				message: 'Enter the code ABCD-1234 there.',
				input: { mode: 'url', elicitationId: 'device-1', url: 'https://login.example.com/device?from=agent' },
			},
		]);
	}
});

test('A mode that was not announced is distinguished.', async () => {
	const host = createFakeHost(undefined, async () => ({ action: 'cancel' }));
	expect(await answerTo(host, { params: { mode: '_survey', message: 'Which?' } })).toEqual({ action: 'cancel' });
	expect(host.elicitations[0]?.request.input).toEqual({ mode: 'other', word: '_survey' });
	const unannounced = createFakeHost(undefined, async () => ({ action: 'cancel' }));
	await answerTo(unannounced, {}, { elicitation: { form: false, url: false } });
	expect(unannounced.elicitations[0]?.request.input).toEqual({ mode: 'other', word: 'url' });
});

test.each([
	{ mode: 'url', sessionId: 's1', url: 'https://example.com' },
	{ mode: 'url', sessionId: 's1', elicitationId: 'e', url: 7 },
	{ mode: 'url', sessionId: 's1', elicitationId: 'x'.repeat(2000), url: 'https://example.com' },
	{ mode: 'url', sessionId: '', elicitationId: 'e', url: 'https://example.com' },
	{ mode: 7, sessionId: 's1' },
	{ mode: 'url', sessionId: 's1', elicitationId: 'e', url: 'https://example.com', message: {} },
])('Parameters that cannot be read are refused (%#).', async (params) => {
	const host = createFakeHost();
	expect(await answerTo(host, { params })).toEqual({ error: -32602 });
	expect(host.elicitations).toEqual([]);
});

test('A request of ours that is not under way is no scope: it is answered cancel.', async () => {
	const host = createFakeHost();
	expect(await answerTo(host, { params: { requestId: 4711 } })).toEqual({ action: 'cancel' });
	expect(host.elicitations).toEqual([]);
});

test('What the agent takes back is answered, and the host is notified.', async () => {
	const host = createFakeHost(undefined, forever);
	expect(await answerTo(host, { takesBack: true })).toEqual({ action: 'cancel' });
	expect(host.elicitations[0]?.signal.aborted).toBe(true);
});

test('The host hears what the agent calls done; without an id that says nothing.', async () => {
	const host = createFakeHost();
	const agent = await start(host);
	await prompt(agent, { params: { elicitationId: 7, mode: 'form' }, completes: 'late' });
	await prompt(agent, { completes: 'late' });
	await vi.waitFor(() => expect(host.completed).toEqual(['device-1']));
});

/** An agent that asks in the middle of a sign-in. */
function signIn(host: FakeHost, elicits: object): Promise<AgentConnection> {
	const options = { state: join(folder, 'state'), log: join(folder, 'log'), elicits };
	return connected(scripted('sign-in', JSON.stringify(options)), host, { features: announced });
}

const logged = async (): Promise<readonly unknown[]> =>
	(await readFile(join(folder, 'log'), 'utf8'))
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as unknown);

test('In a sign-in the agent asks, and goes on when the user does.', async () => {
	const host = createFakeHost();
	const agent = await signIn(host, {});
	expect(await agent.authenticate('browser', {}, still)).toMatchObject({ ok: true });
	expect(host.elicitations[0]?.request.scope).toEqual({ type: 'request' });
});

test('A sign-in that is declined in the middle fails as cancelled.', async () => {
	const host = createFakeHost(undefined, async () => ({ action: 'decline' }));
	const agent = await signIn(host, {});
	expect(await agent.authenticate('browser', {}, still)).toMatchObject({ failure: { code: 'cancelled' } });
});

test('A sign-in that the user stops takes its question away.', async () => {
	const host = createFakeHost(undefined, forever);
	const agent = await signIn(host, {});
	const stop = new AbortController();
	const signedIn = agent.authenticate('browser', {}, stop.signal);
	await vi.waitFor(() => expect(host.elicitations).toHaveLength(1));
	stop.abort();
	expect(await signedIn).toMatchObject({ failure: { code: 'cancelled' } });
	expect(host.elicitations[0]?.signal.aborted).toBe(true);
	await vi.waitFor(async () => expect(await logged()).toContainEqual({ elicitation: { action: 'cancel' } }));
});
