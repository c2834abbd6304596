import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { trust } from '../../../src/cli/config/config-trust.js';
import { loadConfig } from '../../../src/cli/config/load-config.js';
import { readMcpFile } from '../../../src/cli/config/project-files.js';
import { readConfig } from '../../../src/cli/config/read-config.js';
import { settingsAsFile } from '../../../src/cli/config/settings.js';
import { definitionsFor, loadMcpLists, mcpEntries, mcpNotices } from '../../../src/cli/mcp/mcp-lists.js';
import type { Paths } from '../../../src/cli/paths.js';
import { styleFor } from '../../../src/cli/style.js';
import { trustProject } from '../../../src/cli/subcommands/config/run-config.js';
import { projectHome } from '../project-home.js';

let home: string;
let project: string;
let paths: Paths;

beforeEach(async () => {
	({ home, project, paths } = await projectHome());
});

const write = async (file: string, data: unknown) => {
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, typeof data === 'string' ? data : JSON.stringify(data));
	return file;
};
const inConfig = (data: unknown) => write(join(paths.configDir, 'config.json'), data);
const named = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { command: 'sh' }]));

async function lists(optionFiles: readonly string[] = [], cwd = project) {
	return loadMcpLists(await loadConfig(paths, cwd), { cwd, paths, optionFiles });
}

const sourcesOf = async (agent: string, optionFiles: readonly string[] = []) =>
	Object.fromEntries(
		definitionsFor(await lists(optionFiles), agent).map(({ name, source, isWaiting }) => [
			name,
			isWaiting ? `${source} (waits)` : source,
		]),
	);

test('without any file there are no servers', async () => {
	expect(await lists()).toEqual({ shared: [], own: new Map(), mistakes: [], waitingFile: null, notices: [] });
});

test('of one name the option counts first, then the agent’s own, the config, the project', async () => {
	await inConfig({
		agents: { mine: { command: 'sh', mcpServers: named('all', 'three') } },
		mcpServers: named('all', 'three', 'two'),
	});
	const file = await write(join(project, '.mcp.json'), { mcpServers: named('all', 'three', 'two', 'one') });
	await trust(await readMcpFile(file), paths.trustFile);
	const first = await write(join(home, 'first.json'), { mcpServers: named('all') });
	const second = await write(join(home, 'second.json'), { mcpServers: { all: { command: 'ls' } } });
	expect(await sourcesOf('mine', [first, second])).toEqual({
		all: 'option',
		three: 'agent',
		two: 'config',
		one: 'project',
	});
	expect(await sourcesOf('other')).toEqual({ all: 'config', three: 'config', two: 'config', one: 'project' });
	const [all] = definitionsFor(await lists([first, second]), 'mine');
	expect(all?.definition).toMatchObject({ command: 'ls' });
});

test('a server that its file disables is left out without a notice, and nothing is asked about it', async () => {
	const servers = { ...named('on'), off: { command: 'sh', disabled: true } };
	const file = await write(join(project, '.mcp.json'), { mcpServers: servers });
	const stateOf = async () => {
		const found = await lists();
		const entries = await mcpEntries(found.shared, {
			cwd: project,
			additionalDirectories: [],
			world: { env: process.env, home },
		});
		return [entries.map(({ name, state }) => [name, state.type]), mcpNotices(found, entries, project).length];
	};
	expect(await stateOf()).toEqual([
		[
			['on', 'waiting'],
			['off', 'disabled'],
		],
		1,
	]);
	let asked = '';
	const agree = async (shown: string) => {
		asked = shown;
		return true;
	};
	await trustProject(project, { world: { paths, home }, style: await styleFor(process.stdout, {}), agree });
	expect(asked).toContain(`${file} would use the MCP server "on":`);
	expect(asked).toContain('Programs it starts run as you.\n');
	expect(await stateOf()).toEqual([
		[
			['on', 'ready'],
			['off', 'disabled'],
		],
		0,
	]);
});

