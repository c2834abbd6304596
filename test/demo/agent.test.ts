import type { SetSessionConfigOptionRequest } from '@agentclientprotocol/sdk';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { COMMANDS } from '../../src/demo/commands/all-commands.js';
import { DEMO_VERSION } from '../../src/demo/demo-serve.js';
import { RIGS } from '../agents/rigs/all.js';
import { startDemo } from './harness.js';

const ALL = [...COMMANDS, ...RIGS];

test('the version that the demo tells is that of the package', () => {
	expect(DEMO_VERSION).toBe(manifest.version);
});

test('a new session tells its modes, its options and then its commands', async () => {
	const demo = await startDemo();
	expect(demo.opened.modes?.currentModeId).toBe('default');
	expect(demo.opened.modes?.availableModes.map((mode) => mode.id)).toEqual(['default', 'acceptEdits', 'plan']);
	expect(demo.opened.configOptions?.map((option) => option.id)).toEqual(['model', 'thoughts', 'narrate']);
	await demo.seen.until((seen) => seen.updates.some((update) => 'availableCommands' in update));
	const [update] = demo.updates('available_commands_update');
	expect(update?.['availableCommands']).toHaveLength(ALL.length);
});

test('a changed mode is announced, an unknown one is an error of invalid params', async () => {
	const demo = await startDemo();
	await demo.setMode('plan');
	expect(demo.updates('current_mode_update')).toMatchObject([{ currentModeId: 'plan' }]);
	await expect(demo.setMode('yolo')).rejects.toMatchObject({ code: -32602 });
});

test.each([
	{ configId: 'model', value: 'demo-large' },
	{ configId: 'thoughts', value: 'high' },
	{ configId: 'narrate', type: 'boolean' as const, value: false },
])('setting $configId answers with all options', async (choice) => {
	const demo = await startDemo();
	const params: SetSessionConfigOptionRequest = { sessionId: demo.opened.sessionId, ...choice };
	const { configOptions } = await demo.connection.agent.request('session/set_config_option', params);
	expect(configOptions).toHaveLength(3);
	expect(configOptions.find((option) => option.id === choice.configId)?.currentValue).toBe(choice.value);
});

test.each([
	{ configId: 'model', value: 'gpt-99' },
	{ configId: 'narrate', value: 'yes' },
	{ configId: 'colour', value: 'blue' },
])('$configId = $value is refused', async (choice) => {
	const demo = await startDemo();
	const params = { sessionId: demo.opened.sessionId, ...choice };
	const setting = demo.connection.agent.request('session/set_config_option', params);
	await expect(setting).rejects.toMatchObject({ code: -32602 });
});

test('an unknown session is an error, not a crash', async () => {
	const demo = await startDemo();
	const prompt = { sessionId: 'nobody', prompt: [{ type: 'text' as const, text: 'hello' }] };
	await expect(demo.connection.agent.request('session/prompt', prompt)).rejects.toMatchObject({ code: -32002 });
	expect(await demo.prompt('hello')).toBe('end_turn');
});

test('sessions of one process have modes and turns of their own', async () => {
	const demo = await startDemo();
	const other = await demo.connection.agent.request('session/new', { cwd: demo.cwd, mcpServers: [] });
	const hanging = demo.prompt('/hang');
	const prompt = { sessionId: other.sessionId, prompt: [{ type: 'text' as const, text: 'hello' }] };
	expect(await demo.connection.agent.request('session/prompt', prompt)).toEqual({ stopReason: 'end_turn' });
	await demo.cancel();
	expect(await hanging).toBe('cancelled');
});

test.each([
	['hello there\nand more', 'Hello there'],
	['/help', 'Help'],
	['\n', 'A message without words'],
	['a'.repeat(60), `A${'a'.repeat(59)}`],
	[`${'b '.repeat(30)}b`, `B ${'b '.repeat(28)}b…`],
])('the first prompt is the title of a session, on one line and short: %j', async (text, title) => {
	const demo = await startDemo();
	await demo.prompt(text);
	await demo.prompt('another');
	expect(demo.updates('session_info_update').map((update) => update['title'])).toEqual([title]);
});
