import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { probeNamespaces } from '../../src/services/sandbox/linux/probe-sandbox.js';
import { openDesk } from '../drive/desk.js';
import { run } from '../drive/run.js';
import { launch } from '../drive/screen.js';
import { permissionPrompt } from './prompts.js';

const { works } = await probeNamespaces();
const RUNS_COMMANDS = fileURLToPath(new URL('../agents/runs-commands.mjs', import.meta.url));
const AGENT = ['--agent-command', `${process.execPath} ${RUNS_COMMANDS}`];
const WRITES = `node -e "require('fs').writeFileSync('made.txt', 'x\\n')"`;
const JSON_OUTPUT = ['--output-format', 'json'];

describe.runIf(works)('a command that nobody has allowed', () => {
	test('runs on a copy with -p: what it changed is named, and is not in the workspace', async () => {
		const desk = openDesk();
		const lines = ['node -e 0', 'echo x >made.txt', 'ls', 'sudo true'].join('\n');
		const { out, err } = await run(desk, ...AGENT, '-p', lines, ...JSON_OUTPUT);
		const { commands, denied } = JSON.parse(out);
		expect(commands).toMatchObject([
			{ because: 'changed nothing', exitCode: 0, changes: [] },
			{ because: 'discarded', exitCode: 1, changes: [{ path: 'made.txt', status: 'added', added: 1, removed: 0 }] },
			{ because: 'read', exitCode: 0 },
			{ because: 'denied', exitCode: null },
		]);
		expect(denied).toHaveLength(2);
		expect(err).toContain('it changed made.txt');
		expect(existsSync(join(desk.workspace, 'made.txt'))).toBe(false);
	});

	test('applies with -p what accept edits mode lets an edit change, and in plan mode nothing', async () => {
		const desk = openDesk();
		const planned = await run(desk, ...AGENT, '-m', 'plan', '-p', 'echo x >made.txt', ...JSON_OUTPUT);
		expect(JSON.parse(planned.out).commands.at(-1)).toMatchObject({ because: 'discarded', exitCode: 0 });
		expect(existsSync(join(desk.workspace, 'made.txt'))).toBe(false);
		const accepted = await run(desk, ...AGENT, '-m', 'acceptEdits', '-p', WRITES, ...JSON_OUTPUT);
		expect(JSON.parse(accepted.out)).toMatchObject({ commands: [{ because: 'applied', exitCode: 0 }], denied: [] });
		expect(desk.read('made.txt')).toBe('x\n');
	});

	test('shows what it changed and asks whether to take that', async () => {
		const desk = openDesk();
		const screen = await launch({ desk, args: AGENT, until: 'Scripted' });
		await screen.send('printf "one\\ntwo\\n" >made.txt');
		await screen.until('This command changed 1 file');
		const asked = await screen.until(permissionPrompt);
		for (const words of ['Take these changes', 'Discard them', 'made.txt', '+ two']) expect(asked).toContain(words);
		expect(existsSync(join(desk.workspace, 'made.txt'))).toBe(false);
		screen.press('n');
		await screen.until('The user discarded');
		expect(existsSync(join(desk.workspace, 'made.txt'))).toBe(false);
		await screen.send('printf "one\\ntwo\\n" >made.txt');
		await screen.until(permissionPrompt);
		screen.press('y');
		await screen.until(() => existsSync(join(desk.workspace, 'made.txt')));
		await screen.until('1 file changed');
		expect(desk.read('made.txt')).toBe('one\ntwo\n');
	});
});
