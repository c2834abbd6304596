import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDesk } from '../drive/desk.js';
import { launch } from '../drive/screen.js';
import { temporaryFolder } from '../services/temporary-folder.js';

const agent = new URL('../agents/sign-in.mjs', import.meta.url).pathname;
const escapes = new URL('../agents/escapes.mjs', import.meta.url).pathname;
const KEY = 'sk-typed-and-never-seen';

/** All that stands in a folder, as one text, without the credentials that are kept on purpose. */
function contents(folder: string): string {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && entry.name !== 'credentials.json')
		.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
		.join('\n');
}

test('A refused session asks how to sign in; the agent’s own program has the terminal, and the prompt goes once.', async () => {
	const folder = temporaryFolder();
	const options = { state: join(folder, 'state'), log: join(folder, 'log'), methods: ['browser', 'terminal'] };
	const line = `${process.execPath} ${agent} '${JSON.stringify(options)}'`;
	const screen = await launch({ args: ['--agent-command', line], until: 'Scripted' });
	await screen.until('▸   1 Browser');
	await screen.send('first words');
	await screen.until('Your prompt waits: first words');
	await screen.until('enter choose  esc');
	screen.press('down');
	await screen.until('▸   2 Terminal');
	screen.press('enter');
	await screen.until('Hello, you are signed in.');
	const seen = readFileSync(options.log, 'utf8').trim().split('\n');
	expect(seen.filter((text) => text.includes('"session/prompt"'))).toHaveLength(1);
	expect(seen.find((text) => text.includes('"login"'))).toContain('"isTerminal":true');
	expect(screen.text()).toContain('first words');
});

test('A key is never on the screen and in no file but the store of keys; a refused prompt is shown and sent once more.', async () => {
	const folder = temporaryFolder();
	const options = { state: join(folder, 'state'), methods: ['key'], refuses: ['prompt'] };
	const line = `${process.execPath} ${agent} '${JSON.stringify(options)}'`;
	const desk = openDesk();
	const screen = await launch({ desk, args: ['--agent-command', line], until: 'Scripted' });
	await screen.until('Ask for anything');
	await screen.send('do it');
	await screen.until('▸   1 API key');
	await screen.until('enter choose  esc');
	screen.press('enter');
	await screen.until('It is not shown');
	screen.type(KEY);
	await screen.until('•'.repeat(KEY.length));
	screen.press('enter');
	await screen.until('Hello, you are signed in.');
	expect(screen.text()).toContain('Your prompt is sent again.');
	expect(screen.text()).not.toContain(KEY);
	expect(contents(desk.home)).not.toContain(KEY);
});

test.runIf(process.platform === 'linux')(
	'In plan mode a fenced agent’s own program runs in its fence, from the panel that opens by itself and from /login; outside it is asked about.',
	async () => {
		const desk = openDesk();
		const report = join(desk.home, 'own', 'starts');
		const outside = [join(desk.home, 'OUTSIDE'), join(desk.workspace, 'INSIDE')];
		mkdirSync(join(desk.home, 'own'));
		const args = [escapes, report, outside.join(','), 'refuses', 'fails'];
		desk.config({
			agents: { p: { command: process.execPath, args, sandbox: 'fence', writable: [join(desk.home, 'own')] } },
		});
		const starts = () =>
			readFileSync(report, 'utf8')
				.trim()
				.split('\n')
				.map((line) => JSON.parse(line));
		const screen = await launch({ desk, args: ['--agent', 'p', '--mode', 'plan'], until: 'plan (enforced)' });
		await screen.send('do it');
		await screen.until('▸   1 Own program');
		await screen.until('enter choose  esc');
		screen.press('enter');
		await screen.until('The sign-in program exited with code 1');
		await screen.until('3 Own program, outside the sandbox');
		screen.press('escape');
		await screen.until((now) => !now.text().includes('Sign in to Scripted ·'));
		await screen.send('/login');
		await screen.until('▸   1 Own program');
		await screen.until('enter choose  esc');
		screen.press('enter');
		await screen.until('The sign-in program exited with code 1');
		expect(starts().map(({ isLogin }) => isLogin)).toEqual([false, true, true]);
		for (const { mounts } of starts()) expect(mounts).not.toBe(readlinkSync('/proc/self/ns/mnt'));
		await screen.until('enter choose  esc');
		screen.press('down');
		screen.press('down');
		await screen.until('▸   3 Own program, outside the sandbox');
		screen.press('enter');
		await screen.until('outside the agent’s sandbox:');
		expect(screen.text().replaceAll(/[\s│]/g, '')).toContain('refusesfails--login');
		expect(outside.filter((place) => existsSync(place))).toEqual([]);
	},
);