describe('what a project brings waits for trust', () => {
	test('.mcp.json waits by its content, and the notice names its servers', async () => {
		const file = await write(join(project, '.mcp.json'), { mcpServers: named('docs', 'tracker') });
		expect(await sourcesOf('demo')).toEqual({ docs: 'project (waits)', tracker: 'project (waits)' });
		const found = await lists();
		const place = { cwd: project, additionalDirectories: [], world: { env: process.env, home } };
		const entries = await mcpEntries(found.shared, place);
		expect(entries.map(({ state }) => state.type)).toEqual(['waiting', 'waiting']);
		expect(mcpNotices(found, entries, project)).toEqual([
			'.mcp.json is not trusted yet, so its MCP servers "docs" and "tracker" are left out. Review it in /config, or with "acp-tui config trust".',
		]);
		await trust(await readMcpFile(file), paths.trustFile);
		expect(await sourcesOf('demo')).toEqual({ docs: 'project', tracker: 'project' });
		await write(file, { mcpServers: named('docs', 'tracker', 'more') });
		expect(await sourcesOf('demo')).toMatchObject({ docs: 'project (waits)', more: 'project (waits)' });
	});

	test('trust ends when a file changes that a server is started with', async () => {
		const server = await write(join(project, 'server.js'), '1');
		const file = await write(join(project, '.mcp.json'), {
			mcpServers: { docs: { command: 'node', args: ['server.js'] } },
		});
		await trust(await readMcpFile(file), paths.trustFile);
		expect(await sourcesOf('demo')).toEqual({ docs: 'project' });
		await write(server, '2');
		expect(await sourcesOf('demo')).toEqual({ docs: 'project (waits)' });
	});

	test('servers of its config wait with it, those of its agents too', async () => {
		const server = await write(join(project, 'server.js'), '1');
		const file = await write(join(project, '.acp-tuirc.json'), {
			agents: { mine: { command: 'sh', mcpServers: { own: { command: 'node', args: ['./server.js'] } } } },
			mcpServers: named('docs'),
		});
		expect((await loadConfig(paths, project)).pending?.effects).toEqual([
			'define 1 agent',
			'use the MCP server "docs"',
		]);
		expect(await sourcesOf('mine')).toEqual({ docs: 'project (waits)' });
		await trust(await readConfig(file), paths.trustFile);
		expect(await sourcesOf('mine')).toEqual({ own: 'agent', docs: 'project' });
		await write(server, '2');
		expect(await sourcesOf('mine')).toEqual({ docs: 'project (waits)' });
	});

	test('what is trusted in one project says nothing about another one that links to it', async () => {
		const other = await write(join(home, 'other', '.mcp.json'), { mcpServers: named('a') });
		await trust(await readMcpFile(other), paths.trustFile);
		await symlink(other, join(project, '.mcp.json'));
		expect((await lists()).waitingFile).toBe(join(project, '.mcp.json'));
	});

	test('what a server is started with is trusted as it was when the question was put', async () => {
		const script = await write(join(project, 'server.js'), '1');
		const file = await write(join(project, '.mcp.json'), {
			mcpServers: { a: { command: 'node', args: ['server.js'] } },
		});
		const answer = async () => {
			await write(script, '2');
			return true;
		};
		await trustProject(project, { world: { paths, home }, style: await styleFor(process.stdout, {}), agree: answer });
		expect((await lists()).waitingFile).toBe(file);
		await write(script, '1');
		expect((await lists()).waitingFile).toBeNull();
	});

	test('a file that an option names with an equals sign belongs to what is trusted', async () => {
		const script = await write(join(project, 'hook.js'), '1');
		const servers = { a: { command: 'node', args: ['--import=./hook.js'] } };
		const file = await write(join(project, '.mcp.json'), { mcpServers: servers });
		await trust(await readMcpFile(file), paths.trustFile);
		expect((await lists()).waitingFile).toBeNull();
		await write(script, '2');
		expect((await lists()).waitingFile).toBe(file);
	});

	test('the user’s server keeps its name, whatever a trusted project calls by it', async () => {
		await inConfig({ mcpServers: { docs: { command: 'mine' } } });
		const file = await write(join(project, '.acp-tuirc.json'), { mcpServers: { docs: { command: 'theirs' } } });
		await trust(await readConfig(file), paths.trustFile);
		expect((await lists()).shared.map(({ definition }) => definition)).toMatchObject([{ command: 'mine' }]);
	});

	test('the list is found up to the root of the repository', async () => {
		await write(join(project, '.mcp.json'), { mcpServers: named('docs') });
		await write(join(home, '.mcp.json'), { mcpServers: named('home') });
		const below = join(project, 'a', 'b');
		await mkdir(below, { recursive: true });
		expect((await lists([], below)).shared.map(({ name }) => name)).toEqual(['docs']);
	});
});

