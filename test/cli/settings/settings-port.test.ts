import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { RunOptions } from '../../../src/cli/command.js';
import { loadConfig } from '../../../src/cli/config/load-config.js';
import { findPaths } from '../../../src/cli/paths.js';
import { createSettingsPort } from '../../../src/cli/settings/settings-port.js';
import type { World } from '../../../src/cli/world.js';
import { starting } from '../../core/session/play.js';
import { temporaryFolder } from '../../services/temporary-folder.js';
import { NO_OPTIONS } from '../world.js';

let home: string;
let cwd: string;
let world: World;
beforeEach(async () => {
	home = temporaryFolder();
	cwd = join(home, 'project');
	await mkdir(join(home, 'config'));
	await mkdir(cwd);
	const env = {
		ACP_TUI_CONFIG_DIR: join(home, 'config'),
		ACP_TUI_STATE_DIR: join(home, 'state'),
		ACP_TUI_REDUCED_MOTION: '1',
	};
	world = { env, paths: findPaths(env, home), home, cwd } as unknown as World;
});

const session = () => ({ ...starting().state, cwd });
const port = (options: Partial<RunOptions> = {}) =>
	createSettingsPort({ options: { ...NO_OPTIONS, ...options }, world });
const look = async (options?: Partial<RunOptions>) => {
	const looked = await port(options).look(session());
	if (!looked.ok) throw new Error(looked.failure.message);
	return looked.value;
};
const rowOf = async (key: string, options?: Partial<RunOptions>) =>
	(await look(options)).settings.find((setting) => setting.key === key);

test('each setting says where its value comes from, and what each file says', async () => {
	await writeFile(
		join(home, 'config', 'config.json'),
		'{"ui":{"diff":"split","theme":"dark"},"agents":{"fake":{"command":"x","env":{"KEY":"hunter2"}}}}',
	);
	await writeFile(join(cwd, '.acp-tuirc.json'), '{"ui":{"theme":"nord"},"mode":"acceptEdits","sessions":{"days":3}}');
	expect(await rowOf('ui.diff')).toMatchObject({ value: 'split', source: 'your config', isLive: true, kind: 'choice' });
	expect(await rowOf('ui.theme')).toMatchObject({
		value: 'nord',
		source: 'project',
		written: { user: 'dark', project: 'nord' },
	});
	expect(await rowOf('ui.mouse')).toMatchObject({ value: 'true', source: 'default', kind: 'flag' });
	expect(await rowOf('ui.motion')).toMatchObject({ value: 'reduced', source: 'ACP_TUI_REDUCED_MOTION' });
	expect(await rowOf('mode')).toMatchObject({
		value: 'default',
		source: 'default',
		written: { project: 'acceptEdits' },
		isLive: false,
	});
	expect(await rowOf('mode', { mode: 'plan' })).toMatchObject({ value: 'plan', source: '--mode' });
	expect(await rowOf('sessions.days')).toMatchObject({ value: '30', source: 'default' });
	expect(await rowOf('hooks.afterEdit')).toMatchObject({ group: 'Commands that run at an event' });
	expect(await rowOf('agents.fake.model')).toMatchObject({ group: 'Agent fake', value: '' });
	expect(await rowOf('agents.fake.env')).toMatchObject({
		value: '{"KEY":"…"}',
		written: { user: '{"KEY":"…"}', project: null },
	});
	expect(JSON.stringify(await look())).not.toContain('hunter2');
});

test('a change is written, or refused with what is allowed, and says when it counts', async () => {
	const change = (key: string, typed: string | null) =>
		port().change({ type: 'set', key, typed, isProject: false }, session());
	const file = join(home, 'config', 'config.json');
	expect(await change('ui.theme', 'nord')).toEqual({ ok: true, value: `ui.theme set in ${file}.` });
	expect(await change('mode', 'plan')).toMatchObject({ value: `mode set in ${file}. It counts from the next start.` });
	expect(await change('mode', 'fast')).toMatchObject({
		ok: false,
		failure: { message: 'mode must be default, acceptEdits or plan' },
	});
	expect(await change('ui.theme', null)).toEqual({ ok: true, value: `ui.theme taken out of ${file}.` });
	expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ mode: 'plan' });
	expect((await look()).live.ui.theme).toBe('auto');
});

