import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { launch, type Screen } from '../drive/screen.js';

/** Long enough for every timer of the interface: spinners step in tenths of a second, prompts each second. */
const IDLE_MS = 1500;

async function settled(screen: Screen): Promise<void> {
	for (let size = -1; size !== screen.rawBytes().length; ) {
		size = screen.rawBytes().length;
		await wait(300);
	}
}

test.each([
	['at the start', null],
	['after a conversation', 'Hello there'],
	['after a command with output', '/run git log --oneline'],
])('nothing is written while nothing happens: %s', async (_, prompt) => {
	const screen = await launch();
	if (prompt !== null) {
		await screen.send(prompt);
		await screen.until((now) => now.text().includes('ctx') && now.draft().startsWith('Ask for anything'));
	}
	await settled(screen);
	const written = screen.rawBytes().length;
	await wait(IDLE_MS);
	expect(screen.rawBytes().slice(written)).toBe('');
});
