import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDesk, program } from '../drive/desk.js';
import { run } from '../drive/run.js';

/** Without further namespaces, as on a machine where they are switched off. */
const SWITCHED_OFF = 'echo 0 >/proc/sys/user/max_user_namespaces; exec "$@"';
const UNSHARE = '/usr/bin/unshare';
const canTry =
	spawnSync(UNSHARE, ['--user', '--map-root-user', '/bin/sh', '-c', SWITCHED_OFF, 'sh', 'true']).status === 0;

function runSwitchedOff(desk: ReturnType<typeof openDesk>, ...args: readonly string[]) {
	const inner = ['sh', process.execPath, program, ...args];
	const { status, stdout, stderr } = spawnSync(
		UNSHARE,
		['--user', '--map-root-user', '/bin/sh', '-c', SWITCHED_OFF, ...inner],
		{ cwd: desk.workspace, env: { ...desk.env }, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
	);
	return { code: status, out: stdout, err: stderr };
}

const JSON_OUTPUT = ['--output-format', 'json'];

describe.runIf(canTry)('commands', () => {
	test('run in a sandbox, which json says: what was let through changes the workspace and nothing else', async () => {
		const desk = openDesk();
		const script = join(desk.workspace, 'try.sh');
		writeFileSync(script, '#!/bin/sh\necho x >made.txt\necho x >"$HOME/made.txt"\n', { mode: 0o755 });
		const { code, out } = await run(desk, '-p', '/run ./try.sh', '--allow', 'Execute(./try.sh)', ...JSON_OUTPUT);
		expect(code).toBe(0);
		expect(JSON.parse(out)).toMatchObject({ sandbox: { commands: 'fenced' } });
		expect(desk.read('made.txt')).toBe('x\n');
		expect(existsSync(join(desk.env['HOME'] ?? '', 'made.txt'))).toBe(false);
	});

	test('run as before where the machine has no sandbox, which json says', () => {
		const desk = openDesk();
		const { code, out } = runSwitchedOff(desk, '-p', '/run ls', '--allow', 'Execute(ls)', ...JSON_OUTPUT);
		expect(code).toBe(0);
		expect(JSON.parse(out)).toMatchObject({ sandbox: { commands: 'none' } });
	});

	test('are not to run without one: 2 with the missing switch, and nothing is started', () => {
		const desk = openDesk();
		desk.config({ sandbox: 'require' });
		const { code, out, err } = runSwitchedOff(desk, '-p', '/run ls');
		expect({ code, out }).toEqual({ code: 2, out: '' });
		expect(err).toMatch(
			/^acp-tui: Commands cannot run in a sandbox\. .*switched off.* sysctl -w user\.max_user_namespaces=/,
		);
	});

	test('run without one where the user wants none', async () => {
		const desk = openDesk();
		desk.config({ sandbox: 'off' });
		const { code, out } = await run(desk, '-p', '/run ls', '--allow', 'Execute(ls)', ...JSON_OUTPUT);
		expect(code).toBe(0);
		expect(JSON.parse(out)).toMatchObject({ sandbox: { commands: 'none' } });
	});
});
