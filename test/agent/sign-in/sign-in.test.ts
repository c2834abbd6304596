import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { AgentConnection } from '../../../src/core/agent-port.js';
import { succeed } from '../../../src/core/failure.js';
import type { Confinement } from '../../../src/core/sandbox/confinement.js';
import { connected, createFakeHost, type FakeHost, inRoot, scripted, unwrap } from '../fake-host.js';

let folder = '';
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'acp-tui-sign-in-'));
	onTestFinished(() => rm(folder, { recursive: true }));
});

function launchWith(options: object) {
	const files = { state: join(folder, 'state'), log: join(folder, 'log') };
	return scripted('sign-in', JSON.stringify({ ...files, ...options }));
}

const start = (options: object, host: FakeHost = createFakeHost(), terminalSignIn = false) =>
	connected(launchWith(options), host, { features: { files: true, terminals: true, terminalSignIn } });

const sent = async (): Promise<{ method: string; params: Record<string, unknown> }[]> =>
	(await readFile(join(folder, 'log'), 'utf8'))
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line));

const still = new AbortController().signal;
const NEW = inRoot;

test('A terminal sign-in is announced, in both forms, only where a terminal can be given away.', async () => {
	await start({}, createFakeHost(), true);
	await start({}, createFakeHost(), false);
	const [screen, none] = (await sent()).map(({ params }) => params['clientCapabilities']);
	expect(screen).toMatchObject({ auth: { terminal: true }, _meta: { 'terminal-auth': true } });
	expect(none).not.toHaveProperty('auth');
	expect(none).not.toHaveProperty(['_meta', 'terminal-auth']);
});

test('A refused request names the methods, and succeeds once the sign-in did.', async () => {
	const agent = await start({ methods: ['browser', 'key', 'odd'] });
	const refused = await agent.newSession(NEW);
	expect(refused).toMatchObject({
		failure: { code: 'auth-required', authMethods: [{ id: 'browser' }, { id: 'key' }, { id: 'odd', type: 'unknown' }] },
	});
	expect(await agent.authenticate('browser', {}, still)).toEqual({ ok: true, value: undefined });
	expect(await agent.newSession(NEW)).toMatchObject({ value: { sessionId: 's1' } });
});

test('Methods that only the refusal names are known from it.', async () => {
	const agent = await start({ methods: ['terminal'], inData: true });
	expect(agent.info.authMethods).toEqual([]);
	const refused = await agent.newSession(NEW);
	expect(refused).toMatchObject({
		failure: { code: 'auth-required', authMethods: [{ type: 'terminal', args: ['--login'] }] },
	});
});

test.each(['status', 'text'])('A 401 that comes as another error (%s) is known for what it is.', async (refusal) => {
	const agent = await start({ refuses: ['prompt'], refusal });
	const { sessionId } = unwrap(await agent.newSession(NEW));
	const refused = await agent.prompt(sessionId, [{ type: 'text', text: 'go' }]);
	expect(refused).toMatchObject({ failure: { code: 'auth-required', authMethods: [{ id: 'browser' }] } });
});

test('A sign-in that is given up is cancelled at the agent, at once.', async () => {
	const agent = await start({ auth: 'hang' });
	const giveUp = new AbortController();
	const answer = agent.authenticate('browser', {}, giveUp.signal);
	await vi.waitFor(async () => expect((await sent()).at(-1)?.method).toBe('authenticate'));
	giveUp.abort();
	expect(await answer).toMatchObject({
		failure: { code: 'cancelled', message: 'The sign-in to Scripted was cancelled.' },
	});
	await vi.waitFor(async () => {
		const last = (await sent()).at(-1);
		expect(last?.method).toBe('$/cancel_request');
		expect(last?.params).toEqual({ requestId: expect.anything() });
	});
	expect(await agent.authenticate('browser', {}, giveUp.signal)).toMatchObject({ failure: { code: 'cancelled' } });
	expect((await sent()).filter(({ method }) => method === 'authenticate')).toHaveLength(1);
});

