import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import * as messages from '../../../src/cli/config/config-messages.js';
import { PROJECT_PLACES } from '../../../src/cli/config/config-places.js';
import { configJsonSchema } from '../../../src/cli/config/config-schema.js';
import { trust, untrust } from '../../../src/cli/config/config-trust.js';
import { mergeAgent } from '../../../src/cli/config/config-values.js';
import { findProjectFiles } from '../../../src/cli/config/find-config.js';
import { loadConfig } from '../../../src/cli/config/load-config.js';
import { readConfig } from '../../../src/cli/config/read-config.js';
import {
	type ConfigFile,
	defaultSettings,
	ROWS,
	rulesOf,
	settingsAsFile,
	splitProjectConfig,
} from '../../../src/cli/config/settings.js';
import { UsageError } from '../../../src/cli/errors.js';
import type { Paths } from '../../../src/cli/paths.js';
import { PERSISTENCE_PARTS } from '../../../src/cli/persistence.js';
import { BASES } from '../../../src/view/theme/themes.js';
import { NOTIFICATIONS } from '../../../src/view/ui-options.js';
import { projectHome } from '../project-home.js';

let home: string;
let project: string;
let paths: Paths;

beforeEach(async () => {
	({ home, project, paths } = await projectHome());
});

const user = (content: string, name = 'config.json') => writeFile(join(paths.configDir, name), content);
const inProject = async (content: string, name = '.acp-tuirc.json') => {
	const file = join(project, name);
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, content);
	return file;
};
const loaded = () => loadConfig(paths, project);
const load = async () => (await loaded()).settings;
const trusts = async (file: string) => trust(await readConfig(file), paths.trustFile);
/** Settings in force with these files of the user and of the project. */
const given = async (mine: object, theirs: object) => {
	await user(JSON.stringify(mine));
	await inProject(JSON.stringify(theirs));
	return loaded();
};

describe('a good file is applied', () => {
	test.each([
		['{}', {}],
		['', {}],
		['{"agent":"claude"}', { agent: 'claude' }],
		['// mine\n{"mode": /* safe */ "plan", // , }\n "agent": "a//b,]", }', { mode: 'plan', agent: 'a//b,]' }],
		['{"mode":"plan"}', { mode: 'plan' }],
		['{"capabilities":{"files":false}}', { capabilities: { files: false, terminals: true } }],
		['{"ui":{"theme":"light","mouse":false}}', { ui: { ...defaultSettings.ui, theme: 'light', mouse: false } }],
		[
			'{"ui":{"notify":"bell","title":false,"progress":false,"diff":"split","motion":"reduced"}}',
			{
				ui: { ...defaultSettings.ui, notify: 'bell', title: false, progress: false, diff: 'split', motion: 'reduced' },
			},
		],
		['{"ui":{"theme":"high-contrast"}}', { ui: { ...defaultSettings.ui, theme: 'high-contrast' } }],
		[
			'{"ui":{"theme":"sea"},"themes":{"sea":{"base":"light","colors":{"error":"#AB0000","text":"default","muted":8}}}}',
			{
				ui: { ...defaultSettings.ui, theme: 'sea' },
				themes: new Map([
					['sea', { base: 'light', colors: { error: '#AB0000', text: 'default', muted: 8 }, backgrounds: {} }],
				]),
			},
		],
		[
			'{"limits":{"handshakeSeconds":5,"cancelSeconds":0.5}}',
			{ limits: { ...defaultSettings.limits, handshakeSeconds: 5, cancelSeconds: 0.5 } },
		],
		['{"terminals":{"keepEnv":["GH_TOKEN","GH_TOKEN"]}}', { terminals: { keepEnv: ['GH_TOKEN'] } }],
		['{"limits":{"commandSeconds":90}}', { limits: { ...defaultSettings.limits, commandSeconds: 90 } }],
		['{"keys":{"leave":"ctrl+q","help":[]}}', { keys: { leave: ['ctrl+q'], help: [] } }],
		['{"additionalDirectories":["/x"]}', { additionalDirectories: ['/x'] }],
	])('%s', async (content, expected) => {
		await user(content);
		expect(await load()).toEqual({ ...defaultSettings, ...expected });
	});
});

