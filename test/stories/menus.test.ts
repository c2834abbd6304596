import { expect, test } from 'vitest';
import { launch } from '../drive/screen.js';

test('a slash opens the commands, typing filters them, and tab inserts the chosen one', async () => {
	const screen = await launch();
	screen.press('/');
	await screen.until(/^▸ \/\w+/m);
	screen.type('planm');
	await screen.until((now) => /^▸ \/planmode/m.test(now.text()) && !now.text().includes('/tour  '));
	screen.press('tab');
	await screen.until((now) => now.draft().startsWith('/planmode'));
	expect(screen.text()).not.toMatch(/^▸/m);
	screen.type('tides');
	await screen.until((now) => now.draft() === '/planmode tides');
});

test('esc closes the commands and leaves the draft', async () => {
	const screen = await launch();
	screen.type('/pl');
	await screen.until(/^▸ \/pl/m);
	screen.press('escape');
	await screen.until((now) => !/^▸/m.test(now.text()));
	expect(screen.draft()).toBe('/pl');
});

test('a command that nobody knows stays in the draft', async () => {
	const screen = await launch();
	await screen.send('/frobnicate');
	await screen.until('Unknown command /frobnicate');
	expect(screen.draft()).toBe('/frobnicate');
});

test('a question mark on an empty draft shows the keys, and esc hides them', async () => {
	const screen = await launch();
	screen.type('?');
	const help = await screen.until('Keys · ');
	expect(help).toContain('shift+tab');
	screen.press('pagedown');
	await screen.until((now) => !now.text().includes('what you sent before'));
	screen.press('escape');
	await screen.until((now) => !now.text().includes('Keys · '));
	screen.type('a?');
	await screen.until((now) => now.draft() === 'a?');
});

test('ctrl+o shows the transcript with every card open, and the draft is there again afterwards', async () => {
	const screen = await launch();
	await screen.send('/think');
	await screen.until('thinking looks like');
	expect(screen.text()).not.toContain('The question is:');
	screen.type('a draft');
	await screen.until((now) => now.draft() === 'a draft');
	screen.press('ctrl+o');
	await screen.until('The question is:');
	expect(screen.text()).not.toContain('a draft');
	screen.press('ctrl+o');
	await screen.until((now) => now.draft() === 'a draft');
	expect(screen.text()).not.toContain('The question is:');
});

test('shift+tab goes round the modes, and the footer says which is on', async () => {
	const screen = await launch();
	for (const label of ['» accept edits (shift+tab)', '▪ plan (shift+tab)', '○ default (shift+tab)']) {
		screen.press('shift+tab');
		await screen.until((now) => now.lines().at(-1)?.includes(label) === true);
	}
});

test('/mode changes the mode, and /status says so', async () => {
	const screen = await launch();
	await screen.send('/mode acceptEdits');
	await screen.until('» accept edits (shift+tab)');
	await screen.send('/status');
	await screen.until(/mode +acceptEdits/);
});

test('the transcript scrolls by pages, and the end is found again', async () => {
	const screen = await launch();
	await screen.send('/long 200');
	await screen.until((now) => now.draft().startsWith('Ask') && now.text().includes('ctx'));
	const end = screen.text();
	screen.press('pageup');
	await screen.until('below · ctrl+end');
	screen.press('ctrl+home');
	await screen.until('› /long 200');
	screen.press('ctrl+end');
	await screen.until((now) => now.text() === end);
});
