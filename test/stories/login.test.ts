import { existsSync, mkdirSync, readFileSync, readlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { openDesk, program } from '../drive/desk.js';
import { launch } from '../drive/screen.js';

const script = fileURLToPath(new URL('../agents/sign-in.mjs', import.meta.url));

const escapes = fileURLToPath(new URL('../agents/escapes.mjs', import.meta.url));

/** The command line of the scripted agent, as one argument. */
function agentWith(workspace: string, options: object): string {
	const all = { state: `${workspace}/state`, log: `${workspace}/log`, ...options };
	return `${process.execPath} ${script} '${JSON.stringify(all)}'`;
}

test('login lists the ways, and the agent’s program gets the whole terminal', async () => {
	const desk = openDesk();
	const line = agentWith(desk.workspace, { methods: ['browser', 'terminal'] });
	const screen = await launch({ desk, args: ['login', '--agent-command', line], until: '1-2:' });
	screen.type('2');
	screen.press('enter');
	await screen.until('Signed in to Scripted.');
	expect(screen.text()).toContain('Logged in.');
	expect(await screen.exit()).toEqual({ code: 0, signal: 0 });
	const login = readFileSync(`${desk.workspace}/log`, 'utf8')
		.split('\n')
		.find((text) => text.includes('"login"'));
	expect(JSON.parse(login ?? '{}')).toMatchObject({ isTerminal: true, from: 'client' });
});

test('questions are on the screen, and what is typed is not in the file that standard error goes to', async () => {
	const desk = openDesk();
	const line = agentWith(desk.workspace, { methods: ['browser', 'terminal'] });
	const command = ['/bin/sh', '-c', '"$@" 2>errors', 'sh', process.execPath, program, 'login', '--agent-command', line];
	const screen = await launch({ desk, command, until: '1-2:' });
	screen.type('zebra');
	screen.press('enter');
	await screen.until(/1-2: zebra\s+1-2:/);
	expect(readFileSync(`${desk.workspace}/errors`, 'utf8')).not.toContain('zebra');
});

test('the agent’s program on the terminal ends with acp-tui when that is killed', async () => {
	const desk = openDesk();
	const line = agentWith(desk.workspace, { methods: ['terminal'], login: 'hang' });
	const screen = await launch({ desk, args: ['login', '--agent-command', line], until: 'Waiting for you.' });
	screen.signal('SIGKILL');
	expect(await screen.exit()).toEqual({ code: 0, signal: 9 });
	await vi.waitFor(async () => expect(await desk.living()).toEqual([]), { timeout: 8000, interval: 50 });
});

test('a key is not shown as it is typed; ctrl+c gives it up with 3', async () => {
	const desk = openDesk();
	const line = agentWith(desk.workspace, { methods: ['key'], key: 'sk-typed-by-hand' });
	const first = await launch({ desk, args: ['login', '--agent-command', line], until: 'not shown' });
	first.type('zebra-lamp');
	first.press('ctrl+c');
	await first.until('no key was given');
	expect(first.text()).not.toContain('zebra');
	expect(await first.exit()).toEqual({ code: 3, signal: 0 });
	expect(existsSync(`${desk.workspace}/state`)).toBe(false);
	const again = await launch({ desk, args: ['login', '--agent-command', line], until: 'not shown' });
	again.type('sk-typed-by-hand');
	again.press('enter');
	await again.until('Signed in to Scripted.');
	expect(again.text()).not.toContain('sk-typed');
	expect(await again.exit()).toEqual({ code: 0, signal: 0 });
});

test('ctrl+c stops a sign-in that waits, and its address stands on the screen', async () => {
	const desk = openDesk();
	const page = 'https://auth.example.com/device?code=AB';
	const line = agentWith(desk.workspace, { auth: 'hang', prints: [`Open ${page}`] });
	const screen = await launch({ desk, args: ['login', '--agent-command', line], until: page });
	screen.press('ctrl+c');
	await screen.until('was cancelled');
	expect(await screen.exit()).toEqual({ code: 3, signal: 0 });
	expect(readFileSync(`${desk.workspace}/log`, 'utf8')).toContain('$/cancel_request');
});

test.runIf(process.platform === 'linux')(
	'the program of a fenced agent runs in its fence; it leaves that only when it failed there and is agreed to',
	async () => {
		const desk = openDesk();
		const [report, secret] = [`${desk.home}/own/starts`, `${desk.home}/OUTSIDE`];
		mkdirSync(`${desk.home}/own`);
		const args = [escapes, report, `${secret},${desk.workspace}/INSIDE`, 'fails'];
		desk.config({
			agents: { p: { command: process.execPath, args, sandbox: 'fence', writable: [`${desk.home}/own`] } },
		});
		const screen = await launch({ desk, args: ['login', 'p'], until: 'may be out of reach in the sandbox' });
		await screen.until('Run it? [y/N]');
		expect(screen.text()).toContain('login on a terminal: true');
		const starts = () =>
			readFileSync(report, 'utf8')
				.trim()
				.split('\n')
				.map((line) => JSON.parse(line));
		expect(starts().map(({ isLogin }) => isLogin)).toEqual([false, true]);
		for (const { mounts } of starts()) expect(mounts).not.toBe(readlinkSync('/proc/self/ns/mnt'));
		expect([existsSync(secret), existsSync(`${desk.workspace}/INSIDE`)]).toEqual([false, false]);
		screen.type('y');
		screen.press('enter');
		expect(await screen.exit()).toEqual({ code: 3, signal: 0 });
		expect(starts().at(-1)).toMatchObject({ isLogin: true, wrote: [secret, `${desk.workspace}/INSIDE`] });
	},
);
