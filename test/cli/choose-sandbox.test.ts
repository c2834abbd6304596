import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type AgentSandboxSettings, askedSandbox } from '../../src/cli/agent-profile.js';
import { folderFor, sandboxChoices, withSandbox } from '../../src/cli/agents/choose-sandbox.js';
import { loadConfig } from '../../src/cli/config/load-config.js';
import { findPaths } from '../../src/cli/paths.js';
import type { AgentLaunch } from '../../src/core/agent-info.js';
import { plainProfile } from '../../src/core/agents/profile.js';
import type { AgentSandbox } from '../../src/core/sandbox/sandbox.js';
import { temporaryFolder } from '../services/temporary-folder.js';

const launch = { name: 'claude', command: 'claude-agent-acp', args: [], env: {} };

/** The user's and the project's config, and what the command line says. */
async function given(
	{ user, project, name = 'config.json' }: { user?: string; project?: string; name?: string },
	asked: AgentSandbox | null = null,
) {
	const home = temporaryFolder();
	const configDir = join(home, 'config');
	const workspace = join(home, 'work');
	await Promise.all([mkdir(configDir), mkdir(workspace)]);
	const file = join(configDir, name);
	const projectFile = join(workspace, '.acp-tuirc.json');
	if (user !== undefined) await writeFile(file, user, { mode: 0o640 });
	if (project !== undefined) await writeFile(projectFile, project);
	const config = await loadConfig(findPaths({ ACP_TUI_CONFIG_DIR: configDir }, home), workspace);
	const settings: AgentSandboxSettings = { asked, writable: [], chosen: new Map(), config };
	const said = asked ?? config.settings.agents.get('claude')?.sandbox ?? 'auto';
	const profile = { ...plainProfile(launch), sandbox: said === 'auto' ? ('watch' as const) : said };
	const place = { settings, configDir, workspace, home, env: { PATH: '/usr/bin' }, ours: [configDir] };
	return { settings, configDir, place, file, projectFile, profile };
}

describe('Where the sandbox of an agent is set', () => {
	test.each([
		['nobody says anything', {}, null, 'default'],
		['the user’s config does', { user: '{"agents":{"claude":{"sandbox":"fence"}}}' }, null, 'user'],
		['the project’s does', { project: '{"agents":{"claude":{"sandbox":"fence"}}}' }, null, 'project'],
		['the command line does', { user: '{"agents":{"claude":{"sandbox":"fence"}}}' }, 'off', 'command-line'],
		[
			'the project says something looser than the user',
			{ user: '{"agents":{"claude":{"sandbox":"shadow"}}}', project: '{"agents":{"claude":{"sandbox":"fence"}}}' },
			null,
			'user',
		],
	] as const)('is known where %s.', async (_, files, asked, type) => {
		const { place, profile } = await given(files, asked);
		expect((await sandboxChoices(profile, place)).source).toMatchObject({ type });
	});

	test('an agent of a command line has no name to be kept under.', async () => {
		const { settings, place, profile } = await given({ project: '{"agents":{"claude":{"sandbox":"fence"}}}' });
		const own = { ...profile, launch: { ...launch, isCommandLine: true as const }, sandbox: 'watch' as const };
		expect(await sandboxChoices(own, place)).toMatchObject({ source: { type: 'default' }, least: null, savedIn: null });
		const chosen = await withSandbox(own, { sandbox: 'off', isKept: true }, place);
		expect(chosen).toMatchObject({ ok: true, value: { savedIn: null } });
		expect(settings.chosen.size).toBe(0);
	});
});

