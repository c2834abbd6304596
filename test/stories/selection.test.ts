import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copied } from '../../src/frontends/interactive/interactive-messages.js';
import { launch, type Screen } from '../drive/screen.js';

/** A report of the mouse as terminals send it (SGR): 0 the left button, 32 added while it moves. Cells count from 1. */
function report(screen: Screen, code: number, x: number, y: number, isRelease = false): void {
	screen.type(`\x1b[<${code};${x};${y}${isRelease ? 'm' : 'M'}`);
}

/** The cell, from 1, where a text begins. */
function find(screen: Screen, words: string): readonly [number, number] {
	const row = screen.lines().findIndex((line) => line.includes(words));
	if (row < 0) throw new Error(`${words} is not on the screen:\n${screen.text()}`);
	return [(screen.lines()[row] ?? '').indexOf(words) + 1, row + 1];
}

/** What was put into the terminal's clipboard (OSC 52), in order. */
function clipboard(screen: Screen): readonly string[] {
	return [...screen.rawBytes().matchAll(/\x1b\]52;c;([A-Za-z0-9+/=]*)\x07/g)].map((match) =>
		Buffer.from(match[1] ?? '', 'base64').toString(),
	);
}

test('a double click takes a word; inside tmux the terminal outside gets it, too', async () => {
	const screen = await launch({ env: { TMUX: '/tmp/tmux' } });
	await screen.send('see src/tides.ts:4 please');
	await screen.until(/› see src/);
	const [x, y] = find(screen, 'src/tides.ts:4');
	for (let click = 0; click < 2; click += 1) {
		report(screen, 0, x + 4, y);
		report(screen, 0, x + 4, y, true);
	}
	await screen.until(copied('1 line'));
	expect(clipboard(screen)).toContain('src/tides.ts:4');
	expect(screen.rawBytes()).toMatch(/\x1bPtmux;\x1b\x1b\]52;c;/);
});

test('a file that an entry names opens in the editor at its line', async () => {
	const screen = await launch();
	const editor = join(screen.desk.home, 'vi');
	writeFileSync(editor, '#!/bin/sh\nprintf "%s\\n" "$@" > "$HOME/opened"\n', { mode: 0o755 });
	const other = await launch({ desk: screen.desk, env: { EDITOR: editor } });
	await other.send('see src/tides.ts:4 please');
	await other.until(/› see src/);
	await other.until((now) => !now.text().includes('esc stops'));
	other.press('ctrl+o');
	await other.until('back');
	other.press('home');
	other.press('tab');
	await other.until(/^▌/m);
	other.type('e');
	await other.until(() => {
		try {
			return readFileSync(join(screen.desk.home, 'opened'), 'utf8').endsWith('.ts\n');
		} catch {
			return false;
		}
	});
	expect(readFileSync(join(screen.desk.home, 'opened'), 'utf8')).toBe(
		`+4\n${join(screen.desk.workspace, 'src/tides.ts')}\n`,
	);
});
