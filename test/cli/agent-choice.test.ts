import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chooseAgent } from '../../src/cli/agent-choice.js';
import { defaultSettings, type Settings } from '../../src/cli/config/settings.js';
import { UsageError } from '../../src/cli/errors.js';
import { findPaths } from '../../src/cli/paths.js';

let home = '';
const settings: Settings = {
	...defaultSettings,
	agents: new Map([
		['mine', { command: '/opt/mine', args: ['--acp'], env: { KEY: 'v' }, cwd: '/opt', title: 'Mine' }],
		['claude', { command: 'my-claude', args: [], env: {} }],
		['fetched', { command: 'npx', args: ['-y', 'x@1'], env: {} }],
	]),
};
const choose = (run: { agent?: string; agentCommand?: string }, agent: string | null = null) => {
	const env = { PATH: join(home, 'bin'), ACP_TUI_DATA_DIR: join(home, 'data') };
	const world = { node: '/bin/node', demoAgent: '/x/dist/demo.js', env, home, cwd: home, paths: findPaths(env, home) };
	return chooseAgent(run, { workspace: join(home, 'work'), settings: { ...settings, agent }, world });
};
const put = async (file: string, content = '#!/bin/sh\n'): Promise<void> => {
	await mkdir(dirname(join(home, file)), { recursive: true });
	await writeFile(join(home, file), content);
	await chmod(join(home, file), 0o755);
};

beforeAll(async () => {
	home = await realpath(await mkdtemp(join(tmpdir(), 'acp-choice-')));
	await mkdir(join(home, 'work'));
	for (const file of ['bin/gemini', 'bin/npx', 'bin/uvx', '.local/bin/goose', 'lib/node_modules/dimcode/cli.js'])
		await put(file);
	await put('lib/node_modules/dimcode/package.json', '{"version": "3.0.0", "bin": {"dimcode": "cli.js"}}');
	await put('bin/dimcode');
});
afterAll(() => rm(home, { recursive: true, force: true }));

describe('the agent of a run', () => {
	test.each([
		[
			'nothing set up: the demo',
			{},
			null,
			{ name: 'demo', command: '/bin/node', args: ['/x/dist/demo.js'], env: {}, isBundled: true },
		],
		['the config', {}, 'mine', { name: 'mine', command: '/opt/mine', args: ['--acp'], env: { KEY: 'v' }, cwd: '/opt' }],
		['the name before the config', { agent: 'demo' }, 'mine', { name: 'demo' }],
		['a name of the catalogue', { agent: 'gemini' }, null, { name: 'gemini', command: 'gemini', args: ['--acp'] }],
		['the config before the catalogue', { agent: 'claude' }, null, { command: 'my-claude' }],
		['what the config fetches', { agent: 'fetched' }, null, { command: 'npx', args: ['-y', 'x@1'] }],
		[
			'a command line',
			{ agentCommand: `/opt/a\\ b/agent --flag 'x y' ""` },
			'mine',
			{ name: 'agent', command: '/opt/a b/agent', args: ['--flag', 'x y', ''], env: {} },
		],
	])('%s', async (_, run, configured, expected) => {
		expect(await choose(run, configured)).toMatchObject({ launch: expected, missing: null });
	});

	test.each([
		['node ./lab/agent.js --acp', 'agent'],
		['/usr/bin/python3 -u tools/my_agent.py', 'my_agent'],
		['npx @scope/some-agent@1.2.3 acp', 'some-agent'],
		['deno run -A main.ts', 'main'],
		['node', 'node'],
		['node --version', 'node'],
		['./my-agent --acp', 'my-agent'],
	])('of the command line %s is called %s', async (agentCommand, name) => {
		expect(await choose({ agentCommand })).toMatchObject({ launch: { name } });
	});

	test('is found in ~/.local/bin and in npm’s global folder, too', async () => {
		expect(await choose({ agent: 'goose' })).toMatchObject({
			launch: { name: 'goose', command: join(home, '.local/bin/goose'), args: ['acp'] },
			missing: null,
		});
		expect(await choose({ agent: 'dimcode' })).toMatchObject({
			launch: { name: 'dimcode', command: join(home, 'bin/dimcode'), args: ['acp'] },
			missing: null,
		});
	});

	test.each([
		['claude-acp', 'Claude is not installed; to install it: acp-tui agents install claude-acp'],
		['kilocode', 'Kilo Code is not installed; to install it: acp-tui agents install kilo'],
		['kilo', 'Kilo Code is not installed; to install it: acp-tui agents install kilo'],
		['fast-agent', 'fast-agent is not installed; to install it: acp-tui agents install fast-agent'],
		['stakpak', 'Stakpak is not installed; to install it: acp-tui agents install stakpak'],
		['mux', 'Mux is not installed; to install it: npm install -g mux@^0.28.0'],
		['kiro', 'Kiro is not installed; its documentation says how to get it'],
	])('%s is never fetched: it is said that it is missing, and how to get it', async (agent, sentence) => {
		const { launch, missing } = await choose({ agent });
		expect(missing).toBe(sentence);
		expect(['npx', 'uvx', 'npm', 'uv']).not.toContain(launch.command);
	});

	test.each([
		[{ agent: 'gemni' }, null, '--agent "gemni": no such agent; did you mean gemini? ("acp-tui agents" lists them)'],
		[{ agent: 'zzz' }, null, '--agent "zzz": no such agent ("acp-tui agents" lists them)'],
		[{ agent: '../x' }, null, '--agent "../x": no such agent'],
		[{ agent: 'constructor' }, null, '--agent "constructor": no such agent'],
		[{}, 'gone', 'configured agent "gone": no such agent'],
		[{ agentCommand: '""' }, null, '--agent-command: The command is empty.'],
		[{ agentCommand: '"open' }, null, '--agent-command: The command has an open " quote'],
	])('%j with %j configured is refused', async (run, configured, sentence) => {
		const chosen = choose(run, configured);
		await expect(chosen).rejects.toThrow(UsageError);
		await expect(chosen).rejects.toThrow(sentence);
	});
});
