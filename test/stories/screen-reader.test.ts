import { expect, test } from 'vitest';
import { dumbTerminal } from '../../src/cli/command-line-messages.js';
import { program } from '../drive/desk.js';
import { untouched } from '../drive/emulator.js';
import { launch, type Screen } from '../drive/screen.js';

const isReady = (screen: Screen): boolean => screen.text().includes('Demo agent is ready.');
const start = (env: Readonly<Record<string, string>> = {}, args: readonly string[] = []): Promise<Screen> =>
	launch({ env, args, until: isReady });

async function enter(screen: Screen, text: string): Promise<void> {
	screen.type(text);
	await screen.until((now) => now.text().includes(`> ${text}`));
	screen.press('enter');
}

test('a turn with a question is read as lines, answered by a number, and nothing is drawn', async () => {
	const screen = await start({}, ['--screen-reader']);
	await enter(screen, '/edit README.md');
	await screen.until('Type a number and press enter.');
	expect(screen.text()).toMatch(/Permission: Edit README\.md\./);
	expect(screen.text()).toMatch(/^1 Allow once\.$/m);
	expect(screen.desk.read('README.md')).not.toContain('A line from the demo agent');
	await enter(screen, '1');
	await screen.until(/Tool finished: Edit README\.md\./);
	await screen.until(/^Done\. [\d.]+ s\.$/m);
	expect(screen.desk.read('README.md')).toContain('A line from the demo agent');
	expect(screen.rawBytes()).not.toMatch(/[╭╮╰╯│─⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/);
	expect(screen.rawBytes()).not.toContain('\x1b[?1049h');
	expect(screen.modes()).toMatchObject({ alternateScreen: false, mouse: false });
	const lines = screen.lines().filter((line) => line !== '');
	expect(lines.at(-1)).toMatch(/^>/);
	screen.press('ctrl+d');
	expect(await screen.exit()).toEqual({ code: 0, signal: 0 });
	expect(screen.modes()).toEqual(untouched);
	expect(screen.text()).toMatch(/^Done\./m);
});

test.each([{ ACP_TUI_SCREEN_READER: '1' }, { INK_SCREEN_READER: 'true' }])('%j asks for it too', async (env) => {
	const screen = await start(env);
	await enter(screen, 'hello');
	await screen.until(/^Done\. /m);
	expect(screen.text()).toMatch(/^You: hello$/m);
	expect(screen.text()).toMatch(/^Agent: /m);
	screen.signal('SIGTERM');
	expect(await screen.exit()).toEqual({ code: 143, signal: 0 });
	expect(screen.modes()).toEqual(untouched);
});

test('a terminal that says that it is dumb gets it, and reads why', async () => {
	// The pseudo-terminal has a name of its own, which it puts into the environment.
	const command = ['/usr/bin/env', 'TERM=dumb', process.execPath, program];
	const screen = await launch({ command, until: isReady });
	expect(screen.text().replaceAll('\n', '')).toContain(dumbTerminal);
	expect(screen.modes()).toMatchObject({ alternateScreen: false, mouse: false });
	screen.press('ctrl+d');
	expect(await screen.exit()).toEqual({ code: 0, signal: 0 });
});

test('what was being written when the program ended comes back', async () => {
	const screen = await start({}, ['--screen-reader']);
	screen.type('half a prompt');
	await screen.until('> half a prompt');
	screen.signal('SIGTERM');
	expect(await screen.exit()).toEqual({ code: 143, signal: 0 });
	const again = await launch({ desk: screen.desk, args: ['--screen-reader'], until: isReady });
	await again.until(/draft restored/i);
	await again.until('> half a prompt');
	again.signal('SIGTERM');
	await again.exit();
});