test('values that may be secrets are changed masked: what is left so stays, and its comments', async () => {
	const file = join(home, 'config', 'config.json');
	const text = `{"agents":{"fake":{"command":"x","env":{
	// mine
	"KEY":"hunter2", "AT":"\${env:AT}", "OLD":"x"}}},
	"mcpServers":{"s":{"command":"s","args":["--token=ghp_0123456789abcdefghijABCDEFGHIJ012345","a"],"env":{"K":"hunter3"}},
		"h":{"type":"http","url":"https://me:hunter4@a.b/?key=hunter5","headers":{"X":"hunter6"}}}}`;
	await writeFile(file, text);
	const change = (key: string, typed: string) =>
		port().change({ type: 'set', key, typed, isProject: false }, session());
	const all = JSON.stringify(await look());
	expect(all).not.toMatch(/hunter|ghp_/);
	const env = (await rowOf('agents.fake.env'))?.written.user ?? '';
	expect(JSON.parse(env)).toEqual({ KEY: '…', AT: `\${env:AT}`, OLD: '…' });
	expect(await change('agents.fake.env', env)).toMatchObject({ value: expect.stringContaining('is so already') });
	expect(await change('agents.fake.env', '{"KEY":"…","NEW":"new"}')).toMatchObject({ ok: true });
	const servers = JSON.parse((await rowOf('mcpServers'))?.written.user ?? '');
	servers.s.args.unshift('--first');
	delete servers.h.headers;
	expect(await change('mcpServers', JSON.stringify(servers))).toMatchObject({ ok: true });
	for (const typed of ['{"NEW2":"…"}', '{"KEY":"a…"}'])
		expect(await change('agents.fake.env', typed)).toMatchObject({
			ok: false,
			failure: { message: expect.stringContaining('stands for a value that is there already') },
		});
	expect(await change('agents.fake.env', '{KEY:"…"')).toMatchObject({
		failure: { message: expect.stringContaining('written as JSON') },
	});
	const written = await readFile(file, 'utf8');
	expect(written).toContain('// mine');
	expect(JSON.parse(written.replace('// mine', ''))).toEqual({
		agents: { fake: { command: 'x', env: { KEY: 'hunter2', NEW: 'new' } } },
		mcpServers: {
			s: {
				command: 's',
				args: ['--first', '--token=ghp_0123456789abcdefghijABCDEFGHIJ012345', 'a'],
				env: { K: 'hunter3' },
			},
			h: { type: 'http', url: 'https://me:hunter4@a.b/?key=hunter5' },
		},
	});
});

test('trust is for the content that was shown, and what it sets counts then', async () => {
	const file = join(cwd, '.acp-tuirc.json');
	await writeFile(file, '{"agent":"codex","keys":{"help":"f9"}}');
	const { waiting, live } = await look();
	expect(waiting).toMatchObject([{ file, effects: 'set the agent and change 1 key' }]);
	expect(waiting[0]?.content).toContain('"agent": "codex"');
	expect(live.keys).toEqual({});
	const wanted = { type: 'trust', file, hash: waiting[0]?.hash ?? '' } as const;
	await writeFile(file, '{"agent":"gemini","keys":{"help":"f9"}}');
	expect(await port().trust(wanted, session())).toMatchObject({
		ok: false,
		failure: { message: expect.stringContaining('has changed meanwhile') },
	});
	expect((await loadConfig(world.paths, cwd)).pending).not.toBeNull();
	await writeFile(file, '{"agent":"codex","keys":{"help":"f9"}}');
	expect(await port().trust(wanted, session())).toMatchObject({ ok: true });
	expect(await look()).toMatchObject({ waiting: [], live: { keys: { help: ['f9'] } } });
});

test('servers of the project that are trusted are there for the next start of the agent', async () => {
	const file = join(cwd, '.mcp.json');
	await writeFile(file, '{"mcpServers":{"loud":{"type":"http","url":"https://x.example/mcp"}}}');
	const { waiting } = await look();
	expect(await port().trust({ type: 'trust', file, hash: waiting[0]?.hash ?? '' }, session())).toMatchObject({
		value: { words: expect.stringContaining('/restart'), mcpServers: [{ name: 'loud', state: { type: 'ready' } }] },
	});
});
