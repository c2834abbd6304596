import { expect, test } from 'vitest';
import { launch } from '../drive/screen.js';
import { quit } from './prompts.js';

test('a prompt is sent and answered, and the arrow up brings it back', async () => {
	const screen = await launch();
	await screen.send('Hello, what is this place?');
	await screen.until('“Harbour”');
	await screen.until('it takes two minutes.');
	expect(screen.text()).toContain('› Hello, what is this place?');
	// The turn ends a moment after its last word.
	await screen.until((now) => now.draft().startsWith('Ask for anything'));
	screen.press('up');
	await screen.until((now) => now.draft() === 'Hello, what is this place?');
	screen.press('down');
	await screen.until((now) => now.draft().startsWith('Ask for anything'));
});

test('the history is there again the next time', async () => {
	const first = await launch();
	await first.send('/read notes.md');
	await first.until('ctx');
	await quit(first);
	expect(await first.exit()).toEqual({ code: 0, signal: 0 });

	const second = await launch({ desk: first.desk });
	second.press('up');
	await second.until((now) => now.draft() === '/quit');
	second.press('up');
	await second.until((now) => now.draft() === '/read notes.md');
});

test('a prompt on the command line is sent at once', async () => {
	const screen = await launch({ args: ['/read', 'notes.md'], until: '› /read notes.md' });
	await screen.until('✓ Read notes.md');
});

test('a pasted text keeps its lines and is not sent by them', async () => {
	const screen = await launch();
	screen.paste('first line\nsecond line');
	await screen.until((now) => now.draft() === 'first line\nsecond line');
	expect(screen.text()).not.toContain('›');
	screen.press('enter');
	await screen.until(/› first line *\n +second line/);
	await screen.until('it takes two minutes.');
});
