import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { draftRestored } from '../../src/frontends/interactive/interactive-messages.js';
import { program } from '../drive/desk.js';
import { isReady, launch } from '../drive/screen.js';
import { permissionPrompt } from './prompts.js';

test('keys typed without a pause while a prompt appears all land in the draft, and none answers it', async () => {
	const screen = await launch({ env: { ACP_TUI_DEMO_PACE: '15' } });
	const before = screen.desk.read('notes.md');
	await screen.send('/edit notes.md');
	await screen.until('› /edit notes.md');
	// Every letter would be an answer if the prompt took it: about a second of them, before and after it appears.
	let typed = '';
	for (let afterwards = 0; afterwards < 30; ) {
		const key = 'yan123'.charAt(typed.length % 6);
		screen.type(key);
		typed += key;
		await wait(20);
		if (/^╭─ (?:Permission|Edit )/m.test(screen.text())) afterwards += 1;
	}
	await screen.until((now) => now.draft().replaceAll('\n', '') === typed);
	expect(screen.text()).toMatch(/^╭─ (?:Permission|Edit )/m);
	expect(screen.desk.read('notes.md')).toBe(before);
});

test('the first key right after a prompt appeared is text, too', async () => {
	const screen = await launch();
	await screen.send('/edit notes.md');
	const asked = await screen.until(/^╭─ (?:Permission|Edit )/m);
	expect(asked).toContain('wait a moment: keys still go to your message');
	screen.press('y');
	await screen.until((now) => now.draft() === 'y');
	expect(screen.text()).toMatch(/^╭─ (?:Permission|Edit )/m);
	await screen.until('that key did not count: press it again');
	// Enter neither answers nor sends it to the agent.
	screen.press('enter');
	await screen.until('That key did not count');
	await wait(700);
	// After a pause the same key answers, and what came too early is gone.
	screen.press('y');
	await screen.until((now) => now.draft() !== 'y' && !now.draft().includes('yy'));
	await screen.until('Done: notes.md has its new line.');
});

test.each(['actually no', 'no use tabs'])(
	'“%s” under a prompt are words: enter rejects and sends them',
	async (words) => {
		const screen = await launch();
		const before = screen.desk.read('notes.md');
		await screen.send('/edit notes.md');
		await screen.until(permissionPrompt);
		for (const character of words) {
			screen.type(character);
			await wait(20);
		}
		await screen.until((now) => now.draft() === words);
		await screen.until('enter rejects and sends your words');
		screen.press('enter');
		await screen.until(new RegExp(`^ › ${words}`, 'm'));
		await screen.until('denied: you chose “Reject”');
		expect(screen.desk.read('notes.md')).toBe(before);
	},
);

test('a paste never answers a prompt', async () => {
	const screen = await launch();
	await screen.send('/edit notes.md');
	await screen.until(permissionPrompt);
	screen.paste('y');
	await screen.until((now) => now.draft() === 'y');
	expect(screen.text()).toMatch(/^╭─ (?:Permission|Edit )/m);
});

test('what is typed while the program starts is in the draft, and nowhere else', async () => {
	const screen = await launch({ until: null });
	screen.type('too early');
	await screen.until((now) => isReady(now) && now.draft() === 'too early');
	expect(screen.text().split('too early')).toHaveLength(2);
});

test('what the terminal echoed before the program started moves nothing on the screen', async () => {
	const screen = await launch({
		command: ['/bin/sh', '-c', 'printf "typed too early"; exec "$0" "$1"', process.execPath, program],
	});
	expect(screen.lines()[0]).toMatch(/^ acp-tui /);
	expect(screen.text()).not.toContain('typed too early');
});

test.each([
	['a line that a slow link brings in one read', 'say what came in one read\r', /› say what came in one read/],
	['a command of one’s own', '!echo "one and two"\r', /✓ ! echo "one and two"/],
])('text and enter in one read are sent: %s', async (_, bytes, shown) => {
	const screen = await launch();
	screen.type(bytes);
	await screen.until(shown);
	await screen.until((now) => now.draft().startsWith('Ask'));
});

test('what is typed over a draft of an earlier run is not glued to it', async () => {
	const first = await launch();
	first.type('left behind');
	await first.until((now) => now.draft() === 'left behind');
	first.signal('SIGTERM');
	await first.exit();
	const again = await launch({ desk: first.desk });
	await again.until(draftRestored(0));
	again.type('say new words\r');
	await again.until(/^ *› say new words *$/m);
	await again.until((now) => now.draft().startsWith('draft put aside'));
	again.press('ctrl+s');
	await again.until((now) => now.draft() === 'left behind');
});