describe('A sandbox that is chosen', () => {
	test('for this session writes nothing, and comes before the command line from then on.', async () => {
		const { settings, place, file, profile } = await given({ user: '{ "mode": "plan" }\n' }, 'watch');
		const chosen = await withSandbox(profile, { sandbox: 'off', isKept: false }, place);
		expect(chosen).toMatchObject({ ok: true, value: { profile: { sandbox: 'off' }, savedIn: null } });
		expect(await readFile(file, 'utf8')).toBe('{ "mode": "plan" }\n');
		expect(askedSandbox(settings, launch)).toBe('off');
		expect(askedSandbox(settings, { ...launch, name: 'other' })).toBe('watch');
		expect((await sandboxChoices({ launch, sandbox: 'off' }, place)).source).toEqual({ type: 'session' });
	});

	test('as an answer before a start is remembered for the agent, and no config says it.', async () => {
		const { place, file, profile } = await given({ user: '{ "mode": "plan" }\n' });
		const remembered: unknown[] = [];
		const remember = async (of: AgentLaunch, what: string) => void remembered.push([of.name, what]);
		const asking = { ...profile, asksForSandbox: true as const };
		const answer = { sandbox: 'watch', isKept: false, isAnswer: true } as const;
		const chosen = await withSandbox(asking, answer, { ...place, remember });
		if (!chosen.ok) throw new Error(chosen.failure.message);
		expect(remembered).toEqual([['claude', 'watch']]);
		expect(chosen.value.profile).toEqual({ ...profile, isSandboxAnswered: true });
		expect(await readFile(file, 'utf8')).toBe('{ "mode": "plan" }\n');
		expect((await sandboxChoices(chosen.value.profile, place)).source).toEqual({ type: 'answer' });
	});

	test('always stands in the user’s config, with everything else as it was.', async () => {
		const user = '{\n\t"mode": "plan",\n\t"agents": {\n\t\t"claude": {\n\t\t\t"model": "opus"\n\t\t}\n\t}\n}\n';
		const { place, file, profile } = await given({ user });
		const chosen = await withSandbox(profile, { sandbox: 'off', isKept: true }, place);
		expect(chosen).toMatchObject({ ok: true, value: { savedIn: file } });
		expect(await readFile(file, 'utf8')).toBe(
			user.replace('"model": "opus"', '"model": "opus",\n\t\t\t"sandbox": "off"'),
		);
	});

	test('is kept in YAML with its comments, under the name by which the config knows the agent.', async () => {
		const user = '# mine\nagents:\n  claude-acp:\n    model: opus # the large one\n';
		const { configDir, place, file, profile } = await given({ user, name: 'config.yaml' });
		await withSandbox(profile, { sandbox: 'off', isKept: true }, place);
		expect(await readFile(file, 'utf8')).toBe(
			'# mine\nagents:\n  claude-acp:\n    model: opus # the large one\n    sandbox: off\n',
		);
		expect(
			(await loadConfig(findPaths({ ACP_TUI_CONFIG_DIR: configDir }, configDir), configDir)).settings.agents,
		).toEqual(new Map([['claude-acp', expect.objectContaining({ sandbox: 'off', model: 'opus' })]]));
	});

	test('is refused for the whole file system, which no sandbox shows.', async () => {
		const { place, profile } = await given({});
		const refused = await withSandbox(profile, { sandbox: 'fence', isKept: true }, { ...place, workspace: '/' });
		expect(refused).toMatchObject({
			ok: false,
			failure: { message: expect.stringMatching(/^The sandbox "fence" is not available\. .*whole file system/) },
		});
	});

	test('makes the config file where there is none.', async () => {
		const { place, file, profile } = await given({});
		await withSandbox(profile, { sandbox: 'off', isKept: true }, place);
		expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ agents: { claude: { sandbox: 'off' } } });
	});

	test('is refused where the project wants a tighter one, and nothing is written.', async () => {
		const { settings, place, file, projectFile, profile } = await given({
			project: '{"agents":{"claude":{"sandbox":"fence"}}}',
		});
		for (const sandbox of ['off', 'watch'] as const) {
			const refused = await withSandbox(profile, { sandbox, isKept: true }, place);
			expect(refused).toMatchObject({
				ok: false,
				failure: { code: 'usage', message: expect.stringContaining(`at least "fence" for claude (${projectFile})`) },
			});
		}
		await expect(readFile(file, 'utf8')).rejects.toThrow();
		expect(settings.chosen.size).toBe(0);
	});

	test.each(['off', 'watch'] as const)('is refused where it would open a network that is held: %s', async (sandbox) => {
		const { place, file, profile } = await given({});
		const held = { ...profile, sandbox: 'fence', network: 'off' } as const;
		const refused = await withSandbox(held, { sandbox, isKept: true }, place);
		expect(refused).toMatchObject({
			ok: false,
			failure: { code: 'usage', message: expect.stringContaining('network') },
		});
		await expect(readFile(file, 'utf8')).rejects.toThrow();
	});

	test('is not written over a config with mistakes.', async () => {
		const { place, file, profile } = await given({ user: '{}' });
		await writeFile(file, '{"agents": 3}');
		const refused = await withSandbox(profile, { sandbox: 'off', isKept: true }, place);
		expect(refused).toMatchObject({ ok: false, failure: { code: 'usage' } });
		expect(await readFile(file, 'utf8')).toBe('{"agents": 3}');
	});
});

