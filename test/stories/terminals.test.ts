import { expect, test } from 'vitest';
import { launch } from '../drive/screen.js';
import { permissionPrompt } from './prompts.js';

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

test('without colour nothing is coloured, and signs tell what colour would', async () => {
	const screen = await launch({ env: { NO_COLOR: '1' } });
	await screen.send('/edit notes.md');
	const asked = await screen.until(permissionPrompt);
	expect(asked).toContain('4 + A line');
	screen.press('n');
	await screen.until('✗ Edit notes.md');
	expect(screen.rawBytes()).not.toMatch(/\x1b\[(?:\d+;)*(?:3\d|4\d|9\d|10\d)(?:;\d+)*m/);
});

test('a small screen shows the question and its answers', async () => {
	const screen = await launch({ columns: 40, rows: 12 });
	await screen.send('/edit notes.md');
	// There is no room for a title; the footer names the keys once they answer.
	const asked = await screen.until('y yes');
	expect(asked).toContain('1 Allow once');
	expect(asked).toContain('3 Reject');
	screen.press('n');
	await screen.until('stays as it is');
});
