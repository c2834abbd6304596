import { expect, test } from 'vitest';
import { type AutoSandbox, profileFor } from '../../src/cli/agent-profile.js';
import type { AgentDefinition } from '../../src/cli/config/config-values.js';
import { defaultSettings } from '../../src/cli/config/settings.js';
import type { AgentLaunch } from '../../src/core/agent-info.js';
import { networkOf } from '../../src/core/agents/network-of.js';
import type { Mode } from '../../src/core/policy/policy-types.js';
import type { AgentSandboxSetting } from '../../src/core/sandbox/sandbox.js';

const launch: AgentLaunch = { name: 'codex', command: 'codex-acp', args: [], env: {} };

function profile(
	set: Partial<AgentDefinition>,
	asked: { readonly model: string | null; readonly mode: Mode } = { model: null, mode: 'default' },
	more: {
		readonly name?: string;
		readonly launch?: Partial<AgentLaunch>;
		readonly sandbox?: AgentSandboxSetting;
		readonly auto?: AutoSandbox;
	} = {},
) {
	const agents = new Map([[more.name ?? 'codex', { command: null, args: [], env: {}, ...set }]]);
	return profileFor(
		{ ...launch, ...more.launch },
		{
			workspace: '/home/me/work',
			home: '/home/me',
			env: {},
			sandbox: more.sandbox ?? null,
			auto: async () => more.auto ?? { sandbox: 'watch' },
			settings: { ...defaultSettings, agents, instructions: 'Be short.' },
			asked,
			mcpServersOf: async () => [],
		},
	);
}

test('--model comes before the config, in plan mode for plan mode as well', async () => {
	const set = { model: 'small', planModel: 'large' };
	expect(await profile(set)).toMatchObject({ ...set, instructions: 'Be short.' });
	expect(await profile(set, { model: 'huge', mode: 'default' })).toMatchObject({ model: 'huge', planModel: 'large' });
	expect(await profile(set, { model: 'huge', mode: 'plan' })).toMatchObject({ model: 'huge', planModel: 'huge' });
});

test('an agent is set up under its other names, too, but not by the name of its command', async () => {
	expect(await profile({ model: 'small' }, undefined, { name: 'codex-acp' })).toMatchObject({ model: 'small' });
	const byCommand = profile({ model: 'small' }, undefined, { launch: { isCommandLine: true } });
	expect(await byCommand).toMatchObject({ model: null });
});

test('plan folders count from the home folder or the workspace, beside those that are known', async () => {
	const { planFolders } = await profile({ planFolders: ['~/plans', '.codex/plans', '/var/plans/*'] });
	expect(planFolders.slice(-3)).toEqual(['/home/me/plans', '/home/me/work/.codex/plans', '/var/plans/*']);
});

test.each(['/', '~', '~/', '.', '..', '/home', '/home/me', '/home/*/plans'])('%s is too wide', async (folder) => {
	await expect(profile({ planFolders: [folder] })).rejects.toThrow('is too wide');
});

test('what holds an agent comes from the command line, then from the config; it is watched otherwise', async () => {
	expect(await profile({})).toMatchObject({ sandbox: 'watch', writable: ['/home/me/.codex/'] });
	expect(await profile({ sandbox: 'fence', writable: ['~/notes', '/srv/x'] })).toMatchObject({
		sandbox: 'fence',
		writable: ['/home/me/.codex/', '/home/me/notes', '/srv/x'],
	});
	expect(await profile({ sandbox: 'fence' }, undefined, { sandbox: 'off' })).toMatchObject({ sandbox: 'off' });
});

test.each(['/', '~', '/home', '.'])('%s is too wide to be written to in a sandbox', async (folder) => {
	await expect(profile({ writable: [folder] })).rejects.toThrow('agents.codex.writable');
});

test('its hosts are those of the catalogue, its provider and its config', async () => {
	const provider = { providerId: 'a', apiType: 'openai', baseUrl: 'https://gateway.example/v1' };
	const { hosts } = await profile({ hosts: ['own.example'], provider });
	expect(hosts).toEqual(expect.arrayContaining(['api.openai.com', 'own.example', 'https://gateway.example/v1']));
	expect((await profile({}, undefined, { launch: { name: 'some', command: 'some' } })).hosts).toEqual([]);
	const byProgram = {
		name: 'node',
		command: 'node',
		args: ['/x/node_modules/.bin/codex-acp'],
		isCommandLine: true as const,
	};
	expect((await profile({}, undefined, { launch: byProgram })).hosts).toContain('api.openai.com');
});

test('a network that asks takes a sandbox', async () => {
	expect((await profile({ network: 'ask', sandbox: 'fence' })).network).toBe('ask');
	expect((await profile({ network: 'open' })).network).toBe('open');
	await expect(profile({ network: 'ask' })).rejects.toThrow('agents.codex.network "ask" takes an agent in a sandbox');
	await expect(profile({ network: 'ask', sandbox: 'auto' })).rejects.toThrow('takes');
	const auto = { sandbox: 'watch', asksForSandbox: true } as const;
	expect(await profile({ network: 'ask' }, undefined, { auto })).toMatchObject({ ...auto, network: 'ask' });
	const answered = { sandbox: 'shadow', isSandboxAnswered: true } as const;
	expect(networkOf(await profile({}, undefined, { auto: answered }))).toBe('ask');
	await expect(profile({ network: 'off', sandbox: 'shadow' }, undefined, { sandbox: 'off' })).rejects.toThrow('takes');
});

test.each([
	['fence', undefined, 'open'],
	['shadow', undefined, 'ask'],
	['shadow', 'open', 'open'],
	['fence', 'off', 'off'],
	['watch', undefined, 'open'],
] as const)('in %s with %s said the network is %s', async (sandbox, network, expected) => {
	expect(networkOf(await profile({ sandbox, ...(network === undefined ? {} : { network }) }))).toBe(expected);
});
