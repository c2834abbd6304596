import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDesk, RIGS } from '../drive/desk.js';
import { isReady, launch } from '../drive/screen.js';

test('a form asks for a file on a small screen, and the finder fills it in', async () => {
	const desk = openDesk();
	writeFileSync(join(desk.workspace, 'src', 'application.json'), '{}');
	const screen = await launch({ desk, args: RIGS, columns: 40, rows: 12 });
	await screen.until(isReady);
	screen.type('/form file');
	screen.press('enter');
	// The key that answers it: the form has the keys.
	await screen.until('go on');
	screen.type('applic');
	await screen.until('▸ src/application.json');
	screen.press('tab');
	await screen.until('> src/application.json');
	screen.press('enter');
	await screen.until('enter send');
	screen.type('1');
	await screen.until('"src/application.json"');
	screen.press('ctrl+d');
	expect(await screen.exit()).toMatchObject({ code: 0 });
});

test('a screen reader is asked the same line by line', async () => {
	const screen = await launch({ args: ['--screen-reader', ...RIGS], until: 'Demo agent is ready.' });
	const enter = async (line: string): Promise<void> => {
		screen.type(line);
		await screen.until((now) => now.text().includes(`> ${line}`));
		screen.press('enter');
	};
	await enter('/form several');
	await screen.until('Type numbers, such as 1,3, and press enter');
	await enter('1,3');
	await screen.until('Type your answer and press enter.');
	screen.press('enter');
	await screen.until('Type a number and press enter.');
	expect(screen.text()).toContain('Checks: Linter, Unit tests.');
	await enter('1');
	await screen.until('Thank you.');
	screen.press('ctrl+d');
	expect(await screen.exit()).toMatchObject({ code: 0 });
});
