import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDesk } from '../drive/desk.js';
import { run } from '../drive/run.js';
import { canSwitchOff, runSwitchedOff } from './switched-off.js';

const JSON_OUTPUT = ['--output-format', 'json'];

describe.runIf(canSwitchOff)('commands', () => {
	test('run in a sandbox, which json says: what was allowed changes the workspace and nothing else', async () => {
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
});
