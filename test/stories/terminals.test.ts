import { expect, test } from 'vitest';
import { launch } from '../drive/screen.js';

test('the wheel scrolls, and its reports are not typed', async () => {
	const screen = await launch();
	await screen.send('/long 200');
	await screen.until((now) => now.draft().startsWith('Ask') && now.text().includes('ctx'));
	const end = screen.text();
	screen.type('\x1b[<64;10;10M');
	await screen.until('below · ctrl+end');
	screen.type('\x1b[<65;10;10M');
	await screen.until((now) => now.text() === end);
	expect(screen.draft()).toMatch(/^Ask for anything/);
});
