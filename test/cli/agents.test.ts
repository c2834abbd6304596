import { chmod, mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { createAgentsPort } from '../../src/cli/agents/create-agents-port.js';
import { resolveAgent } from '../../src/cli/agents/resolve-agent.js';
import { loadConfig } from '../../src/cli/config/load-config.js';
import { PERSISTS_ALL } from '../../src/cli/persistence.js';
import type { AgentListing } from '../../src/core/agents/agent-listing.js';
import { machineTarget } from '../../src/services/agents/registry/machine-target.js';
import { temporaryFolder } from '../services/temporary-folder.js';
import { carryOut } from './carry-out.js';
import { worldIn } from './world.js';

const script = '#!/bin/sh\necho started >> "$(dirname "$0")/started"\n';
let home = '';

let env: Readonly<Record<string, string>> = {};

beforeEach(async () => {
	home = temporaryFolder();
	const PATH = `${join(home, 'work', 'bin')}:bin:${join(home, 'bin')}:${join(home, 'npm', 'bin')}`;
	env = { PATH, ACP_TUI_DATA_DIR: join(home, 'data') };
	await mkdir(join(home, 'work', '.git'), { recursive: true });
});

/** What a command line prints, and its exit code. */
const run = (...argv: readonly string[]) => carryOut([...argv, '-C', join(home, 'work')], { home, env });

async function listing(...argv: readonly string[]): Promise<ReadonlyMap<string, AgentListing>> {
	const rows: readonly AgentListing[] = JSON.parse((await run('agents', '--json', ...argv)).out);
	return new Map(rows.map((row) => [row.id, row]));
}

async function put(file: string, content = script): Promise<string> {
	const path = join(home, file);
	await mkdir(dirname(path), { recursive: true });
	await writeFile(path, content, { mode: 0o755 });
	return path;
}

test('One list has the bundled agent, the config’s, the catalogue’s and the registry’s, each once.', async () => {
	await put(
		'config/config.json',
		JSON.stringify({ agents: { mine: { command: 'my-agent' }, claude: { command: '/x' } } }),
	);
	const rows = await listing();
	expect(rows.get('demo')).toMatchObject({ source: 'bundled', installed: null, distribution: [] });
	expect(rows.get('mine')).toMatchObject({ source: 'config', version: null, distribution: [] });
	expect(rows.get('goose')).toMatchObject({
		source: 'registry',
		version: '1.54.0',
		distribution: ['binary'],
		broken: null,
	});
	expect(rows.get('kiro')).toMatchObject({ source: 'catalogue', distribution: [] });
	expect(rows.get('qoder')?.broken).toContain('initialize fails');
	expect(rows.get('codex-acp')?.aliases).toEqual(['codex']);
	// A name that the config gives to its own is no alias of another.
	expect(rows.get('claude')).toMatchObject({ source: 'config', name: 'Claude' });
	expect(rows.get('claude-acp')?.aliases).toEqual(['claude-code-acp']);
	const names = [...rows.values()].flatMap(({ id, aliases }) => [id, ...aliases]);
	expect(new Set(names).size).toBe(names.length);
	expect([...rows.values()].filter(({ source }) => source === 'registry')).toHaveLength(41);
});

test('Agents are found on the PATH, in ~/.local/bin and in npm’s global folder, and none is started.', async () => {
	const goose = await put('bin/goose');
	const devin = await put('.local/bin/devin');
	const manifest = { name: '@agentclientprotocol/codex-acp', version: '2.1.0', bin: { 'codex-acp': 'dist/index.js' } };
	await put('npm/lib/node_modules/@agentclientprotocol/codex-acp/package.json', JSON.stringify(manifest));
	await put('npm/lib/node_modules/@agentclientprotocol/codex-acp/dist/index.js');
	await mkdir(join(home, 'npm', 'bin'), { recursive: true });
	await symlink(
		'../lib/node_modules/@agentclientprotocol/codex-acp/dist/index.js',
		join(home, 'npm', 'bin', 'codex-acp'),
	);
	await put('.npmrc', 'prefix=~/other\n');
	await put('other/lib/node_modules/cline/package.json', '{"version": "3.0.1", "bin": "cli.js"}');
	const cline = await put('other/bin/cline');
	const rows = await listing();
	expect(rows.get('goose')?.installed).toEqual({ path: goose, version: null, by: 'path' });
	expect(rows.get('devin')?.installed).toEqual({ path: devin, version: null, by: 'path' });
	expect(rows.get('codex-acp')?.installed).toEqual({
		path: join(home, 'npm', 'bin', 'codex-acp'),
		version: '2.1.0',
		by: 'npm',
	});
	expect(rows.get('cline')?.installed).toEqual({ path: cline, version: '3.0.1', by: 'npm' });
	expect(rows.get('cursor')?.installed).toBeNull();
	const { out } = await run('agents');
	expect(out.indexOf('goose')).toBeLessThan(out.indexOf('Not installed'));
	expect(out).toContain('~/.local/bin/devin');
	expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
	for (const folder of ['bin', '.local/bin', 'other/bin'])
		await expect(realpath(join(home, folder, 'started'))).rejects.toThrow();
});

test('What this program installed comes before the PATH, even where the registry has the agent no more.', async () => {
	await put('bin/goose');
	const entry = (archive: string) => ({
		version: '1.50.0',
		source: 'registry',
		kind: 'binary',
		archive,
		integrity: `sha256:${'a'.repeat(64)}`,
		publisher: 'Block',
		authors: ['Block'],
		repository: null,
		licenseUrl: null,
		installedAt: '2026-10-01T00:00:00.000Z',
		updatedAt: '2026-10-01T00:00:00.000Z',
		command: 'agent',
		isSystemCommand: false,
		isNodeScript: false,
		args: ['acp'],
		env: {},
		installScripts: [],
		haveScriptsRun: false,
		previous: null,
	});
	const agents = { goose: entry('https://example.com/goose.zip'), gone: entry('https://example.com/gone.zip') };
	await put('data/agents.lock.json', JSON.stringify({ version: 1, agents, firstSeen: {} }));
	await chmod(join(home, 'data', 'agents.lock.json'), 0o600);
	const goose = await put('data/agents/goose/1.50.0/agent');
	const gone = await put('data/agents/gone/1.50.0/agent');
	const rows = await listing();
	expect(rows.get('goose')?.installed).toEqual({ path: goose, version: '1.50.0', by: 'acp-tui' });
	expect(rows.get('gone')).toMatchObject({ id: 'gone', installed: { path: gone, version: '1.50.0', by: 'acp-tui' } });
	expect(await run('-a', 'gone', '-p', 'hi')).toMatchObject({
		code: 1,
		err: expect.not.stringContaining('no such agent'),
	});
	await put('data/agents.lock.json', '{');
	expect((await run('agents')).out).toContain('agents.lock.json cannot be used: it is not JSON');
	const damaged = await run('-a', 'goose', '-p', 'hi');
	expect(damaged.code).toBe(2);
	expect(damaged.err).toContain('it is not JSON. Move the file away and install the agents again.');
});

test('What a repository brings is no installed agent.', async () => {
	await put('work/bin/goose');
	const devin = await put('work/tools/devin');
	await mkdir(join(home, 'bin'));
	await symlink(devin, join(home, 'bin', 'devin'));
	const rows = await listing();
	expect(rows.get('goose')?.installed).toBeNull();
	expect(rows.get('devin')?.installed).toBeNull();
});

test('A stored sign-in is seen where its file is known, and nothing is claimed elsewhere.', async () => {
	await put('.codex/auth.json', '{"key": "secret"}');
	await put('.gemini/oauth_creds.json', '');
	const rows = await listing();
	expect(rows.get('codex-acp')?.signedIn).toBe(true);
	expect(rows.get('gemini')?.signedIn).toBeNull();
	expect(rows.get('goose')?.signedIn).toBeNull();
});

test('"show" tells the whole plan by every name of an agent, without a network.', async () => {
	vi.stubGlobal('fetch', () => {
		throw new Error('the network was asked');
	});
	const keys =
		'id name version kind from license licenseUrl publisher installScripts command args env droppedEnv target broken';
	for (const name of ['claude', 'claude-acp', 'claude-code-acp']) {
		const plan: object = JSON.parse((await run('agents', 'show', name, '--json')).out);
		expect(plan).toMatchObject({
			id: 'claude-acp',
			kind: 'npx',
			package: '@agentclientprotocol/claude-agent-acp@0.89.1',
			integrity: null,
		});
		expect(Object.keys(plan)).toEqual(expect.arrayContaining(keys.split(' ')));
	}
	for (const { id, distribution } of (await listing()).values()) {
		const shown = await run('agents', 'show', id);
		expect(shown.code, id).toBe(0);
		expect(shown.out, id).toContain(
			distribution.length === 0 ? 'cannot be installed here' : 'To install it: acp-tui agents install',
		);
	}
	vi.unstubAllGlobals();
});

test('"show" of a name that no agent has ends with 2 and says what was meant.', async () => {
	const { code, err } = await run('agents', 'show', 'gose');
	expect(code).toBe(2);
	expect(err).toBe('acp-tui: "gose": no such agent; did you mean goose? ("acp-tui agents" lists them)\n');
});

test('Another index takes the place of the registry’s, and what is wrong in it is named.', async () => {
	const good = {
		id: 'good',
		name: 'Go\u001b]0;owned\u0007od',
		version: '1.0.0',
		distribution: { npx: { package: 'good@1.0.0' } },
	};
	await put('index.json', JSON.stringify({ agents: [good, { ...good, id: '../e\u001b[2Jvil' }] }));
	const { out } = await run('agents', '--from', join(home, 'index.json'));
	expect(out).toContain('good');
	expect(out).toContain('../evil was left out: its id is not allowed');
	expect(out).not.toContain('\u001b');
	const rows = await listing('--from', join(home, 'index.json'));
	expect([...rows.values()].filter(({ source }) => source === 'registry').map(({ id }) => id)).toEqual(['good']);
	await put('broken.json', 'hello');
	for (const args of [[], ['show', 'good'], ['install', 'good', '--yes'], ['update']]) {
		expect(await run('agents', ...args, '--from', join(home, 'broken.json')), args[0]).toMatchObject({
			code: 1,
			err: expect.stringContaining('is not JSON'),
		});
		// Nobody listens on this port.
		expect(await run('agents', ...args, '--from', 'http://127.0.0.1:1/registry.json'), args[0]).toMatchObject({
			code: 1,
			err: expect.stringContaining('cannot be fetched'),
		});
	}
});

test('An entry that cannot be used is refused with its reason.', async () => {
	const bad = { id: 'bad', name: 'Bad', version: '1.0.0', distribution: { npx: { package: 'bad@latest' } } };
	await put('index.json', JSON.stringify({ agents: [bad] }));
	for (const action of ['show', 'install']) {
		expect(await run('agents', action, 'bad', '--from', join(home, 'index.json')), action).toMatchObject({
			code: 2,
			err: expect.stringContaining('its package has no exact version'),
		});
	}
});

test('A fetched index passes no other program of the machine off as an agent.', async () => {
	const binary = { [machineTarget()]: { archive: 'x', cmd: 'tool', args: ['--evil'] } };
	const entry = { name: 'X', version: '1.0.0', distribution: { binary } };
	const own = { binary: { [machineTarget()]: { archive: 'x', cmd: './harn', args: ['--evil'] } } };
	const agents = [
		{ ...entry, id: 'other' },
		{ ...entry, id: 'tool' },
		{ ...entry, id: 'harn', distribution: own },
	];
	await put('index.json', JSON.stringify({ agents }));
	const tool = await put('bin/tool');
	const harn = await put('bin/harn');
	expect(await run('agents', 'update', '--from', join(home, 'index.json'), '--accept-changes')).toMatchObject({
		code: 0,
	});
	const rows = await listing();
	expect(rows.get('other')?.installed).toBeNull();
	expect(rows.get('tool')?.installed?.path).toBe(tool);
	expect(rows.get('harn')?.installed?.path).toBe(harn);
	expect(await run('-a', 'other', '-p', 'hi')).toMatchObject({
		code: 2,
		err: expect.stringContaining('not installed'),
	});
	const world = worldIn(home, env);
	const settings = { agents: new Map(), additionalDirectories: [] };
	const started = await resolveAgent('harn', '--agent', { workspace: join(home, 'work'), settings, world });
	expect(started.launch).toMatchObject({ command: harn, args: ['serve', 'acp'] });
});

test('-p with an agent that is not here ends with 2 and says how to install it; nothing is fetched.', async () => {
	const npx = await put('bin/npx');
	const { code, err } = await run('-a', 'kilocode', '-p', 'hi');
	expect(code).toBe(2);
	expect(err).toBe('acp-tui: Kilo Code is not installed; to install it: acp-tui agents install kilo\n');
	await expect(realpath(join(dirname(npx), 'started'))).rejects.toThrow();
});

test('/agent installs no other version than a trusted lock of the project wants.', async () => {
	const integrity = `sha512-${'A'.repeat(86)}==`;
	const pin = { version: '0.0.1', kind: 'npx', package: 'pi-acp@0.0.1', integrity };
	await put('work/agents.lock.json', JSON.stringify({ version: 1, agents: { 'pi-acp': pin } }));
	expect(await run('config', 'trust', '--yes')).toMatchObject({ code: 0 });
	const workspace = join(home, 'work');
	const world = worldIn(home, env);
	const config = await loadConfig(world.paths, workspace);
	const { settings } = config;
	const profileOf = () => Promise.reject(new Error('nothing is started'));
	const sandboxes = { asked: null, writable: [], chosen: new Map(), config };
	const { install } = createAgentsPort(
		{ cwd: workspace, settings, sandboxes, persistence: PERSISTS_ALL, profileOf },
		world,
	);
	expect(
		await install('pi-acp', { signal: new AbortController().signal, onProgress: () => {}, consent: async () => false }),
	).toMatchObject({ ok: false, failure: { message: expect.stringContaining('wants pi-acp 0.0.1') } });
});
