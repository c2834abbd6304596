import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RunOptions } from '../../../src/cli/command.js';
import { loadConfig } from '../../../src/cli/config/load.js';
import { findPaths } from '../../../src/cli/paths.js';
import { createSettingsPort } from '../../../src/cli/settings/settings-port.js';
import type { World } from '../../../src/cli/world.js';
import { starting } from '../../core/session/play.js';

let home: string;
let cwd: string;
let world: World;
beforeEach(async () => {
	home = await realpath(await mkdtemp(join(tmpdir(), 'acp-port-')));
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
afterEach(() => rm(home, { recursive: true }));

const session = () => ({ ...starting().state, cwd });
const port = (options: Partial<RunOptions> = {}) =>
	createSettingsPort({
		options: { agent: null, agentCommand: null, mode: null, isPersistenceOff: false, ...options } as RunOptions,
		world,
	});
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
	expect(await rowOf('agents.fake.model')).toMatchObject({ group: 'Agent fake', value: '' });
	expect(await rowOf('agents.fake.env')).toMatchObject({
		value: '{"KEY":"…"}',
		written: { user: null },
		why: expect.stringContaining('secrets'),
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
