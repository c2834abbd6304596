import { describe, expect, test } from 'vitest';
import { chooseAgent } from '../../src/cli/agent-choice.js';
import { defaultSettings, type Settings } from '../../src/cli/config/settings.js';
import { UsageError } from '../../src/cli/usage-error.js';

const world = { node: '/bin/node', demoAgent: '/x/dist/demo.js' };
const settings: Settings = {
	...defaultSettings,
	agents: new Map([
		['mine', { command: '/opt/mine', args: ['--acp'], env: { KEY: 'v' }, cwd: '/opt', title: 'Mine' }],
		['claude', { command: 'my-claude', args: [], env: {} }],
	]),
};
const choose = (run: { agent?: string; agentCommand?: string }, agent: string | null = null) =>
	chooseAgent({ agent: run.agent ?? null, agentCommand: run.agentCommand ?? null }, { ...settings, agent }, world);

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
		[
			'a command line',
			{ agentCommand: `/opt/a\\ b/agent --flag 'x y' ""` },
			'mine',
			{ name: 'agent', command: '/opt/a b/agent', args: ['--flag', 'x y', ''], env: {} },
		],
	])('%s', (_, run, configured, expected) => {
		expect(choose(run, configured)).toMatchObject(expected);
	});

	test.each([
		[{ agent: 'clade' }, null, '--agent "clade": no such agent; did you mean claude?'],
		[{ agent: 'zzz' }, null, '--agent "zzz": no such agent; known agents: demo, mine, claude, codex'],
		[{}, 'gone', 'configured agent "gone": no such agent'],
		[{ agentCommand: '""' }, null, '--agent-command: The command is empty.'],
		[{ agentCommand: '"open' }, null, '--agent-command: The command has an open " quote'],
	])('%j with %j configured is refused', (run, configured, sentence) => {
		expect(() => choose(run, configured)).toThrow(UsageError);
		expect(() => choose(run, configured)).toThrow(sentence);
	});
});