test.each([
	['error', 'agent-error', /^The sign-in to Scripted failed: the browser did not open$/, undefined],
	[
		'variables',
		'agent-error',
		/failed: No key/,
		'The agent reads its key from SCRIPTED_KEY or OTHER_KEY: set one of them for the agent.',
	],
	['refuse', 'auth-required', /^Scripted did not accept the sign-in: Wrong key/, undefined],
	['cancelled', 'cancelled', /was cancelled/, undefined],
	['crash', 'agent-exit', /^The sign-in ended with the agent: .*exited with code 9/, undefined],
])('A sign-in that ends with "%s" says so.', async (auth, code, message, hint) => {
	const agent = await start({ auth });
	const answer = await agent.authenticate('browser', {}, still);
	expect(answer).toMatchObject({ ok: false, failure: { code, message: expect.stringMatching(message) } });
	if (!answer.ok) expect(answer.failure.hint).toBe(hint);
});

test('A key goes with the request, and into no recording and no sentence.', async () => {
	const lines: unknown[] = [];
	const launch = launchWith({ methods: ['key'], key: 'sk-right', inData: false });
	const agent = await connected(launch, createFakeHost(), {}, { record: (line) => lines.push(line) });
	const wrong = await agent.authenticate('key', { apiKey: 'sk-wrong-1234' }, still);
	expect(wrong).toMatchObject({ failure: { message: 'Scripted did not accept the sign-in: Wrong key [redacted]' } });
	expect(await agent.authenticate('key', { apiKey: 'sk-right' }, still)).toMatchObject({ ok: true });
	const given = (await sent()).flatMap(({ method, params }) => (method === 'authenticate' ? [params] : []));
	expect(given).toMatchObject([{ _meta: { 'api-key': { apiKey: 'sk-wrong-1234' } } }, {}]);
	const outgoing = lines.filter((line) => (line as { dir: string }).dir === 'c2a');
	expect(JSON.stringify(outgoing)).toContain('"apiKey":"[redacted]"');
	expect(JSON.stringify(outgoing)).not.toContain('sk-');
});

test('No request is sent for a method that is none of the agent’s own.', async () => {
	const agent = await start({ methods: ['terminal', 'odd', 'variable'] });
	for (const id of ['terminal', 'odd', 'variable'])
		expect(await agent.authenticate(id, {}, still)).toMatchObject({ failure: { code: 'usage' } });
	expect((await sent()).map(({ method }) => method)).toEqual(['initialize']);
});

test('Addresses that it prints while it signs in are reported, on either stream, each once; before and after none is.', async () => {
	const host = createFakeHost();
	const page = 'https://auth.example.com/device?user_code=AB-CD';
	const agent = await start(
		{
			auth: 'slow',
			prints: [`Open \u001b[1m${page}\u001b[0m.`, `Again: ${page}`],
			printsOut: ['or http://evil.example/x'],
		},
		host,
	);
	unwrap(await agent.authenticate('browser', {}, still));
	await vi.waitFor(() => expect(host.addresses).toHaveLength(2));
	expect(host.addresses).toEqual(
		expect.arrayContaining([
			{ url: page, host: 'auth.example.com', warnings: [] },
			{ url: 'http://evil.example/x', host: 'evil.example', warnings: ['http'] },
		]),
	);
});

/** An agent in a sandbox that says in `said` which ports it opens for a sign-in, and when it closes them. */
async function startConfined(options: object, said: string[]): Promise<AgentConnection> {
	const confinement: Confinement = {
		...{ kind: 'fence', access: 'write', close: async () => {}, hideNew: async () => null, setFolders: async () => [] },
		setAccess: async () => ({ type: 'changed', ended: [] }),
		setRules: async () => ({ failed: null, isAllWatched: true }),
		outside: async () => [],
		callbacks: { open: (port) => said.push(`open ${port}`), close: () => said.push('closed') },
	};
	const sandbox = { kind: 'fence', access: 'write', writable: [], planFolders: [], denied: [] } as const;
	const page = 'https://auth.example.com/x?redirect_uri=http%3A%2F%2Flocalhost%3A1455%2Fback';
	const launch = launchWith({ prints: [page], ...options });
	return connected(
		launch,
		createFakeHost(),
		{ cwd: folder, sandbox },
		{ confine: async (given) => succeed({ launch: given, confinement, started: () => {} }) },
	);
}

