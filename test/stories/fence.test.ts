import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDesk, root } from '../drive/desk.js';
import { run } from '../drive/run.js';
import { launch } from '../drive/screen.js';

const AGENT = `node ${join(root, 'test', 'agents', 'writes.mjs')}`;
const FENCED = ['--sandbox', 'fence', '--agent-command', AGENT];

describe.runIf(process.platform === 'linux')('an agent in a fence', () => {
	test('changes files while plan mode is off, and none while it is on', async () => {
		const desk = openDesk();
		const screen = await launch({ desk, args: FENCED, until: 'Scripted' });
		await screen.send('write one.txt');
		await screen.until('write one.txt: done');
		await screen.send('/mode plan');
		await screen.until('plan (enforced)');
		await screen.send('write two.txt');
		await screen.until('write two.txt: EROFS');
		expect(existsSync(join(desk.workspace, 'two.txt'))).toBe(false);
		await screen.send('edit two.txt');
		await screen.until('in plan mode the workspace is read-only for it');
		await screen.send('/mode default');
		await screen.until('○ default');
		await screen.send('write three.txt');
		await screen.until('write three.txt: done');
	});

	test('breaks nothing by what the system refused it', async () => {
		const desk = openDesk();
		const { code, out, err } = await run(
			desk,
			...['-p', 'edit two.txt', ...FENCED, '--mode', 'plan', '--output-format', 'json'],
		);
		expect({ code, ...JSON.parse(out) }).toMatchObject({
			code: 0,
			asks: false,
			unasked: [{ title: 'Edit two.txt', broke: null, kept: 'fence' }],
			changes: [],
		});
		expect(err).toContain('Kept by its sandbox: Edit two.txt');
		expect(err).not.toContain('could not be stopped');
	});

	test('is chosen in /agent for the conversation that runs, and kept in the config', async () => {
		const desk = openDesk();
		const [command = '', ...args] = AGENT.split(' ');
		desk.config({ agents: { scripted: { command, args } } });
		const screen = await launch({ desk, args: ['--agent', 'scripted'], until: 'Scripted' });
		await screen.send('write one.txt');
		await screen.until('write one.txt: done');
		await screen.send('/agent sandbox');
		await screen.until('no config says otherwise');
		screen.press('down');
		await screen.until(/▸ +3 fence/);
		screen.press('enter');
		await screen.until('writes agents.scripted.sandbox to');
		screen.press('down');
		await screen.until(/▸ +\d Always for/);
		screen.press('enter');
		await screen.until('is “fence” from here on');
		await screen.until('Starting the agent again');
		await screen.send('write two.txt');
		await screen.until('write two.txt: done');
		await screen.send('/mode plan');
		await screen.until('plan (enforced)');
		await screen.send('write three.txt');
		await screen.until('write three.txt: EROFS');
		expect(existsSync(join(desk.workspace, 'three.txt'))).toBe(false);
		const config = join(desk.home, 'config', 'config.json');
		expect(JSON.parse(readFileSync(config, 'utf8'))).toEqual({
			agents: { scripted: { command, args, sandbox: 'fence' } },
		});
	});

	test('ends with acp-tui, also when that is killed, and leaves no mount', async () => {
		const desk = openDesk();
		const mounts = readFileSync('/proc/self/mountinfo', 'utf8');
		const program = spawn(
			process.execPath,
			[join(root, 'bin', 'acp-tui.js'), ...FENCED, '-p', '--output-format', 'stream-json', 'please wait'],
			{ cwd: desk.workspace, env: { ...process.env, ...desk.env }, stdio: ['ignore', 'pipe', 'ignore'] },
		);
		await new Promise<void>((resolve) => {
			program.stdout.on('data', (text: Buffer) => {
				if (text.toString().includes('waiting')) resolve();
			});
		});
		expect((await desk.living()).join('\n')).toContain('writes.mjs');
		program.kill('SIGKILL');
		await expect.poll(() => desk.living(), { timeout: 8000 }).toEqual([]);
		expect(readFileSync('/proc/self/mountinfo', 'utf8')).toBe(mounts);
		await expect.poll(() => readdirSync(join(desk.home, 'state', 'layers')), { timeout: 8000 }).toEqual([]);
	});
});
