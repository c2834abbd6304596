import { expect, test } from 'vitest';
import { launch } from '../drive/screen.js';
import { permissionPrompt } from './prompts.js';

const NEW_LINE = 'A line from the demo agent of acp-tui.';

test('an edit that is allowed is written', async () => {
	const screen = await launch();
	const before = screen.desk.read('notes.md');
	await screen.send('/edit notes.md');
	const asked = await screen.until(permissionPrompt);
	expect(asked).toContain(`4 + ${NEW_LINE}`);
	expect(asked).toMatch(
		/1 Allow once \(y\)[\s\S]*2 Always(?: allow)?… \(a\)[\s\S]*3 Reject \(n, esc\)[\s\S]*4 “Allow all/,
	);
	expect(screen.desk.read('notes.md')).toBe(before);
	screen.press('y');
	await screen.until('✓ Edit notes.md  +1');
	await screen.until('Done: notes.md has its new line.');
	expect(screen.desk.read('notes.md')).toBe(`${before}${NEW_LINE}\n`);
});

test('a file that may always be edited is not asked about again, by nobody', async () => {
	const screen = await launch();
	await screen.send('/edit notes.md');
	await screen.until(permissionPrompt);
	screen.press('4');
	await screen.until('Done: notes.md');
	await screen.send('/edit notes.md');
	await screen.until((now) => now.desk.read('notes.md')?.split(NEW_LINE).length === 3);
	// The demo agent takes its «always» for all files; here it was said of one.
	await screen.send('/edit src/tides.ts');
	const asked = await screen.until(permissionPrompt);
	expect(asked).toMatch(/╭─ Edit src\/tides\.ts/);
	screen.press('n');
	await screen.until('I could not write src/tides.ts');
	expect(screen.desk.read('src/tides.ts')).not.toContain(NEW_LINE);
});
