import { expect, test } from 'vitest';
import { untouched } from '../drive/emulator.js';
import { launch } from '../drive/screen.js';

/** The name in bold red, the sentence plain, and nothing else. */
const COLORED = /^\x1b\[1m\x1b\[31macp-tui:\x1b\[39m\x1b\[22m [^\r\n\x1b]+\r\n$/;

test.each([
	[['--frobnicate'], 'unknown option "--frobnicate"'],
	[['-C', 'nowhere'], '--cwd "nowhere": no such directory'],
	[['-a', 'nobody'], '"nobody"'],
	[['--mode', 'wild'], '"wild"'],
	[['--deny', 'Frob(x)'], '--deny "Frob(x)"'],
])('%j ends with 2 and one sentence, and the screen is not touched', async (args, words) => {
	const screen = await launch({ args, until: null });
	expect(await screen.exit()).toEqual({ code: 2, signal: 0 });
	expect(screen.rawBytes()).toContain(words);
	expect(screen.rawBytes()).toMatch(COLORED);
	expect(screen.modes()).toEqual(untouched);
});

test('NO_COLOR takes the colours of an error away', async () => {
	const screen = await launch({ args: ['--frobnicate'], env: { NO_COLOR: '1' }, until: null });
	expect(await screen.exit()).toEqual({ code: 2, signal: 0 });
	expect(screen.rawBytes()).toMatch(/^acp-tui: [^\r\n\x1b]+\r\n$/);
});
