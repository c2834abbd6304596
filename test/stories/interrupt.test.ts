import { expect, test } from 'vitest';
import { openDesk, RIGS } from '../drive/desk.js';
import { launch, type Screen } from '../drive/screen.js';

const isIdle = (screen: Screen): boolean => screen.draft().startsWith('Ask for anything');

test('esc stops a step that takes long, and the next prompt works', async () => {
	const screen = await launch();
	await screen.send('/slow');
	await screen.until('of 60 s');
	screen.press('escape');
	await screen.until('■ Stopped');
	await screen.until(isIdle);
	await screen.send('/read notes.md');
	await screen.until('✓ Read notes.md');
});

test('ctrl+c stops an answer while it streams, and does not leave', async () => {
	const screen = await launch({ env: { ACP_TUI_DEMO_PACE: '5' } });
	await screen.send('/long 5000');
	await screen.until('esc stops');
	await screen.until('›');
	screen.press('ctrl+c');
	await screen.until('■ Stopped');
	await screen.until(isIdle);
	expect(screen.text()).not.toContain('ctrl+c again to quit');
});

test('an agent that does not stop is ended by ctrl+c, and enter starts it again', async () => {
	const desk = openDesk();
	desk.config({ limits: { cancelSeconds: 0.3 } });
	const screen = await launch({ desk, args: RIGS });
	await screen.send('/ignore-cancel forever');
	await screen.until('do not listen');
	screen.press('escape');
	await screen.until('The agent does not stop. ctrl+c ends its process');
	screen.press('ctrl+c');
	await screen.until('The agent quit · enter starts it again');
	screen.press('enter');
	await screen.until('Starting the agent again.');
	await screen.until('Session resumed.');
	await screen.until(isIdle);
	await screen.send('/read notes.md');
	await screen.until('✓ Read notes.md');
});
