import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openDesk } from '../drive/desk.js';
import { launch } from '../drive/screen.js';

const script = fileURLToPath(new URL('../agents/sign-in.mjs', import.meta.url));

test('login in a terminal fills in a form of the agent line by line, a secret without an echo', async () => {
	const desk = openDesk();
	const properties = {
		region: { type: 'string', title: 'Region', enum: ['eu', 'us'] },
		api_key: { type: 'string', title: 'API key' },
	};
	const elicits = { mode: 'form', message: 'Where?', requestedSchema: { properties, required: ['region'] } };
	const options = { state: `${desk.workspace}/state`, log: `${desk.workspace}/log`, elicits };
	const line = `${process.execPath} ${script} '${JSON.stringify(options)}'`;
	const screen = await launch({ desk, args: ['login', '--agent-command', line], until: '1 of 2: Region' });
	screen.type('2');
	screen.press('enter');
	await screen.until('2 of 2: API key');
	screen.type('hunter2');
	screen.press('enter');
	await screen.until('4 Cancel.');
	expect(screen.text()).toContain('Region: us');
	expect(screen.text()).not.toContain('hunter2');
	screen.type('1');
	screen.press('enter');
	await screen.until('Signed in to Scripted.');
	expect(await screen.exit()).toEqual({ code: 0, signal: 0 });
	const content = { region: 'us', api_key: 'hunter2' };
	expect(readFileSync(options.log, 'utf8')).toContain(JSON.stringify({ action: 'accept', content }));
});

test('in the middle of a sign-in the agent asks for a page, which opens by the user’s choice alone', async () => {
	const desk = openDesk();
	const opened = join(desk.workspace, 'opened');
	const browser = join(desk.home, 'browser');
	writeFileSync(browser, `#!/bin/sh\nprintf '%s\\n' "$#" "$@" > '${opened}'\n`);
	chmodSync(browser, 0o755);
	const options = {
		...{ state: `${desk.workspace}/state`, log: `${desk.workspace}/log`, refuses: ['prompt'], auth: 'hang' },
		elicits: { url: "https://login.example.com/device?a=$(id)&b='c d'" },
	};
	// A quote within the line: the options hold one.
	const json = JSON.stringify(options).replaceAll("'", "'\\''");
	const line = `${process.execPath} ${script} '${json}'`;
	const screen = await launch({
		desk,
		args: ['--agent-command', line],
		env: { BROWSER: browser },
		columns: 80,
		rows: 16,
		until: 'Scripted',
	});
	screen.type('hello');
	screen.press('enter');
	await screen.until('Sign in to Scripted');
	// Only now keys choose.
	await screen.until(/enter choose {2}/);
	screen.press('enter');
	await screen.until('open login.example.com');
	await screen.until('ABCD-1234');
	expect(existsSync(opened)).toBe(false);
	await screen.until('c copy');
	screen.type('1');
	await screen.until('Signing in: Browser');
	// The code is needed while the page is open.
	expect(screen.text()).toContain('ABCD-1234');
	await screen.until('Opened in your browser');
	const url = 'https://login.example.com/device?a=$(id)&b=%27c%20d%27';
	const has = (file: string, words: string) => existsSync(file) && readFileSync(file, 'utf8').includes(words);
	await screen.until(() => has(opened, `${url}\n`));
	expect(readFileSync(opened, 'utf8').split('\n')).toEqual(['1', url, '']);
	await screen.until(() => has(`${desk.workspace}/log`, '{"elicitation":{"action":"accept"}}'));
	screen.press('escape');
	await screen.until('cancelled');
});
