import { expect, test } from 'vitest';
import { openDesk, RIGS } from '../drive/desk.js';
import { launch, type Screen } from '../drive/screen.js';

// What flickers is counted for every screen of the stories when its test ends: see test/drive/flicker.ts.

const SIZES = [
	[40, 12],
	[200, 60],
	[99, 30],
	[60, 40],
	[41, 13],
	[100, 32],
] as const;

const frames = (screen: Screen): number => screen.rawBytes().split('\x1b[?2026h').length - 1;

test.each(['fullscreen', 'inline'] as const)('a storm of sizes while an answer streams, %s', async (kind) => {
	const desk = openDesk();
	if (kind === 'inline') desk.config({ ui: { screen: 'inline' } });
	const screen = await launch({ desk, args: RIGS, env: { TERM_PROGRAM: 'vscode' } });
	await screen.send('/flood 100000 300');
	await screen.until(/token \d\d/);
	for (let turn = 0; turn < 5; turn += 1) {
		for (const [columns, rows] of SIZES) {
			screen.resize(columns, rows);
			const before = frames(screen);
			if (turn % 2 === 0) await screen.until((now) => frames(now) > before);
		}
	}
	await screen.until((now) => now.lines().some((line) => line.startsWith('╭') && line.length === 100));
	screen.press('escape');
	await screen.until('Stopped');
	expect(frames(screen)).toBeGreaterThan(10);
});

test('panels, scrolling and folding', async () => {
	const screen = await launch();
	await screen.send('/tour');
	for (const key of ['pageup', 'pageup', 'pagedown', 'ctrl+home', 'ctrl+end', 'ctrl+o', 'ctrl+o', 'ctrl+l'] as const) {
		const before = screen.rawBytes().length;
		screen.press(key);
		await screen.until((now) => now.rawBytes().length > before);
	}
});
