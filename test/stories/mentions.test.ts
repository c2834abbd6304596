import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NO_CLIPBOARD_PICTURE } from '../../src/frontends/interactive/interactive-messages.js';
import { openDesk } from '../drive/desk.js';
import { launch } from '../drive/screen.js';

/** A PNG of one pixel. */
const PIXEL = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	'base64',
);

test('@ finds a file by a few letters, tab inserts it, and its text goes with the prompt', async () => {
	const screen = await launch();
	screen.type('Explain');
	await screen.until((now) => now.draft() === 'Explain');
	// What comes in one long chunk is a paste, and a paste opens no list.
	screen.type(' @tid');
	await screen.until('▸ src/tides.ts');
	screen.press('tab');
	await screen.until((now) => now.draft() === 'Explain @src/tides.ts');
	screen.press('enter');
	await screen.until('this is what came with your message');
	await screen.until(/the text of .*src\/tides\.ts/);
	expect(screen.text()).toMatch(/▤ tides\.ts/);
});

test('a folder stays open for what lies in it, and esc closes the list', async () => {
	const screen = await launch();
	screen.type('@sr');
	await screen.until('▸ src/');
	screen.press('enter');
	await screen.until((now) => now.draft() === '@src/');
	await screen.until('  src/tides.ts');
	screen.press('escape');
	await screen.until((now) => !now.text().includes('src/tides.ts'));
	expect(screen.draft()).toBe('@src/');
	screen.press('enter');
	await screen.until('the file src/');
});

test('lines of a file go as they are, and so do changes that git finds', async () => {
	const screen = await launch();
	screen.desk.write('notes.md', '# Notes\n\n- the first one\n- the second one\n');
	await screen.send('Look at @src/tides.ts:1-2 and @diff ');
	await screen.until(/the text of .*tides\.ts#L1-2.* \(2 lines\)/);
	await screen.until('git-diff:unstaged');
});

test('a file that is gone is told before sending, and a second enter sends', async () => {
	const screen = await launch();
	await screen.send('What is in @src/gone.ts and @README.md ');
	await screen.until('Cannot attach @src/gone.ts: no such file · enter sends anyway');
	expect(screen.draft()).toBe('What is in @src/gone.ts and @README.md');
	expect(screen.text()).not.toContain('› What is in');
	screen.press('enter');
	await screen.until('› What is in @src/gone.ts');
	await screen.until((now) => !now.text().includes('enter sends it all the same'));
	await screen.until(/the text of .*README\.md/);
});

test('a name with a line break or an escape sequence is shown harmless and never inserted', async () => {
	const desk = openDesk();
	writeFileSync(join(desk.workspace, 'odd\nname.txt'), 'x');
	writeFileSync(join(desk.workspace, 'odd\x1b[31mred.txt'), 'x');
	const screen = await launch({ desk });
	screen.type('@odd');
	await screen.until('odd name.txt');
	await screen.until('oddred.txt');
	expect(screen.text()).toContain('cannot be written');
	screen.press('tab');
	screen.type('x');
	await screen.until((now) => now.draft() === '@oddx');
});

test('a name with spaces is written in quotes', async () => {
	const desk = openDesk();
	desk.write('old plans/first plan.md', '# Plan\n');
	const screen = await launch({ desk });
	screen.type('Read');
	await screen.until((now) => now.draft() === 'Read');
	screen.type(' @first');
	await screen.until('▸ old plans/first plan.md');
	screen.press('tab');
	await screen.until((now) => now.draft() === 'Read @"old plans/first plan.md"');
	screen.press('enter');
	await screen.until(/the text of .*first%20plan\.md/);
});

test('the path of a picture becomes a mark, and the picture goes with the prompt', async () => {
	const desk = openDesk();
	const shots = join(desk.home, 'My Shots');
	mkdirSync(shots, { recursive: true });
	writeFileSync(join(shots, 'screen.png'), PIXEL);
	const screen = await launch({ desk });
	screen.type('What is on ');
	screen.paste(join(shots, 'screen.png').replaceAll(' ', '\\ '));
	await screen.until((now) => now.draft() === 'What is on [Image 1]');
	screen.press('enter');
	await screen.until('an image (image/png');
	expect(screen.text()).toContain('▣ image · image/png');
});

test('ctrl+v takes the picture out of the clipboard', async () => {
	const desk = openDesk();
	const bin = join(desk.home, 'bin');
	mkdirSync(bin, { recursive: true });
	writeFileSync(join(bin, 'clip.png'), PIXEL);
	writeFileSync(
		join(bin, 'wl-paste'),
		`#!/bin/sh\ncase "$1" in --list-types) echo image/png;; *) cat "${join(bin, 'clip.png')}";; esac\n`,
	);
	chmodSync(join(bin, 'wl-paste'), 0o755);
	const env = { WAYLAND_DISPLAY: 'wayland-0', PATH: `${bin}:${desk.env['PATH']}` };
	const screen = await launch({ desk, env });
	screen.press('ctrl+v');
	await screen.until((now) => now.draft() === '[Image 1]');
	rmSync(join(bin, 'clip.png'));
	screen.press('ctrl+v');
	await screen.until(NO_CLIPBOARD_PICTURE);
});

test('a workspace without git is walked, and what it ignores is not offered', async () => {
	const desk = openDesk();
	rmSync(join(desk.workspace, '.git'), { recursive: true });
	desk.write('.gitignore', 'secret-*\n');
	desk.write('secret-notes.md', 'x');
	desk.write('secure-notes.md', 'x');
	const screen = await launch({ desk });
	screen.type('@sec');
	await screen.until('▸ secure-notes.md');
	expect(screen.text()).not.toContain('secret-notes.md');
});
