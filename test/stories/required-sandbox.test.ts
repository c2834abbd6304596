import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Desk, openDesk, program, root } from '../drive/desk.js';
import { run } from '../drive/run.js';
import { launch } from '../drive/screen.js';
import { canSwitchOff, runSwitchedOff, switchedOff } from './switched-off.js';

const REASON = /User namespaces are switched off on this machine\..* sysctl -w user\.max_user_namespaces=/s;

/** An agent that leaves a file in the workspace as soon as it is started. */
const TELLTALE = 'sh -c "touch started"';

const wanted: readonly (readonly [string, (desk: Desk) => readonly string[]])[] = [
	['--sandbox fence', () => ['--sandbox', 'fence', '--agent-command', TELLTALE]],
	['--sandbox shadow', () => ['--sandbox', 'shadow', '--agent-command', TELLTALE]],
	[
		'agents.NAME.sandbox',
		(desk) => {
			desk.config({ agents: { telltale: { command: 'touch', args: ['started'], sandbox: 'fence' } } });
			return ['--agent', 'telltale'];
		},
	],
	[
		'sandbox: require',
		(desk) => {
			desk.config({ sandbox: 'require' });
			return ['--agent-command', TELLTALE];
		},
	],
];

describe.runIf(canSwitchOff)('a sandbox that was asked for and cannot be had ends with 2 and the reason', () => {
	test.each(wanted)('%s with -p', (_, options) => {
		const desk = openDesk();
		const { code, out, err } = runSwitchedOff(desk, ...options(desk), '-p', 'hello');
		expect({ code, out }).toEqual({ code: 2, out: '' });
		expect(err).toMatch(REASON);
		expect(err).toMatch(/^acp-tui: /);
		expect(existsSync(join(desk.workspace, 'started'))).toBe(false);
	});

	test.each(wanted)('%s in a terminal', async (_, options) => {
		const desk = openDesk();
		const command = switchedOff(process.execPath, program, ...options(desk));
		const screen = await launch({ desk, command, until: null, columns: 200 });
		expect(await screen.exit()).toEqual({ code: 2, signal: 0 });
		expect(screen.text()).toMatch(REASON);
		expect(existsSync(join(desk.workspace, 'started'))).toBe(false);
	});
});

describe.runIf(process.platform === 'linux')('in a workspace that is the whole file system there is none', () => {
	// As all that is wrong before anything is started, in every format.
	test.each([
		['fence', 'text'],
		['shadow', 'json'],
		['fence', 'stream-json'],
	])('for an agent: %s, reported in %s', async (sandbox, format) => {
		const { code, out, err } = await run(openDesk(), ...inRoot, '--sandbox', sandbox, '--output-format', format);
		expect({ code, out }).toEqual({ code: 2, out: '' });
		expect(err).toContain(`the sandbox "${sandbox}" is not available. There is none for a workspace that is the whole`);
	});

	test('for commands that require one', async () => {
		const desk = openDesk();
		desk.config({ sandbox: 'require' });
		const { code, err } = await run(desk, ...inRoot);
		expect(code).toBe(2);
		expect(err).toContain('whole file system');
	});

	const agent = `node ${join(root, 'test', 'agents', 'writes.mjs')}`;
	const inRoot = ['--cwd', '/', '-p', 'hello', '--agent-command', agent];
});
