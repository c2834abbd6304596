import { expect, test } from 'vitest';
import { RIGS } from '../drive/desk.js';
import { launch, type Screen } from '../drive/screen.js';

const isIdle = (screen: Screen): boolean => screen.draft().startsWith('Ask for anything');
const rowOf = (screen: Screen, words: string): string =>
	screen
		.text()
		.split('\n')
		.find((row) => row.includes(words)) ?? '';

test('two sub-agents work below their own calls, fold to a line each, and open in place', async () => {
	const screen = await launch({ args: RIGS, columns: 100, rows: 40 });
	await screen.send('/helpers');
	await screen.until('Both are back');
	await screen.until(isIdle);
	expect(rowOf(screen, 'Look around the workspace')).toMatch(/✓ Look around the workspace {2}\d+ calls/);
	expect(rowOf(screen, 'Find what is still to do')).toMatch(/✓ Find what is still to do {2}\d+ calls · 1 failed/);
	expect(screen.text()).not.toContain('└');
	screen.press('alt+o');
	await screen.until('└ ✓ Compare with what the notes say  1 call · 1 failed');
	expect(screen.text()).not.toContain('helper-notes.md');
	screen.press('alt+o');
	await screen.until((shown) => !shown.text().includes('└'));
	screen.press('ctrl+o');
	await screen.until('    └ ✗ Read helper-notes.md');
});
