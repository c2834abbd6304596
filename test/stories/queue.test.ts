import { expect, test } from 'vitest';
import { launch, type Screen } from '../drive/screen.js';

/** The prompts of the transcript, in order. */
const sent = (screen: Screen): readonly string[] =>
	[...screen.text().matchAll(/^ › (.+?)\s*$/gm)].map((match) => match[1] ?? '');

async function withQueue(...prompts: readonly string[]): Promise<Screen> {
	const screen = await launch();
	await screen.send('/slow');
	await screen.until('of 60 s');
	for (const [index, prompt] of prompts.entries()) {
		await screen.send(prompt);
		await screen.until(`queued ${index + 1}: ${prompt}`);
	}
	return screen;
}

test.each(['alt+s', '\x1d'])('%j sends now, and what waited follows in its order', async (key) => {
	const screen = await withQueue('one', 'two');
	screen.type('now');
	await screen.until((now) => now.draft() === 'now');
	if (key === '\x1d') screen.type(key);
	else screen.press(key);
	await screen.until('› two');
	await screen.until((now) => now.draft().startsWith('Ask'));
	screen.press('ctrl+home');
	await screen.until('› /slow');
	const first = sent(screen);
	screen.press('ctrl+end');
	await screen.until('› two');
	const all = [...new Set([...first, ...sent(screen)])];
	expect(all).toEqual(['/slow', 'now', 'one', 'two']);
});

test('/queue removes, reorders and gives back; what is left is sent in that order', async () => {
	const screen = await withQueue('one', 'two', 'three');
	await screen.send('/queue');
	await screen.until('▸   1 one');
	screen.type('d');
	await screen.until('▸   1 two');
	screen.press('alt+down');
	await screen.until('▸   2 two');
	screen.press('enter');
	await screen.until((now) => now.draft() === 'two');
	await screen.until('queued 1: three');
	screen.type(' and more');
	await screen.until((now) => now.draft() === 'two and more');
	screen.press('enter');
	await screen.until('queued 2: two and more');
});
