import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasKeyboard } from '../../src/frontends/interactive/interactive-messages.js';
import { openDesk } from '../drive/desk.js';
import { launch } from '../drive/screen.js';

test('! runs a command in the user’s shell, its output goes with the next prompt', async () => {
	const screen = await launch();
	screen.type('!');
	await screen.until(/│ ! a command for your shell/);
	screen.type('echo "one $((1+1))"; exit 3');
	await screen.until(/│ ! echo "one/);
	screen.press('enter');
	await screen.until(/✗ ! echo "one .*exit 3 · you ran/);
	await screen.until(/^ +one 2$/m);
	await screen.until('will be sent with your next prompt · alt+h: don’t send');
	await screen.send('hello');
	await screen.until('Sent along: output of echo "one $((1+1))"; exit 3.');
	await screen.until('you ran · shared with the agent');
});

test('!! keeps the output from the agent, and alt+h changes one’s mind', async () => {
	const screen = await launch();
	await screen.send('!!echo secret');
	await screen.until(/✓ ! echo secret {2}you ran · private/);
	await screen.send('hello');
	await screen.until(/› hello/);
	expect(screen.text()).not.toContain('Sent along');
	await screen.until((now) => now.draft().startsWith('Ask'));
	screen.press('alt+h');
	await screen.until('Output of echo secret will be sent with your next prompt');
	expect(screen.text()).toMatch(/✓ ! echo secret {2}you ran(?: {2,}|$)/m);
});

test('it is live, in plan mode too, and esc ends it while no turn runs', async () => {
	const screen = await launch({ args: ['--mode', 'plan'] });
	await screen.send('!echo started; touch made; sleep 1000');
	await screen.until(/^ +started$/m);
	await screen.until('Running echo started; touch');
	screen.press('escape');
	await screen.until(/✗ ! echo started.*SIG(?:TERM|HUP)/);
	expect(screen.desk.read('made')).toBe('');
	expect((await screen.desk.living()).filter((command) => command.startsWith('sleep'))).toEqual([]);
});

test('a ! that only a pasted block holds runs nothing', async () => {
	const screen = await launch();
	screen.paste(`!touch made\n${'line\n'.repeat(30)}`);
	await screen.until(/\[Pasted 31 lines #1\]/);
	screen.press('enter');
	await screen.until(/› \[Pasted text, 31 lines\]/);
	expect(screen.desk.read('made')).toBeNull();
});

/** Fills the screen as editors do, takes a line from the keyboard, and gives the screen back. */
const FULL = `#!/bin/sh
printf '\\033[?1049h\\033[2J\\033[H'
echo "full screen"
read -r line
printf '\\033[?1049l'
echo "$line $(stty size)" > typed
`;

test.each([
	['is known by its name', 'vim'],
	['shows itself by what it draws', 'own-editor'],
])('a program that fills the screen (%s) gets all of it, and gives it back intact', async (_, name) => {
	const desk = openDesk();
	const program = join(desk.home, name);
	writeFileSync(program, FULL);
	chmodSync(program, 0o755);
	const screen = await launch({ desk, columns: 90, rows: 24 });
	await screen.until((now) => now.modes().mouse);
	const before = screen.modes();
	await screen.send(`!${program}`);
	await screen.until('full screen');
	expect(screen.lines()[0]).toMatch(/^full screen/);
	expect(screen.modes().mouse).toBe(false);
	screen.type('words for it\r');
	await screen.until((now) => now.modes().mouse && now.draft().startsWith('Ask'));
	expect(desk.read('typed')).toBe('words for it 24 90\n');
	await screen.until((now) => JSON.stringify(now.modes()) === JSON.stringify(before));
	await screen.until(/✓ ! .* you ran/);
	screen.type('still here');
	await screen.until((now) => now.draft() === 'still here');
});

test('alt+j gives a command that asks for something the keyboard; ctrl+] returns', async () => {
	const screen = await launch();
	await screen.send('!printf "name? "; read -r name; echo "it is $name"; sleep 1000');
	await screen.until(/^ +name\?/m);
	screen.press('alt+j');
	await screen.until(hasKeyboard('sleep 1000').replace('! ', ''));
	screen.type('ada\r');
	await screen.until(/^it is ada/m);
	screen.type('\x1d');
	await screen.until((now) => now.modes().mouse && /Running printf/.test(now.text()));
	await screen.until(/^ +it is ada/m);
	screen.press('ctrl+c');
	await screen.until(/✗ ! printf.*SIG/);
});
