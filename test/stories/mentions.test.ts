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