test.each([
	['{"mcpServers": [}', 'cannot be read'],
	['[]', 'mcpServers must be an object'],
	['{"servers": {}}', 'mcpServers must be an object'],
])(
	'a project’s list that is wrong is left out with a sentence, an option’s is wrong usage: %s',
	async (text, words) => {
		const file = await write(join(project, '.mcp.json'), text);
		const found = await lists();
		expect(found.shared).toEqual([]);
		expect(found.notices[0]).toContain(words);
		expect(found.notices[0]).toContain('its MCP servers are left out.');
		await expect(lists([file])).rejects.toThrow(words);
	},
);

test('an option’s file that is missing or has an entry that is no server is wrong usage', async () => {
	await expect(lists([join(home, 'gone.json')])).rejects.toThrow('cannot be read: it does not exist');
	const file = await write(join(home, 'bad.json'), { mcpServers: { a: {} } });
	await expect(lists([file])).rejects.toThrow('bad.json: mcpServers.a: it needs a command');
});

test.each([
	[{ mcpServers: { a: {} } }, 'mcpServers.a.command is missing'],
	[{ mcpServers: { a: { command: 'x', arg: [] } } }, 'unknown key "mcpServers.a.arg"; did you mean mcpServers.a.args?'],
	[
		{ mcpServers: { a: { url: 'x', header: {} } } },
		'unknown key "mcpServers.a.header"; did you mean mcpServers.a.headers?',
	],
	[{ mcpServers: { a: { type: 'ws', url: 'x' } } }, 'mcpServers.a.type must be http or sse'],
	[{ mcpServers: { '-a': { command: 'x' } } }, 'a name may have letters, digits, spaces'],
	[{ mcpServers: { a: { command: 'x', env: { A: 1 } } } }, 'mcpServers.a.env.A must be a string'],
	[{ agents: { b: { command: 'x', mcpServers: { a: {} } } } }, 'agents.b.mcpServers.a.command is missing'],
])('a config says what is wrong with a server: %j', async (config, words) => {
	await inConfig(config);
	await expect(loadConfig(paths, project)).rejects.toThrow(words);
});

test('the settings that are shown hold no values of variables and headers', async () => {
	const env = { TOKEN: 'verysecret' };
	const servers = {
		files: { command: 'files', args: ['--api-key', 'verysecret', '-v'], env },
		web: { type: 'http', url: 'https://x.example/?token=verysecret', headers: { Authorization: 'verysecret' } },
	};
	await inConfig({ mcpServers: servers, agents: { mine: { command: 'sh', mcpServers: servers } } });
	const shown = settingsAsFile((await loadConfig(paths, project)).settings);
	expect(JSON.stringify(shown)).not.toContain('verysecret');
	expect(shown).toMatchObject({ mcpServers: { files: { command: 'files', env: { TOKEN: '…' } } } });
});
