import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copied } from '../../src/frontends/interactive/interactive-messages.js';
import { launch, type Screen } from '../drive/screen.js';

/** A report of the mouse as terminals send it (SGR): 0 the left button, 32 added while it moves. Cells count from 1. */
function report(screen: Screen, code: number, x: number, y: number, isRelease = false): void {
	screen.type(`\x1b[<${code};${x};${y}${isRelease ? 'm' : 'M'}`);
}

function drag(screen: Screen, from: readonly [number, number], to: readonly [number, number]): void {
	report(screen, 0, ...from);
	report(screen, 32, ...to);
	report(screen, 0, ...to, true);
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

const SAID =
	'the quick brown fox jumps over the lazy dog and runs away from everything that it has ever seen in its life';

test('a drag over wrapped words copies them as they were written', async () => {
	const screen = await launch({ columns: 60 });
	await screen.send(SAID);
	await screen.until(/› the quick/);
	await screen.until((now) => !now.text().includes('esc stops'));
	const [x, y] = find(screen, 'the quick');
	drag(screen, [x, y], [59, y + 1]);
	await screen.until(copied('1 line'));
	expect(clipboard(screen)).toEqual([SAID]);
});

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

test('a click opens a card and folds it', async () => {
	const screen = await launch();
	await screen.send('/run git log -1 --stat');
	await screen.until(/after \d+ lines of output/);
	await screen.until('earlier line');
	const first = (now: Screen): boolean => now.text().includes('Author: Test');
	expect(first(screen)).toBe(false);
	const click = (): void => {
		const [x, y] = find(screen, '✓ git log -1');
		report(screen, 0, x, y);
		report(screen, 0, x, y, true);
	};
	click();
	await screen.until(first);
	// A click after a pause, so that the two are not a double one.
	await screen.until((now) => !now.text().includes('esc stops'));
});

test('the mouse is let go by one key, and given back on the way out', async () => {
	const screen = await launch();
	expect(screen.modes().mouse).toBe(true);
	screen.press('ctrl+x');
	await screen.until((now) => !now.modes().mouse);
	screen.press('ctrl+x');
	await screen.until((now) => now.modes().mouse);
	screen.press('ctrl+d');
	await screen.exit();
	expect(screen.modes().mouse).toBe(false);
});

test('a search in the transcript view finds what is far above', async () => {
	const screen = await launch({ rows: 20 });
	await screen.send('needle in a haystack');
	await screen.until(/› needle/);
	await screen.send('/long 20');
	await screen.until((now) => !now.text().includes('› needle') && !now.text().includes('esc stops'));
	screen.press('ctrl+o');
	await screen.until('back');
	screen.type('/');
	await screen.until('case counts');
	screen.type('needle in');
	await screen.until(/› needle in a haystack/);
	await screen.until(/1 of \d+/);
	screen.press('enter');
	screen.press('escape');
	await screen.until((now) => !now.text().includes(' / needle'));
	screen.type('q');
	await screen.until('╰');
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

test('the transcript is written to a new file', async () => {
	const screen = await launch();
	await screen.send('Hello there');
	await screen.until(/› Hello there/);
	await screen.until((now) => !now.text().includes('esc stops'));
	await screen.send('/export out.md');
	await screen.until(/Transcript saved as .*out\.md/);
	expect(screen.desk.read('out.md')).toContain('## You\n\nHello there');
	await screen.send('/export out.md');
	await screen.until('out-2.md');
});
