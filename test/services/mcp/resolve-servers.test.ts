import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { McpDefinition, McpDefinitionAt } from '../../../src/core/mcp/mcp-definition.js';
import { resolveMcpServers } from '../../../src/services/mcp/resolve-servers.js';
import { withoutKnownSecrets } from '../../../src/services/secrets/known-secrets.js';

let home: string;
let workspace: string;
let bin: string;

beforeEach(async () => {
	home = await realpath(await mkdtemp(join(tmpdir(), 'acp-mcp-')));
	workspace = join(home, 'project');
	bin = join(home, 'bin');
	await mkdir(join(workspace, 'node_modules', '.bin'), { recursive: true });
	await mkdir(bin);
	await program(join(bin, 'server'));
});
afterEach(() => rm(home, { recursive: true }));

const program = async (file: string) => {
	await writeFile(file, '#!/bin/sh\n');
	await chmod(file, 0o755);
	return file;
};

async function resolveOne(definition: McpDefinition, at: Partial<McpDefinitionAt> = {}) {
	const file = join(home, 'config', 'config.json');
	const [entry] = await resolveMcpServers(
		[{ name: 'a', source: 'config', file, hasShortForms: false, isWaiting: false, ...at, definition }],
		{
			env: {
				PATH: `${workspace}/node_modules/.bin:node_modules/.bin:${bin}`,
				TOKEN: 'secret-value',
				NUL: 'a\0b',
				LINE: 'a\nb',
			},
			repositoryFolders: [workspace],
		},
	);
	return entry;
}

const stdio = (command: string, more: Partial<Extract<McpDefinition, { type: 'stdio' }>> = {}): McpDefinition => ({
	type: 'stdio',
	command,
	args: [],
	env: {},
	...more,
});
const http = (url: string, headers: Readonly<Record<string, string>> = {}): McpDefinition => ({
	type: 'http',
	url,
	headers,
});

test('a command is found, and variables are filled in everywhere', async () => {
	const entry = await resolveOne(stdio('server', { args: [`--key=\${env:TOKEN}`], env: { KEY: `\${env:TOKEN}` } }));
	expect(entry?.state).toEqual({
		type: 'ready',
		server: {
			type: 'stdio',
			name: 'a',
			command: join(bin, 'server'),
			args: ['--key=secret-value'],
			env: [{ name: 'KEY', value: 'secret-value' }],
		},
	});
	expect(JSON.stringify({ ...entry, state: null })).not.toContain('secret-value');
	const web = await resolveOne(http(`https://x.example/\${env:TOKEN}`, { Authorization: `Bearer \${env:TOKEN}` }));
	expect(web?.state).toMatchObject({
		server: {
			url: 'https://x.example/secret-value',
			headers: [{ name: 'Authorization', value: 'Bearer secret-value' }],
		},
	});
	expect(JSON.stringify({ ...web, state: null })).not.toContain('secret-value');
});

test('a path counts from the file that names it', async () => {
	await mkdir(join(home, 'config'));
	const own = await program(join(home, 'config', 'own'));
	expect((await resolveOne(stdio('./own')))?.state).toMatchObject({ server: { command: own } });
	const brought = await program(join(workspace, 'server.sh'));
	const at = { file: join(workspace, '.mcp.json') };
	expect((await resolveOne(stdio('./server.sh'), at))?.state).toMatchObject({ server: { command: brought } });
});

test('a bare name is never a program of the repository, not through a link either', async () => {
	await program(join(workspace, 'node_modules', '.bin', 'brought'));
	await symlink(await program(join(workspace, 'linked')), join(bin, 'linked'));
	for (const name of ['brought', 'linked']) {
		const why = expect.stringContaining(`only the workspace has a program called ${name}`);
		expect((await resolveOne(stdio(name)))?.state).toEqual({ type: 'left-out', why });
	}
});

test.each<[McpDefinition, string]>([
	[stdio('nowhere'), 'nowhere was not found on the PATH'],
	[stdio('./nowhere'), 'there is no program at '],
	[stdio('server', { args: [`\${env:UNSET}`] }), 'the environment variable UNSET is not set'],
	[stdio('server', { env: { A: `\${env:UNSET}` } }), 'the environment variable UNSET is not set'],
	[stdio('server', { env: { A: `\${env:NUL}` } }), 'the variable "A" cannot be set'],
	[stdio('server', { env: { 'A=B': 'x' } }), 'the variable "A=B" cannot be set'],
	[stdio('server', { args: ['a\0b'] }), 'an argument holds a NUL character'],
	[http('ftp://x.example'), 'its address is not http or https'],
	[http('x.example'), 'its address is not http or https'],
	[http('https://user:secret@x.example'), 'its address holds a password'],
	[http('https://x.example', { A: `\${env:UNSET}` }), 'the environment variable UNSET is not set'],
	[http('https://x.example', { A: `\${env:LINE}` }), 'the header "A" cannot be sent'],
	[http('https://x.example', { 'A\nB': 'x' }), 'the header "A\\nB" cannot be sent'],
])('one that cannot be given is left out with the reason: %j', async (definition, why) => {
	const entry = await resolveOne(definition);
	expect(entry?.state).toEqual({ type: 'left-out', why: expect.stringContaining(why) });
	expect(JSON.stringify(entry)).not.toContain('secret-value');
});

test('a file without the right to run it is said to be that', async () => {
	await writeFile(join(bin, 'plain'), '');
	expect((await resolveOne(stdio('plain')))?.state).toMatchObject({ why: 'plain may not be run: permission denied' });
	expect((await resolveOne(stdio(join(bin, 'plain'))))?.state).toMatchObject({
		why: expect.stringContaining('may not be run'),
	});
});

test('its secrets are known from then on, whatever they look like', async () => {
	const env = { MY_TOKEN: 'plain words', LEVEL: 'verbose' };
	await resolveOne(stdio('server', { env }));
	await resolveOne(http('https://x.example', { 'X-Odd': 'Basic zzzzzz' }));
	expect(withoutKnownSecrets('plain words, verbose, Basic zzzzzz')).toBe('[redacted], verbose, Basic [redacted]');
});

test('a secret that a variable brings into an argument or an address is kept out as well', async () => {
	await resolveOne(stdio('server', { args: [`\${env:TOKEN}`] }));
	expect(withoutKnownSecrets('it said secret-value')).toBe('it said [redacted]');
});

test('of one that waits nothing is looked up', async () => {
	expect((await resolveOne(stdio('nowhere'), { isWaiting: true }))?.state).toEqual({ type: 'waiting' });
});