test('The sandbox leads in the browser that comes back to the port that an address names, until the sign-in is over, each time.', async () => {
	const said: string[] = [];
	const agent = await startConfined({ auth: 'slow' }, said);
	for (let time = 0; time < 2; time += 1) unwrap(await agent.authenticate('browser', {}, still));
	expect(said).toEqual(['open 1455', 'closed', 'open 1455', 'closed']);
});

test('It does so no more when the sign-in is given up, or ends with the agent.', async () => {
	const said: string[] = [];
	const agent = await startConfined({ auth: 'hang' }, said);
	const [given, left] = [new AbortController(), new AbortController()];
	const both = [given, left].map(({ signal }) => agent.authenticate('browser', {}, signal));
	await vi.waitFor(() => expect(said).toEqual(['open 1455']));
	given.abort();
	expect(await both[0]).toMatchObject({ ok: false });
	expect(said).toEqual(['open 1455']);
	await agent.close();
	expect(await both[1]).toMatchObject({ ok: false });
	expect(said).toEqual(['open 1455', 'closed']);
});

test('Signing out is asked for only where the agent has it.', async () => {
	const without = await start({ refuses: [] });
	expect(await without.logout()).toMatchObject({
		failure: { code: 'usage', message: 'Scripted cannot sign out over the protocol.' },
	});
	expect((await sent()).map(({ method }) => method)).toEqual(['initialize']);
	const failing = await start({ logout: 'error' });
	expect(await failing.logout()).toMatchObject({
		failure: { message: 'Scripted did not sign out: the keychain is locked' },
	});
	const agent = await start({ logout: true });
	unwrap(await agent.authenticate('browser', {}, still));
	expect(await agent.logout()).toEqual({ ok: true, value: undefined });
	expect(await agent.newSession(NEW)).toMatchObject({ failure: { code: 'auth-required' } });
});

test('The account is known from what the agent tells, or asked for.', async () => {
	const host = createFakeHost();
	const pushed = await start({ status: 'pushed', refuses: [] }, host);
	expect(await pushed.authStatus()).toEqual({ ok: true, value: null });
	unwrap(await pushed.newSession(NEW));
	await vi.waitFor(() => expect(host.statuses).toEqual([{ kind: 'none', label: 'Not logged in' }]));
	unwrap(await pushed.authenticate('browser', {}, still));
	await vi.waitFor(() => expect(host.statuses.at(-1)?.kind).toBe('subscription'));
	expect(host.events).toEqual([]);
	const asked = await start({ status: 'asked' });
	expect(await asked.authStatus()).toMatchObject({
		value: { kind: 'authenticated', label: 'dev@example.org (Pro plan)' },
	});
});

test('A key that was given before is handed over again by itself, once, and what was refused is repeated once.', async () => {
	const launch = launchWith({ methods: ['browser', 'key'], key: 'sk-right', keyMemory: true });
	const methods = async () => (await sent()).map(({ method }) => method);
	const startWith = (apiKeys: Record<string, string>) =>
		connected(launch, createFakeHost(), {}, { savedKeys: async () => apiKeys });
	const agent = await startWith({ key: 'sk-right', gone: 'x' });
	expect(await agent.newSession(NEW)).toMatchObject({ ok: true });
	expect(await methods()).toEqual(['initialize', 'session/new', 'authenticate', 'session/new']);
	await rm(join(folder, 'log'));
	const wrong = await startWith({ key: 'sk-old-one' });
	for (const _ of [1, 2]) expect(await wrong.newSession(NEW)).toMatchObject({ failure: { code: 'auth-required' } });
	expect(await methods()).toEqual(['initialize', 'session/new', 'authenticate', 'session/new']);
});

test('Gemini takes the key itself as the field, and it stands in no recording either.', async () => {
	const lines: unknown[] = [];
	const launch = launchWith({ methods: ['key'], name: 'gemini-cli' });
	const agent = await connected(launch, createFakeHost(), {}, { record: (line) => lines.push(line) });
	unwrap(await agent.authenticate('key', { apiKey: 'AI-plain-key' }, still));
	expect((await sent()).at(-1)?.params).toEqual({ methodId: 'key', _meta: { 'api-key': 'AI-plain-key' } });
	expect(JSON.stringify(lines)).not.toContain('AI-plain-key');
});
