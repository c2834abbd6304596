import { expect, test, vi } from 'vitest';
import { openDesk } from '../drive/desk.js';
import { launch } from '../drive/screen.js';
import { permissionPrompt } from './prompts.js';

test('the output of a command is on the screen while it runs', async () => {
	const screen = await launch();
	// It goes on only after the test has seen the first word, so that the order is certain.
	await screen.send('/run sh -c "echo started; until test -e go; do sleep 0.02; done; echo finished"');
	const asked = await screen.until(permissionPrompt);
	expect(asked).toContain('$ sh -c "echo started; until test -e go');
	screen.press('1');
	await screen.until(/^ +started$/m);
	expect(screen.text()).not.toMatch(/^ +finished$/m);
	screen.desk.write('go', '');
	await screen.until(/^ +finished$/m);
	await screen.until('after 2 lines of output');
});

test('a command that runs for longer than the limit is ended, and the card says so', async () => {
	const desk = openDesk();
	desk.config({ limits: { commandSeconds: 0.5 } });
	const screen = await launch({ desk });
	await screen.send('/run sleep 1000');
	await screen.until(permissionPrompt);
	screen.press('y');
	await screen.until('ended by acp-tui: it ran for longer than 0.5 s');
	await vi.waitFor(async () => expect((await desk.living()).join()).not.toContain('sleep 1000'), 5000);
});
