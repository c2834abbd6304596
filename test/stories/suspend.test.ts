import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { openDesk, program } from '../drive/desk.js';
import { untouched } from '../drive/emulator.js';
import { isReady, launch, type Screen } from '../drive/screen.js';
import { quit } from './prompts.js';

/** The program, started from a shell as a user does. */
async function launchInShell(isKitty: boolean): Promise<Screen> {
	const desk = openDesk();
	const screen = await launch({
		desk,
		isKitty,
		command: ['/bin/bash', '--norc', '--noprofile', '-i'],
		env: { PS1: 'shell> ', BASH_SILENCE_DEPRECATION_WARNING: '1', NODE: process.execPath, PROGRAM: program },
		until: /^shell>$/m,
	});
	screen.type('"$NODE" "$PROGRAM"\r');
	await screen.until(isReady);
	return screen;
}

describe.each([false, true])('with the kitty keyboard protocol: %s', (isKitty) => {
	test('ctrl+z gives the terminal to the shell, and fg brings the screen back as it was', async () => {
		const screen = await launchInShell(isKitty);
		await screen.until((now) => now.modes().kittyDepth === (isKitty ? 1 : 0));
		await screen.send('/read notes.md');
		await screen.until('✓ Read notes.md');
		await screen.until((now) => now.text().includes('ctx') && now.draft().startsWith('Ask'));
		screen.type('half a thought');
		await screen.until((now) => now.draft() === 'half a thought');
		const look = () => ({ text: screen.text(), modes: screen.modes(), cursor: screen.cursor() });
		const before = look();

		screen.press('ctrl+z');
		await screen.until(/Stopped[\s\S]*\nshell>$/);
		// A shell that edits its line has bracketed paste on for itself.
		expect({ ...screen.modes(), bracketedPaste: false }).toEqual(untouched);
		expect(screen.text()).not.toMatch(/[╭╰]/);

		screen.type('fg\r');
		await screen.until(() => isDeepStrictEqual(look(), before));

		screen.press('ctrl+c');
		await screen.until((now) => now.draft().startsWith('Ask'));
		await screen.send('/read README.md');
		await screen.until('✓ Read README.md');
		await screen.until((now) => now.draft().startsWith('Ask'));
		await quit(screen);
		await screen.until((now) => !now.modes().alternateScreen && now.text().endsWith('\nshell>'));
		screen.type('exit\r');
		expect(await screen.exit()).toEqual({ code: 0, signal: 0 });
	});
});

test('an agent goes on while the program is suspended, and a resize meanwhile is seen', async () => {
	const screen = await launchInShell(false);
	await screen.send('/slow 1');
	await screen.until('of 1 s');
	screen.press('ctrl+z');
	await screen.until(/Stopped[\s\S]*\nshell>$/);
	screen.resize(80, 24);
	screen.type('fg\r');
	await screen.until('✓ Wait 1 s');
	await screen.until((now) => now.lines().at(-1)?.includes('(shift+tab)') === true);
	expect(screen.lines().find((line) => line.startsWith('╭'))).toHaveLength(80);
	await screen.until((now) => now.draft().startsWith('Ask'));
	await quit(screen);
	await screen.until((now) => !now.modes().alternateScreen && now.text().endsWith('\nshell>'));
	screen.type('exit\r');
	expect(await screen.exit()).toEqual({ code: 0, signal: 0 });
});