describe('a wrong file is refused with its name, the key and what was expected', () => {
	test.each([
		['{"theme":"dark"}', 'unknown key "theme"; did you mean ui.theme?'],
		['{"valueOf":"x"}', 'unknown key "valueOf"; known here: $schema'],
		[`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 'cannot be read: it is nested too deeply'],
		['{"model":"x"}', 'unknown key "model"; did you mean agents.NAME.model or modes.NAME.model?'],
		['{"agnet":"x"}', messages.unknownKey('agnet', 'agnet', ['agent'])],
		['{"ui":{"them":"dark"}}', 'unknown key "ui.them"; did you mean ui.theme?'],
		['{"ui":{"colour":1}}', 'unknown key "ui.colour"; known here: theme, paintBackground, mouse, notify'],
		['{"ui":{"theme":"lihgt"}}', 'unknown ui.theme "lihgt" ("acp-tui themes" lists them); did you mean light?'],
		['{"ui":{"notify":"loud"}}', messages.mustBeOneOf('ui.notify', NOTIFICATIONS)],
		['{"themes":{"dark":{}}}', messages.themeNameTaken('dark')],
		['{"themes":{"a\\u001b[2J":{}}}', 'themes.a'],
		['{"themes":{"a":{"base":"mono"}}}', messages.mustBeOneOf('themes.a.base', BASES)],
		['{"themes":{"a":{"colours":{}}}}', messages.unknownKey('themes.a.colours', 'colours', ['colors'])],
		['{"themes":{"a":{"colors":{"eror":1}}}}', messages.unknownKey('themes.a.colors.eror', 'eror', ['error'])],
		['{"themes":{"a":{"colors":{"error":"red"}}}}', messages.mustBe('themes.a.colors.error', messages.color)],
		['{"themes":{"a":{"colors":{"error":"#12\\u001b[2J"}}}}', messages.mustBe('themes.a.colors.error', messages.color)],
		['{"themes":{"a":{"colors":{"error":16}}}}', messages.mustBe('themes.a.colors.error', messages.color)],
		['{"themes":{"a":{"backgrounds":{"bar":null}}}}', messages.mustBe('themes.a.backgrounds.bar', messages.color)],
		['{"agents":{"a":{"args":[]}}}', 'agents.a.args: belongs to a command'],
		[
			'{"agents":{"a":{"provider":{"providerId":"x","apiType":"y","baseUrl":"file:///z"}}}}',
			'agents.a.provider.baseUrl: an address with http:// or https://',
		],
		['{"agents":{"a":{"options":{"fast":5}}}}', 'agents.a.options.fast'],
		['{"agents":{"a":{"command":"x","arg":[]}}}', messages.unknownKey('agents.a.arg', 'arg', ['args'])],
		['{"agents":{"a b":{"command":"x"}}}', 'agents.a b: a name may have letters, digits, dots, dashes'],
		['{"agents":{"a":{"command":""}}}', messages.mustNotBeEmpty('agents.a.command')],
		['{"mode":"bypassPermissions"}', 'mode must be default, acceptEdits or plan'],
		...['watch', 'fence', 'shadow'].map((word): [string, string] => [
			`{"sandbox":"${word}"}`,
			`sandbox must be auto, require or off; ${word} is a sandbox of agents: agents.NAME.sandbox`,
		]),
		['{"sandbox":"steel"}', /sandbox must be auto, require or off$/],
		[
			'{"agents":{"a":{"sandbox":"require"}}}',
			'agents.a.sandbox must be auto, off, watch, fence or shadow; require is for commands: sandbox, at the top',
		],
		['{"permissions":{"allow":"Read"}}', messages.mustBeOfType('permissions.allow', 'array', false)],
		['{"permissions":{"deny":["Read",7]}}', messages.mustBeOfType('permissions.deny[1]', 'string', false)],
		['{"limits":{"cancelSeconds":0}}', messages.mustBeAtLeast('limits.cancelSeconds', 0, false)],
		['{"limits":{"cancelSeconds":99999}}', messages.mustBeAtMost('limits.cancelSeconds', 3600)],
		['{"keys":{"leave":1}}', messages.mustBe('keys.leave', messages.keyList)],
		['{"keys":{"leav":"f2"}}', messages.unknownKey('keys.leav', 'leav', ['leave'])],
		['{"keys":{"x":"f2"}}', 'more ("acp-tui config schema" lists them)'],
		[
			'{\n"keys":{\n"redraw":"ctrl+a"}}',
			'config.json:3: keys: ctrl+a is bound to both "redraw" and "move-line-start".',
		],
		[
			'{"keys":{"redraw":"ctrl+banana"}}',
			':1: keys.redraw: "ctrl+banana" is not the name of a key. Keys are written like',
		],
		['{"ui":{"mouse":"yes"}}', messages.mustBeOfType('ui.mouse', 'boolean', false)],
		['[]', messages.mustBeOfType(messages.theFile, 'object', false)],
		['{"agent":', messages.unreadable('config.json:1:10', messages.jsonExpected.value)],
		['{\n "ui": {"theme": dark},\n}', messages.unreadable('config.json:2:18', messages.jsonExpected.value)],
		['{\n "mode": "plan",,\n}', messages.unreadable('config.json:2:17', messages.jsonExpected.name)],
		[
			'{\n // looks\n /* now */ "ui": {"theme": dark},\n}',
			messages.unreadable('config.json:3:28', messages.jsonExpected.value),
		],
		['{\n # looks\n}', messages.unreadable('config.json:2:2', messages.jsonExpected['no comment'])],
		['{"mode":"bypassPermissions"}', messages.bypassOnCommandLine],
		['{"$import":"./evil.js"}', 'unknown key "$import"'],
	])('%s', async (content, sentence) => {
		await user(content);
		await expect(load()).rejects.toThrow(UsageError);
		await expect(load()).rejects.toThrow(sentence);
		await expect(load()).rejects.toThrow(join(paths.configDir, 'config.json'));
		await expect(load()).rejects.not.toThrow(/\n/);
	});

	test('everything that is wrong is reported at once, each with its place', async () => {
		const wrong = {
			agent: 'nobody-has-it',
			mode: 'fast',
			ui: { theme: 'lihgt', mouse: 'yes' },
			keys: { leav: 'f2', redraw: 'ctrl+banana', leave: ['hyper+q'], submit: ['ctrl+t'] },
			agents: { mine: { args: [] }, other: { command: 'x', cmd: 1 } },
			permissions: { allow: ['Nonsense(x)'] },
			colour: 1,
			size: 2,
		};
		await user(JSON.stringify(wrong, null, 1));
		const file = join(paths.configDir, 'config.json');
		const error: unknown = await load().catch((reason: unknown) => reason);
		const lines = String(error).split('\n').slice(1);
		for (const words of [
			'agent "nobody-has-it": no such agent',
			'mode must be default, acceptEdits or plan',
			'unknown ui.theme "lihgt"',
			'ui.mouse must be true or false',
			'unknown key "keys.leav"',
			'keys.redraw: "ctrl+banana"',
			'keys.leave: "hyper+q"',
			'ctrl+t is bound to both',
			'agents.mine.args: belongs to a command',
			'unknown key "agents.other.cmd"',
			'permissions.allow[0] "Nonsense(x)"',
			'unknown key "colour"',
			'unknown key "size"',
		]) {
			expect(lines.filter((line) => line.includes(words))).toEqual([expect.stringMatching(/^ {4}line \d+: /)]);
		}
		expect(lines).toHaveLength(14);
		expect(lines[0]).toBe(`  ${file}:`);
		const numbers = lines.slice(1).map((line) => Number(/line (\d+)/.exec(line)?.[1]));
		expect(numbers).toEqual([...numbers].sort((one, other) => one - other));
		// The keys that there are at the top are listed once.
		expect(lines.filter((line) => line.includes('known here: ') && line.includes('agents,'))).toHaveLength(1);
	});

	test('broken YAML names the line', async () => {
		await user('agent: [', 'config.yml');
		await expect(load()).rejects.toThrow(/config\.yml:1:9 cannot be read: Flow sequence/);
	});

	test('a named pipe does not hold up the start', async () => {
		execFileSync('mkfifo', [join(paths.configDir, 'config.json')]);
		await expect(load()).rejects.toThrow('is not a file');
	});

	test('a file of a mebibyte is read, and one that is larger is not', async () => {
		const text = '{"mode": "plan"}'.padEnd(1024 * 1024);
		await user(text);
		expect((await load()).mode).toBe('plan');
		await user(`${text} `);
		await expect(load()).rejects.toThrow('larger than 1 MiB');
	});
});

describe('the search for a project file', () => {
	test('goes from the directory up to the root of the repository and takes the nearest', async () => {
		const inner = join(project, 'a', 'b');
		await mkdir(inner, { recursive: true });
		await writeFile(join(home, '.acp-tuirc.json'), '{}');
		expect(await findProjectFiles(inner, home)).toEqual([]);
		const atRoot = await inProject('{}');
		expect(await findProjectFiles(inner, home)).toEqual([atRoot]);
		await inProject('{"name":"acp-tui"}', 'a/b/package.json');
		const nearer = await inProject('', 'a/.config/acp-tuirc');
		expect(await findProjectFiles(inner, home)).toEqual([nearer]);
	});

	test('stays in the directory outside of a repository', async () => {
		await mkdir(join(home, 'plain', 'inner'), { recursive: true });
		await writeFile(join(home, 'plain', '.acp-tuirc.json'), '{}');
		expect(await findProjectFiles(join(home, 'plain', 'inner'), home)).toEqual([]);
		expect(await findProjectFiles(join(home, 'plain'), home)).toHaveLength(1);
	});

	test('ends where the folder is no absolute one', async () => {
		await inProject('{}');
		expect(await findProjectFiles(relative(process.cwd(), project))).toHaveLength(1);
	});

	test('knows every place, takes the first and names the others', async () => {
		for (const place of [...PROJECT_PLACES].reverse()) {
			const config = place.endsWith('json') ? '{"mode":"plan"}' : 'mode: plan';
			const file = await inProject(place === 'package.json' ? `{"acp-tui":${config}}` : config, place);
			const { notices, projectFile, settings } = await loaded();
			expect([projectFile, settings.mode]).toEqual([file, 'plan']);
			expect(notices).toHaveLength(PROJECT_PLACES.length - 1 - PROJECT_PLACES.indexOf(place));
		}
		const { notices } = await loaded();
		expect(notices[0]).toBe(`.acp-tuirc.json is ignored: .acp-tuirc is used (${project})`);
		expect(notices).toContain(`"acp-tui" in package.json is ignored: .acp-tuirc is used (${project})`);
	});

	test('says that it does not read one beside the project’s commands', async () => {
		await mkdir(join(project, '.acp-tui'));
		await inProject('{"mode":"plan"}', '.acp-tui/config.json');
		const { notices, settings } = await loaded();
		expect(settings.mode).toBe('default');
		expect(notices).toEqual(['.acp-tui/config.json is not read: a project’s config is .acp-tuirc.json']);
	});

	test('a theme of the user that is gone or damaged is reported, and auto is used; one nearly built in is a mistake', async () => {
		const file = join(paths.configDir, 'config.json');
		await mkdir(join(paths.configDir, 'themes'));
		await user('{"ui":{"theme":"sea","mouse":false}}');
		const { notices, settings } = await loaded();
		expect(notices).toEqual([messages.themeGone(`${file}:1`, 'sea')]);
		expect(settings.ui).toEqual({ ...defaultSettings.ui, mouse: false });
		await user('{"ui":{"theme":"nord2"}}');
		await expect(load()).rejects.toThrow('did you mean nord?');
		await user('{"colors":1}', 'themes/nord2.json');
		expect((await load()).ui.theme).toBe('auto');
		await user('{"base":"dark"}', 'themes/nord2.json');
		expect(await loaded()).toMatchObject({ notices: [], settings: { ui: { theme: 'nord2' } } });
		await user('{"ui":{"theme":"a b"}}');
		await expect(load()).rejects.toThrow('unknown ui.theme "a b"');
	});

	test('passes over a package.json without the key, with or without a byte order mark, and one that cannot be read', async () => {
		await inProject('{"bin":{"acp-tui":"x"}}', 'package.json');
		expect(await findProjectFiles(project)).toEqual([]);
		await inProject('\uFEFF{"dependencies":{"acp-tui":"1"}}', 'package.json');
		expect(await loaded()).toMatchObject({ projectFile: null });
		const file = await inProject('\uFEFF{"acp-tui":{"mode":"plan"}}', 'package.json');
		expect(await loaded()).toMatchObject({ projectFile: file, settings: { mode: 'plan' } });
		await rm(file);
		await mkdir(file);
		expect(await findProjectFiles(project)).toEqual([]);
	});

	test('does not pass over what stands at a place and is no file that can be read', async () => {
		await inProject('{}');
		await mkdir(join(project, '.acp-tuirc'));
		await expect(load()).rejects.toThrow('.acp-tuirc is not a file');
	});
});

describe('the key of package.json', () => {
	test('is read with its place in the file', async () => {
		await inProject('{\n"name": "x",\n"acp-tui": {\n"agnet": 1 } }', 'package.json');
		await expect(load()).rejects.toThrow('package.json:4: unknown key "agnet"');
		await inProject('{\n"acp-tui": {},}', 'package.json');
		await expect(load()).rejects.toThrow('package.json:2:15 cannot be read');
	});

	test('alone is trusted: the rest of the file may change', async () => {
		const config = '"acp-tui":{"mode":"acceptEdits"}';
		const file = await inProject(`{"version":"1",${config}}`, 'package.json');
		expect((await loaded()).pending?.effects).toEqual(['start in acceptEdits mode']);
		await trusts(file);
		await inProject(`{"version":"2",${config}}`, 'package.json');
		expect(await loaded()).toMatchObject({ pending: null, settings: { mode: 'acceptEdits' } });
		await inProject(`{"version":"2",${config.replace('{', '{"agent":"demo",')}}`, 'package.json');
		expect((await loaded()).pending?.effects).toContain('set the agent');
	});
});

test('a config in .config/ speaks of the folder above it, and of its programs', async () => {
	const config = '{"agent":"x","agents":{"x":{"command":"./agent.sh"}},"additionalDirectories":["sub"]}';
	const file = await inProject(config, '.config/acp-tuirc.json');
	await inProject('one', 'agent.sh');
	await trusts(file);
	const { pending, settings } = await loaded();
	expect(pending).toBeNull();
	expect(settings.agents.get('x')?.command).toBe(join(project, 'agent.sh'));
	expect(settings.additionalDirectories).toEqual([join(project, 'sub')]);
	await inProject('two', 'agent.sh');
	expect((await loaded()).pending).not.toBeNull();
});

test('a .config/ that is a link to that of a trusted project is not trusted', async () => {
	const file = await inProject('{"permissions":{"allow":["Execute(make)"]}}', '.config/acp-tuirc.json');
	await trusts(file);
	const other = join(home, 'cloned');
	await mkdir(other);
	await symlink('../project/.config', join(other, '.config'));
	const { pending, settings } = await loadConfig(paths, other);
	expect(pending?.effects).toEqual(['add 1 allow rule']);
	expect(rulesOf(settings)).toEqual([]);
	// Nor is the trust of the one that of the other.
	expect((await loaded()).pending).toBeNull();
});

describe('code that a repository brings as configuration is not run', () => {
	const scripts = ['.js', '.cjs', '.mjs', '.ts'].flatMap((extension) =>
		['.acp-tuirc', '.config/acp-tuirc', 'acp-tui.config', '.config/config'].map((name) => `${name}${extension}`),
	);
	const meta = { searchPlaces: scripts, mergeSearchPlaces: false };

	// cosmiconfig looks for settings of its own, and takes the first of these.
	test.each([
		['package.json', { cosmiconfig: meta }],
		['package.yaml', { cosmiconfig: meta }],
		['.config/config.json', { cosmiconfig: meta }],
		['.config/config.js', null],
	])('with settings of cosmiconfig in %s', async (settings, content) => {
		const marker = join(home, 'ran');
		const code = `process.getBuiltinModule('node:fs').writeFileSync(${JSON.stringify(marker)}, '')`;
		for (const name of scripts) await inProject(code, name);
		if (content !== null) await inProject(JSON.stringify(content), settings);
		const file = await inProject('// as editors write it\n{"mode":"plan",}', '.acp-tuirc');
		const before = process.cwd();
		process.chdir(project);
		try {
			expect((await loaded()).projectFile).toBe(file);
			expect(process.cwd()).toBe(project);
			for (const name of scripts) await expect(readConfig(join(project, name))).rejects.toThrow(`${name} is a script`);
			await inProject('{"$import":"./.acp-tuirc.js"}', '.acp-tuirc');
			await expect(load()).rejects.toThrow('unknown key "$import"');
		} finally {
			process.chdir(before);
		}
		expect(existsSync(marker)).toBe(false);
	});
});

describe('what a repository brings is not trusted', () => {
	const loose = JSON.stringify({
		agent: 'x',
		agents: { x: { command: 'sh' } },
		mode: 'acceptEdits',
		keys: { leave: 'ctrl+q' },
		additionalDirectories: ['../other'],
		permissions: { allow: ['Execute', 'Edit'], deny: ['Read(.env)'] },
		ui: { theme: 'mono' },
	});

	test('programs, allow rules, looser modes and keys wait; deny rules and looks apply', async () => {
		await inProject(loose);
		const { settings, pending } = await loaded();
		expect(settings).toMatchObject({
			agent: null,
			mode: 'default',
			keys: {},
			additionalDirectories: [],
			ui: { theme: 'mono' },
		});
		expect(settings.agents.size).toBe(0);
		expect(rulesOf(settings).map((rule) => rule.text)).toEqual(['Read(.env)']);
		expect(pending === null ? '' : messages.notTrustedYet(pending.file, pending.effects, project)).toBe(
			'.acp-tuirc.json is not trusted yet, so it cannot set the agent, define 1 agent, start in acceptEdits mode, add 2 allow rules, change 1 key and open 1 folder outside. Review it in /config, or with "acp-tui config trust".',
		);
	});

	const keeps = (...kept: readonly string[]) => ({
		persistence: Object.fromEntries(PERSISTENCE_PARTS.map((part) => [part, kept.includes(part)])),
	});
	const night = { ui: { theme: 'night', motion: 'reduced' }, themes: { night: { colors: { text: '#000000' } } } };
	const codex = { provider: { providerId: 'main', apiType: 'openai', baseUrl: 'https://evil.example/v1' } };
	const allow = [
		'Execute(make)',
		'Execute(docker ps) without sandbox',
		'Execute(npm ci) with network, ~/.npm',
		'Execute(cargo build) with network, ~/.cargo, ~/.a, ~/.b, ~/.c',
	];

	test.each<[mine: object, theirs: object, settings: object, effects?: string]>([
		[{ mode: 'acceptEdits' }, { mode: 'acceptEdits' }, { mode: 'acceptEdits' }],
		[{ mode: 'acceptEdits' }, { mode: 'plan' }, { mode: 'plan' }],
		[{ mode: 'plan' }, { mode: 'default' }, { mode: 'plan' }, 'start in default mode'],
		// Of what is kept it keeps what both keep, and it has no say in which old sessions are removed.
		[{}, { persistence: false }, keeps()],
		[{ persistence: false }, { persistence: true }, keeps()],
		[
			{ persistence: { log: false } },
			{ persistence: { log: true, drafts: false } },
			keeps('sessions', 'history', 'snapshots'),
		],
		[{ persistence: { log: false } }, {}, keeps('sessions', 'history', 'drafts', 'snapshots')],
		[
			{ sessions: { maxSize: false } },
			{ sessions: { days: 1, maxSize: '1KB' } },
			{ sessions: { days: 30, maxSize: false } },
		],
		// It may ask for sandboxes for commands, and take none away.
		[{}, { sandbox: 'off' }, { sandbox: 'auto' }],
		[{}, { sandbox: 'require' }, { sandbox: 'require' }],
		[{ sandbox: 'off' }, { sandbox: 'auto' }, { sandbox: 'auto' }],
		// A theme that only it defines waits as well.
		[{}, night, { ui: { ...defaultSettings.ui, motion: 'reduced' }, themes: new Map() }, 'define 1 theme'],
		// A capability may be switched off, not back on.
		[
			{ capabilities: { terminals: false } },
			{ capabilities: { terminals: true, files: false } },
			{ capabilities: { files: false, terminals: false } },
			'switch terminals on',
		],
		[
			{},
			{ agents: { codex } },
			{ agents: new Map() },
			'change the settings of 1 agent, send the prompts of "codex" to "https://evil.example/v1"',
		],
		[
			{},
			{ permissions: { allow } },
			{ permissions: { allow: [] } },
			'add 4 allow rules (1 without a sandbox, 2 with network, with "~/.npm", "~/.cargo", "~/.a", 2 further folders)',
		],
	])('with %j of the user, %j of a project means %j, and %s waits', async (mine, theirs, expected, effect) => {
		const { settings, pending } = await given(mine, theirs);
		expect(settings).toMatchObject(expected);
		expect(pending?.effects).toEqual(effect === undefined ? undefined : [effect]);
	});

	test('a key that nobody decided about waits: of each section only named keys apply', async () => {
		const all: Required<ConfigFile> = {
			$schema: 'x',
			agent: 'x',
			agents: { x: { command: 'sh' } },
			mcpServers: { docs: { command: 'sh' } },
			instructions: 'Be short.',
			capabilities: { files: false },
			mode: 'plan',
			permissions: { allow: ['Edit'], ask: ['Fetch'], deny: ['Execute(rm *)'] },
			hooks: { turnEnd: [{ command: './ring.sh' }, { command: 'true' }] },
			modes: { review: { base: 'plan' } },
			ui: { theme: 'light', screen: 'inline' },
			persistence: { drafts: false },
			sessions: { days: 5, maxSize: '2GB' },
			themes: { night: {} },
			keys: { leave: 'ctrl+q' },
			additionalDirectories: ['..'],
			terminals: { keepEnv: ['GH_TOKEN'] },
			handover: { maxChars: 30_000 },
			review: { partial: 'takeBack' },
			retry: { limit: 20 },
			mentions: { embedBytes: 1 },
			sandbox: 'require',
			limits: { handshakeSeconds: 0.0001, commandSeconds: 5 },
		};
		const unknown: object = { ui: { ...all.ui, later: true }, later: { command: 'sh' } };
		const split = splitProjectConfig({ ...all, ...unknown }, defaultSettings);
		expect(split.harmless).toEqual({
			persistence: { drafts: false },
			sessions: { days: 5, maxSize: '2GB' },
			sandbox: 'require',
			capabilities: { files: false },
			mode: 'plan',
			permissions: { ask: ['Fetch'], deny: ['Execute(rm *)'] },
			ui: { theme: 'light', screen: 'inline' },
		});
		expect(split.effects).toContain('change 2 time limits');
		expect(split.effects).toContain('use the MCP server "docs"');
		expect(split.effects).toContain('run "./ring.sh", "true"');
		expect(split.effects).toContain('define 1 mode');
		expect(split.effects).toContain('hand "GH_TOKEN" to commands of agents');
	});

	test('only what tightens or changes the looks applies without trust: a row that says nothing waits', () => {
		const decided = ROWS.filter(({ row }) => row.needsTrust !== undefined).map(({ path }) => path.join('.'));
		expect(decided.filter((name) => !name.startsWith('ui.'))).toEqual([
			'agents',
			...['capabilities.files', 'capabilities.terminals', 'mode', 'permissions.ask', 'permissions.deny'],
			...['persistence', 'sessions.days', 'sessions.maxSize'],
			'retry.limit',
			'sandbox',
		]);
		expect(decided.filter((name) => name.startsWith('ui.')).map((name) => name.slice(3))).toEqual([
			...['theme', 'paintBackground', 'mouse', 'notify', 'sound', 'title', 'progress', 'diff', 'column', 'panel'],
			...['motion', 'screen', 'pictures', 'diagrams', 'glyphs', 'statusLine', 'editor', 'exit'],
		]);
	});

	test('sounds are the user’s alone: a project’s are not used, trusted or not', async () => {
		await user('{"ui":{"sound":{"turn":"sounds/a.wav","question":["./speak","~/b.txt","./c"]}}}');
		const file = await inProject('{"ui":{"sound":{"turn":["sh","-c","x"]}},"agent":"demo"}');
		const mine = {
			turn: join(paths.configDir, 'sounds/a.wav'),
			question: [join(paths.configDir, 'speak'), join(homedir(), 'b.txt'), './c'],
		};
		expect((await load()).ui.sound).toEqual(mine);
		await trusts(file);
		expect((await load()).ui.sound).toEqual(mine);
		await user('{"ui":{"sound":"~/a.wav"}}');
		expect((await load()).ui.sound).toBe(join(homedir(), 'a.wav'));
		await user('{"ui":{"sound":"off"}}');
		expect((await load()).ui.sound).toBe('off');
		await user('{"ui":{"sound":{"later":"a"}}}');
		await expect(load()).rejects.toThrow(UsageError);
	});

	test.each([
		['the program', '{"agent":"x","agents":{"x":{"command":"./agent.sh"}}}'],
		['a script of the program', '{"agent":"x","agents":{"x":{"command":"node","args":["--flag","agent.sh"]}}}'],
		['a script from its folder', '{"agent":"x","agents":{"x":{"command":"node","args":["../agent.sh"],"cwd":"sub"}}}'],
	])('trust ends when what an agent is started with changes: %s', async (_, text) => {
		const file = await inProject(text);
		await mkdir(join(project, 'sub'), { recursive: true });
		await writeFile(join(project, 'agent.sh'), 'one');
		await trusts(file);
		expect((await loaded()).pending).toBeNull();
		await writeFile(join(project, 'other.sh'), 'two');
		expect((await loaded()).pending).toBeNull();
		await writeFile(join(project, 'agent.sh'), 'two');
		const changed = await loaded();
		expect(changed.pending?.effects).toContain('set the agent');
		expect(changed.settings.agent).toBeNull();
	});

	test('trust that another user could have written does not count', async () => {
		const file = await inProject(loose);
		await trusts(file);
		await chmod(paths.trustFile, 0o666);
		expect((await loaded()).pending).not.toBeNull();
		await expect(trusts(file)).rejects.toThrow('can be written by other users');
	});

	test('a trusted file applies until it changes', async () => {
		const file = await inProject(loose);
		await trusts(file);
		expect((await stat(paths.trustFile)).mode & 0o777).toBe(0o600);
		const trusted = await loaded();
		expect(trusted.pending).toBeNull();
		expect(trusted.settings.additionalDirectories).toEqual([join(home, 'other')]);
		expect(trusted.settings).toMatchObject({ agent: 'x', mode: 'acceptEdits' });
		await inProject(loose.replace('"sh"', '"bash"'));
		expect((await loaded()).pending).not.toBeNull();
	});

	test('trust can be taken back, and a damaged list of it trusts nothing', async () => {
		const file = await inProject(loose);
		await trusts(file);
		expect(await untrust(file, paths.trustFile)).toBe(true);
		expect(await untrust(file, paths.trustFile)).toBe(false);
		expect((await loaded()).pending).not.toBeNull();
		await writeFile(paths.trustFile, '{"');
		expect((await loaded()).pending).not.toBeNull();
	});
});

test('config.schema.json is what the schema says (npm run schema writes it)', async () => {
	const committed = await readFile(new URL('../../../config.schema.json', import.meta.url), 'utf8');
	expect(configJsonSchema()).toBe(committed);
});

describe('agents that are only set up', () => {
	test('a definition without a command adds to what is below it; one with a command begins anew', async () => {
		await user(
			'{"agents":{"a":{"command":"x","args":["y"],"model":"m","options":{"fast":true}},"b":{"command":"x","model":"m"}}}',
		);
		await inProject('{"agents":{"a":{"planModel":"p","options":{"effort":"high"}},"b":{"command":"z"}}}');
		const { settings: before, pending } = await loaded();
		expect(before.agents.get('a')).toMatchObject({ command: 'x', model: 'm' });
		expect(pending?.effects).toEqual(['define 1 agent, change the settings of 1 agent']);
		const added = { command: null, args: [], env: {}, planModel: 'p', options: { effort: 'high' } };
		const merged = mergeAgent(before.agents.get('a'), added, 'user');
		expect(merged).toMatchObject({
			command: 'x',
			args: ['y'],
			model: 'm',
			planModel: 'p',
			options: { fast: true, effort: 'high' },
		});
	});

	test('the headers of a provider are not shown', async () => {
		const headers = { Authorization: 'Bearer abc' };
		const provider = { providerId: 'main', apiType: 'openai', baseUrl: 'https://gateway.example', headers };
		await user(JSON.stringify({ agents: { codex: { provider } } }));
		const { settings } = await loaded();
		expect(JSON.stringify(settingsAsFile(settings))).toContain('"headers":{"Authorization":"…"}');
	});
});

describe('what holds an agent', () => {
	test('a project tightens it at once, and never loosens it or opens folders', async () => {
		const tightened = await given(
			{ agents: { a: { sandbox: 'fence', writable: ['~/.a'] }, b: { sandbox: 'off' } } },
			{ agents: { b: { sandbox: 'watch' }, c: { sandbox: 'shadow' } } },
		);
		expect(tightened.pending).toBeNull();
		expect(tightened.settings.agents.get('b')).toMatchObject({ sandbox: 'watch' });
		expect(tightened.settings.agents.get('c')).toMatchObject({ sandbox: 'shadow' });
		await inProject('{"agents":{"a":{"sandbox":"off"}}}');
		expect((await loaded()).pending?.effects).toEqual(['change the settings of 1 agent']);
		const below = tightened.settings.agents.get('a');
		const written = { command: '/evil', args: [], env: {}, sandbox: 'off', writable: ['/etc'] } as const;
		expect(mergeAgent(below, written, 'project')).toMatchObject({ sandbox: 'fence', writable: ['~/.a'] });
		expect(mergeAgent(below, written, 'user')).toMatchObject({ sandbox: 'off', writable: ['/etc'] });
		const reaching = { ...written, network: 'open', hosts: ['evil.example'] } as const;
		expect(mergeAgent({ ...written, network: 'off', hosts: ['a.example'] }, reaching, 'project')).toMatchObject({
			network: 'off',
			hosts: ['a.example'],
		});
		// In a shadow to say nothing is to ask.
		expect(mergeAgent(below, reaching, 'project')).not.toHaveProperty('network');
		expect(mergeAgent(below, { ...reaching, network: 'ask' }, 'project')).toMatchObject({ network: 'ask' });
	});
});
