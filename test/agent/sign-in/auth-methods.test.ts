import { describe, expect, test } from 'vitest';
import { readAuthMethods } from '../../../src/agent/sign-in/auth-methods.js';
import { readAuthStatus } from '../../../src/agent/sign-in/sign-in-watch.js';
import { isSignedIn } from '../../../src/core/sign-in/auth-status.js';

describe('sign-in methods of every shape are read', () => {
	test.each([
		['without a type', { id: 'a', name: 'A' }, { type: 'agent', id: 'a', name: 'A' }],
		['without a name', { id: 'a' }, { type: 'agent', id: 'a', name: 'a' }],
		[
			'with an API key',
			{ id: 'k', name: 'Key', _meta: { 'api-key': { provider: 'openai' } } },
			{ type: 'agent', id: 'k', name: 'Key', apiKey: { provider: 'openai' } },
		],
		[
			'terminal',
			{ type: 'terminal', id: 't', name: 'T', args: ['--cli', 'login'], env: { A: '1' } },
			{ type: 'terminal', id: 't', name: 'T', args: ['--cli', 'login'], env: { A: '1' } },
		],
		[
			'terminal without arguments',
			{ type: 'terminal', id: 't' },
			{ type: 'terminal', id: 't', name: 't', args: [], env: {} },
		],
		[
			'terminal that also has the older form',
			{ type: 'terminal', id: 't', args: ['x'], _meta: { 'terminal-auth': { command: '/bin/sh', args: [] } } },
			{ type: 'terminal', id: 't', name: 't', args: ['x'], env: {} },
		],
		[
			'the older terminal form',
			{ id: 'o', _meta: { 'terminal-auth': { command: '/usr/bin/node', args: ['x.js', 'login'], label: 'Log in' } } },
			{
				type: 'terminal-command',
				id: 'o',
				name: 'o',
				command: { command: '/usr/bin/node', args: ['x.js', 'login'], label: 'Log in' },
				env: {},
			},
		],
		[
			'variables',
			{
				type: 'env_var',
				id: 'v',
				vars: [{ name: 'KEY', label: 'Key' }, { name: 'URL', secret: false, optional: true }, 'PLAIN'],
				link: 'https://example.com/keys',
			},
			{
				type: 'env_var',
				id: 'v',
				name: 'v',
				variables: [
					{ name: 'KEY', label: 'Key', isSecret: true, isOptional: false },
					{ name: 'URL', isSecret: false, isOptional: true },
					{ name: 'PLAIN', isSecret: true, isOptional: false },
				],
				link: 'https://example.com/keys',
			},
		],
		[
			'one variable',
			{ type: 'env_var', id: 'v', varName: 'KEY' },
			{ type: 'env_var', id: 'v', name: 'v', variables: [{ name: 'KEY', isSecret: true, isOptional: false }] },
		],
		['unknown', { type: 'passkey', id: 'p', name: 'P' }, { type: 'unknown', id: 'p', name: 'P', word: 'passkey' }],
		['a type that is no word', { type: 7, id: 'p' }, { type: 'unknown', id: 'p', name: 'p', word: 'unknown' }],
	])('%s', (_, sent, read) => {
		expect(readAuthMethods([sent])).toEqual([read]);
	});

	test.each([
		['arguments that are no words', { type: 'terminal', id: 't', args: ['a', 7] }],
		['arguments that are no list', { type: 'terminal', id: 't', args: 'login' }],
		['a zero byte', { type: 'terminal', id: 't', args: ['a\0b'] }],
		['too many arguments', { type: 'terminal', id: 't', args: Array.from({ length: 65 }, () => 'x') }],
		['an environment of objects', { type: 'terminal', id: 't', env: { A: { b: 1 } } }],
		['a name that no variable can have', { type: 'terminal', id: 't', env: { 'A=B': '1' } }],
		['the older form without a command', { id: 't', _meta: { 'terminal-auth': { args: ['x'] } } }],
		[
			'variables without a usable name',
			{ type: 'env_var', id: 't', vars: [{ name: '--help' }, {}, 'PATH', 'LD_PRELOAD'] },
		],
	])('%s makes a method that cannot be chosen', (_, sent) => {
		expect(readAuthMethods([sent])).toMatchObject([{ type: 'unknown', id: 't' }]);
	});

	test('A method cannot steer which program its agent is.', () => {
		const env = { PATH: '/evil', LD_PRELOAD: '/evil.so', NODE_OPTIONS: '--require /evil', KEEP: 'yes' };
		expect(readAuthMethods([{ type: 'terminal', id: 't', env }])).toMatchObject([{ env: { KEEP: 'yes' } }]);
	});

	test('What a registry may not set for an agent its sign-in may not either, but may ask for a key of an account.', () => {
		const names = ['PERL5OPT', 'git_ssh_command', 'RUBYOPT', 'HTTPS_PROXY', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'];
		const env = Object.fromEntries(names.map((name) => [name, 'x']));
		expect(readAuthMethods([{ type: 'terminal', id: 't', env }])).toEqual([
			{ type: 'terminal', id: 't', name: 't', args: [], env: {} },
		]);
		const vars = [...names, 'GOOGLE_API_KEY', 'GITHUB_TOKEN'];
		expect(readAuthMethods([{ type: 'env_var', id: 'e', vars }])).toMatchObject([
			{ variables: [{ name: 'GOOGLE_API_KEY' }, { name: 'GITHUB_TOKEN' }] },
		]);
	});

	test('Hostile lists are bounded, ids are unique.', () => {
		const many = Array.from({ length: 5000 }, (_, index) => ({
			id: `m${index}`,
			name: 'n'.repeat(1e5),
			description: 'd'.repeat(1e6),
		}));
		const read = readAuthMethods(many);
		expect(read).toHaveLength(32);
		expect(JSON.stringify(read).length).toBeLessThan(60_000);
		expect(
			readAuthMethods([
				{ id: 'a', name: 'first' },
				{ id: 'a', name: 'second' },
			]),
		).toMatchObject([{ name: 'first' }]);
		expect(readAuthMethods([{ id: 'x'.repeat(201) }, { id: 7 }, null, 'a', [], {}])).toEqual([]);
		for (const odd of [null, undefined, 7, 'text', {}, { length: 3 }]) expect(readAuthMethods(odd)).toEqual([]);
	});
});

describe('the account is read in both forms', () => {
	test.each([
		[
			'the older one',
			{ authStatus: { kind: 'api_key', label: 'API key', detail: 'KEY' } },
			{ kind: 'api_key', label: 'API key', detail: 'KEY' },
		],
		['without a label', { authStatus: { kind: 'none' } }, { kind: 'none', label: 'none' }],
		[
			'the protocol’s, the active account first',
			{ state: 'authenticated', accounts: [{ label: 'one' }, { label: 'two', active: true, organization: 'Org' }] },
			{ kind: 'authenticated', label: 'two', detail: 'Org' },
		],
		['without accounts', { state: 'unauthenticated' }, { kind: 'unauthenticated', label: 'unauthenticated' }],
		['neither', { accounts: 'x' }, null],
		['nothing', null, null],
	])('%s', (_, sent, read) => {
		expect(readAuthStatus(sent)).toEqual(read);
	});

	test('Only what the agent says counts as signed in or not.', () => {
		const kinds = ['subscription', 'api_key', 'not_required', 'none', 'unauthenticated', 'unknown'];
		expect(kinds.map((kind) => isSignedIn({ kind, label: '' }))).toEqual([true, true, true, false, false, null]);
	});
});