describe('A folder that is opened to the agent that runs', () => {
	test('is added to what it may write, for every start of this run, and stands in no config.', async () => {
		const { settings, place, file, profile } = await given({});
		const opened = await withSandbox(profile, { sandbox: 'watch', isKept: false, opens: '~/.any/' }, place);
		const folder = join(place.home, '.any');
		expect(opened).toMatchObject({ ok: true, value: { savedIn: null, opened: folder } });
		expect(opened.ok && opened.value.profile.writable.at(-1)).toBe(`${folder}/`);
		expect(settings.writable).toEqual([folder]);
		await expect(readFile(file, 'utf8')).rejects.toThrow();
	});

	test.each(['~', '/', '.', '..', '~/link'])('is refused where it is too wide: %s', async (opens) => {
		const { settings, place, profile } = await given({});
		await symlink(place.home, join(place.home, 'link'));
		const opened = await withSandbox(profile, { sandbox: 'watch', isKept: false, opens }, place);
		expect(opened).toMatchObject({ ok: false, failure: { message: expect.stringContaining('too wide') } });
		expect(settings.writable).toEqual([]);
	});
});

describe('A folder that the agent named', () => {
	const named = (opens: string, isKept = false) => ({ sandbox: 'watch', isKept, opens, isNamedByAgent: true }) as const;

	test('is offered for what lies in it, and kept beside what the config opens already.', async () => {
		const user = '{"agents":{"claude":{"writable":["~/notes/"]}}}';
		const { place, file, profile } = await given({ user });
		for (const name of ['one', 'two']) {
			const folder = join(place.home, 'data', name);
			await mkdir(folder, { recursive: true });
			for (const path of [folder, join(folder, 'new.log'), `~/data/${name}/new.log`]) {
				expect(await folderFor(profile, path, place)).toEqual({ folder, savedIn: { file, name: 'claude' } });
			}
			const opened = await withSandbox(profile, named(folder, true), place);
			expect(opened).toMatchObject({ ok: true, value: { savedIn: file, opened: folder } });
			if (opened.ok) expect(await folderFor(opened.value.profile, join(folder, 'x'), place)).toBeNull();
		}
		const { agents } = JSON.parse(await readFile(file, 'utf8'));
		expect(agents.claude.writable).toEqual(['~/notes/', `${place.home}/data/one/`, `${place.home}/data/two/`]);
	});

	test('for an agent of a command line stands in no config.', async () => {
		const { place, profile } = await given({});
		const folder = join(place.home, 'data');
		await mkdir(folder);
		const typed = { ...profile, launch: { ...profile.launch, isCommandLine: true as const } };
		expect(await folderFor(typed, folder, place)).toEqual({ folder, savedIn: null });
		expect(await withSandbox(typed, named(folder, true), place)).toMatchObject({ value: { savedIn: null } });
	});

	test.each([
		...['~', '~/x', '/', '/x', '.', './x', '..', '~/work/sub', '~/config', '~/config/x', '~/.ssh', '~/.ssh/x'],
		...['~/.config', '~/.config/gh/x', '~/.codex/x', '~/.local/share', '~/.local/bin/x', '~/.config/autostart/x'],
		...['~/other/.git/hooks/x', '~/missing/deep/x', '/etc/x', '/usr/lib/x', '/proc/self/x', '/tmp', '/opt', '/tmp/x'],
		...['~/tools/x', '~/to-ssh/x', '~/to-home/x', '~/data/*', '~/data/a\u001b[2Jb/x', '~/data/\nb'],
	])('is never offered, nor opened: %j', async (path) => {
		const { settings, place: usual, profile } = await given({});
		const { home } = usual;
		const place = { ...usual, env: { PATH: `/usr/bin:${home}/tools` } };
		const there = ['work/sub', '.ssh', '.config/gh', '.codex', '.local/share', '.local/bin', '.config/autostart'];
		for (const each of [...there, 'other/.git/hooks', 'tools', 'data/a\u001b[2Jb'])
			await mkdir(join(home, each), { recursive: true });
		await symlink(join(home, '.ssh'), join(home, 'to-ssh'));
		await symlink(home, join(home, 'to-home'));
		expect(await folderFor(profile, path, place)).toBeNull();
		expect(await withSandbox(profile, named(path), place)).toMatchObject({ ok: false });
		expect(settings.writable).toEqual([]);
	});

	test('is not opened where a link has taken its place since.', async () => {
		const { place, profile } = await given({});
		const folder = join(place.home, 'data');
		await Promise.all([mkdir(folder), mkdir(join(place.home, '.ssh'))]);
		expect(await folderFor(profile, folder, place)).toMatchObject({ folder });
		await rm(folder, { recursive: true });
		await symlink(join(place.home, '.ssh'), folder);
		expect(await withSandbox(profile, named(folder), place)).toMatchObject({ ok: false });
	});
});
