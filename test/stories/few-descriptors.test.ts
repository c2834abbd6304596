import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { openDesk, program } from '../drive/desk.js';

describe.runIf(process.platform === 'linux')('a program that may open few files', () => {
	// Which of these is the one too many depends on the version of Node.js.
	test.each([30, 36, 38])('says that there is no sandbox where it may not be set up: %i', (most) => {
		const desk = openDesk();
		const words = [process.execPath, program, '--sandbox', 'fence', '--agent-command', 'sleep 0', '-p', 'hello'];
		const { status, stderr } = spawnSync('/bin/sh', ['-c', `ulimit -n ${most}; exec "$@"`, 'sh', ...words], {
			...{ cwd: desk.workspace, env: desk.env, encoding: 'utf8', input: '' },
		});
		expect(status).not.toBe(0);
		expect(stderr).toMatch(/^acp-tui: /);
		expect(stderr).not.toContain('unexpectedly');
	});
});
