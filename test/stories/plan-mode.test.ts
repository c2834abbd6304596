import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { probeNamespaces } from '../../src/services/sandbox/linux/probe-sandbox.js';
import { openDesk } from '../drive/desk.js';
import { launch, type Screen } from '../drive/screen.js';
import { planPrompt } from './prompts.js';

const { works } = await probeNamespaces();

const NOTE = 'acp-tui-demo.md';

async function launchWithPlan(options: Parameters<typeof launch>[0] = {}): Promise<Screen> {
	const screen = await launch(options);
	await screen.send('/planmode the tides');
	const review = await screen.until(planPrompt);
	expect(review).toContain('2. Write a note about the tides');
	expect(review).toMatch(/▪ plan \(shift\+tab\)/);
	expect(review).toMatch(
		/1 Approve, review each edit[\s\S]*2 Approve, accept edits[\s\S]*3 Keep planning, with feedback \(n, esc\)/,
	);
	// The demo agent tried to write before it asked.
	expect(screen.desk.read(NOTE)).toBeNull();
	return screen;
}

test('2 approves the plan, and edits are allowed from then on', async () => {
	const screen = await launchWithPlan();
	screen.press('2');
	await screen.until('The plan is carried out');
	expect(screen.text()).toMatch(/» accept edits \(shift\+tab\)/);
	expect(screen.desk.read(NOTE)).toContain('a plan was approved and carried out');
});

test('an edited plan and words go with the approval; what was not done of it is listed', async () => {
	const desk = openDesk();
	const editor = join(desk.home, 'edit');
	writeFileSync(editor, '#!/bin/sh\nsed -i "s/Say what was done, and stop\\./Change \\`main.js\\`./" "$1"\n');
	chmodSync(editor, 0o755);
	const screen = await launchWithPlan({ desk, env: { EDITOR: editor } });
	screen.press('e');
	await screen.until('3. Change main.js.');
	screen.type('use tabs');
	screen.press('tab');
	screen.press('tab');
	await screen.until('enter approves, with your words');
	screen.press('enter');
	// The mark of what was sent into the turn goes with the answer.
	await screen.until(/use tabs\s+I go on with that in mind\./);
	const text = await screen.until('Nothing seen for 3. Change main.js.');
	expect(text).not.toContain('Nothing seen for 2');
});

test('3 keeps planning: the feedback reaches the agent, and plan mode stays on', async () => {
	const screen = await launchWithPlan();
	screen.press('3');
	await screen.until('enter keeps planning, with your words');
	await screen.send('Give the heights in feet');
	await screen.until('› Give the heights in feet');
	const again = await screen.until(planPrompt);
	expect(again).toContain('1. Keep in mind: Give the heights in feet');
	expect(again).toMatch(/▪ plan \(shift\+tab\)/);
	expect(screen.desk.read(NOTE)).toBeNull();
});

test('an agent that does not ask is held all the same: its file and its command are refused, and that is shown', async () => {
	const screen = await launch({ args: ['-m', 'plan'], rows: 60 });
	await screen.until('▪ plan (shift+tab)');
	await screen.send('/stubborn');
	await screen.until('What came of it:');
	const text = await screen.until((now) => now.draft().startsWith('Ask for a plan'));
	expect(text).toMatch(/✗ Write through the client.*denied: plan mode allows no changes/);
	// Where the machine can, it runs on a copy that is dropped.
	expect(text).toMatch(works ? /Plan mode is on, so they were dropped/ : /✗ \$ echo .*denied: it writes to /);
	expect(text).toContain('through the client: it did not happen');
	expect(text).toContain(works ? 'by a command: ended with exit code 0' : 'by a command: it did not happen');
	expect(screen.desk.read('acp-tui-demo-stubborn.txt')).toBe('Written behind your back, directly on the disk.\n');
});
