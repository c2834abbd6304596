import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDesk } from '../drive/desk.js';
import { launch } from '../drive/screen.js';

const agent = new URL('../agents/sign-in.mjs', import.meta.url).pathname;
const KEY = 'sk-typed-and-never-seen';

/** All that stands in a folder, as one text, without the credentials that are kept on purpose. */
function contents(folder: string): string {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && entry.name !== 'credentials.json')
		.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
		.join('\n');
}

test('A refused session asks how to sign in; the agent’s own program has the terminal, and the prompt goes once.', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'acp-tui-sign-in-'));
	const options = { state: join(folder, 'state'), log: join(folder, 'log'), methods: ['browser', 'terminal'] };
	const line = `${process.execPath} ${agent} '${JSON.stringify(options)}'`;
	const screen = await launch({ args: ['--agent-command', line], until: 'Scripted' });
	await screen.until('▸ 1 Browser');
	await screen.send('first words');
	await screen.until('Your prompt waits: first words');
	await screen.until('enter choose  esc');
	screen.press('down');
	await screen.until('▸ 2 Terminal');
	screen.press('enter');
	await screen.until('Hello, you are signed in.');
	const seen = readFileSync(options.log, 'utf8').trim().split('\n');
	expect(seen.filter((text) => text.includes('"session/prompt"'))).toHaveLength(1);
	expect(seen.find((text) => text.includes('"login"'))).toContain('"isTerminal":true');
	expect(screen.text()).toContain('first words');
});

test('A key is never on the screen and in no file but the store of keys; a refused prompt is shown and sent once more.', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'acp-tui-sign-in-'));
	const options = { state: join(folder, 'state'), methods: ['key'], refuses: ['prompt'] };
	const line = `${process.execPath} ${agent} '${JSON.stringify(options)}'`;
	const desk = openDesk();
	const screen = await launch({ desk, args: ['--agent-command', line], until: 'Scripted' });
	await screen.until('Ask for anything');
	await screen.send('do it');
	await screen.until('▸ 1 API key');
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
