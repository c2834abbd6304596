import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writableFor } from '../../src/agent/writable.js';
import type { AgentLaunch } from '../../src/core/agent-info.js';

let top = '';
const home = (): string => join(top, 'home');

beforeEach(() => {
	top = realpathSync(mkdtempSync(join(tmpdir(), 'own-')));
	for (const name of ['.any', '.config/any', '.ssh', '.claude', '.config/opencode', '.other', '.quux', '.node']) {
		mkdirSync(join(home(), name), { recursive: true });
	}
});

afterEach(() => rmSync(top, { recursive: true, force: true }));

function put(...names: readonly string[]): string {
	const path = join(top, ...names);
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, '');
	chmodSync(path, 0o755);
	return path;
}

/** What of the home folder an agent may write, without the folder itself. */
function own(launch: Partial<AgentLaunch>, path = ''): readonly string[] {
	const whole: AgentLaunch = { name: 'x', command: 'x', args: [], env: {}, ...launch };
	return writableFor(whole, { home: home(), env: { PATH: path } }).map((each) => each.slice(home().length + 1));
}

const line = (command: string, ...args: readonly string[]): Partial<AgentLaunch> => ({
	name: command,
	command,
	args,
	isCommandLine: true,
});

describe('An agent that no list knows has its own folders', () => {
	test('by its program, where they are there', () => {
		expect(own(line('any', '--acp'))).toEqual(['.any/', '.config/any/']);
		expect(own(line('any-acp'))).toEqual(['.any/', '.config/any/']);
		expect(own(line('other', '--profile', 'any'))).toEqual(['.other/']);
	});

	test('by its package, wherever it lies', () => {
		const file = put('lib/node_modules/@some/any-cli/dist/index.js');
		expect(own(line('node', file))).toEqual(['.any/', '.config/any/']);
	});

	test('behind a proxy that the user typed before it, and not by what that gets besides', () => {
		const proxy = put('proxy.mjs');
		const program = put('bin/any');
		expect(own(line('node', proxy, 'some-conductor', program, '--acp'))).toEqual(['.any/', '.config/any/']);
		expect(own(line(proxy, 'any', '--acp'), dirname(program))).toEqual(['.any/', '.config/any/']);
		expect(own(line('node', proxy, 'any', 'quux'))).toEqual([]);
		expect(own({ name: 'x', command: put('conductor'), args: [program] })).toEqual([]);
	});

	test('by the name that the user gave it in the config', () => {
		expect(own({ name: 'any', command: '/somewhere/program' })).toEqual(['.any/', '.config/any/']);
	});
});

describe('No agent has the folders of others by its name', () => {
	test.each(['ssh', 'claude', 'node'])('%s', (name) => {
		expect(own(line('node', `/somewhere/${name}.js`))).toEqual([]);
		expect(own({ name, command: 'any-program', isInstalled: true })).toEqual(name === 'claude' ? own({ name }) : []);
	});

	test('that another program of the PATH has', () => {
		const program = put('bin/quux');
		expect(own(line('node', '/somewhere/quux.js'), dirname(program))).toEqual([]);
		expect(own(line('quux', '--acp'), dirname(program))).toEqual(['.quux/']);
	});

	test.each<[string, Partial<AgentLaunch>]>([
		['an installed one', { name: 'any', command: 'any', isInstalled: true }],
		['npx', line('npx', '-y', '@some/any-acp@1.2.3')],
		['npx by the config', { name: 'any', command: '/usr/bin/npx', args: ['any'] }],
		['uvx', line('uvx', 'any')],
		['npx behind another', line('env', 'npx', 'any')],
		['npm', line('npm', 'exec', 'any')],
	])('by a name that its publisher chose: %s', (_, launch) => {
		expect(own(launch)).toEqual([]);
	});

	test('that a program of the desktop has', () => {
		put('home/.local/share/applications/org.some.Any.desktop');
		expect(own(line('any', '--acp'))).toEqual([]);
	});

	test('whatever the publisher of an installed one calls its program', () => {
		expect(own({ name: 'x', command: '/data/bin/other', args: ['claude-agent-acp'], isInstalled: true })).toEqual([]);
	});
});

test('A known agent is known by the program that its path names, with its ending.', () => {
	expect(own(line('/opt/node_modules/opencode-ai/bin/opencode.exe', 'acp'))).toContain('.config/opencode/');
	expect(own(line('node', '/opt/node_modules/@zed/claude-agent-acp/dist/index.js'))).toContain('.claude/');
});
