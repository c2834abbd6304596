import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { RIGS } from '../drive/desk.js';
import { untouched } from '../drive/emulator.js';
import { launch, type Screen } from '../drive/screen.js';
import { permissionPrompt } from './prompts.js';

const throwsOnSignal = new URL('../drive/throws-on-signal.mjs', import.meta.url);
const stubbornAgent = new URL('../agents/stubborn.mjs', import.meta.url);

/** Both kinds of keyboards, for what is switched on differs. */
describe.each([false, true])('with the kitty keyboard protocol: %s', (isKitty) => {
	const launchOne = async (env = {}): Promise<Screen> => {
		const screen = await launch({ isKitty, env });
		await screen.until((now) => now.modes().kittyDepth === (isKitty ? 1 : 0));
		return screen;
	};
	const start = async (): Promise<Screen> => {
		const screen = await launchOne();
		expect(screen.modes()).toEqual({
			...untouched,
			alternateScreen: true,
			mouse: true,
			bracketedPaste: true,
			wraps: false,
			focusReports: true,
			kittyDepth: isKitty ? 1 : 0,
		});
		return screen;
	};
	const expectRestored = (screen: Screen): void => {
		expect(screen.modes()).toEqual(untouched);
		expect(screen.text()).not.toMatch(/[╭╰]/);
	};

	test('ctrl+c twice leaves with 0', async () => {
		const screen = await start();
		screen.press('ctrl+c');
		await screen.until('ctrl+c again to quit');
		screen.press('ctrl+c');
		expect(await screen.exit()).toEqual({ code: 0, signal: 0 });
		expectRestored(screen);
	});

	test('ctrl+d on an empty draft leaves with 0', async () => {
		const screen = await start();
		screen.press('ctrl+d');
		expect(await screen.exit()).toEqual({ code: 0, signal: 0 });
		expectRestored(screen);
	});

	test('/quit leaves with 0', async () => {
		const screen = await start();
		await screen.send('/quit');
		expect(await screen.exit()).toEqual({ code: 0, signal: 0 });
		expectRestored(screen);
	});

	test.each([
		['SIGTERM', 143],
		['SIGHUP', 129],
		['SIGINT', 130],
	] as const)('%s ends it with %i', async (signal, code) => {
		const screen = await start();
		screen.signal(signal);
		expect(await screen.exit()).toEqual({ code, signal: 0 });
		expectRestored(screen);
	});

	test('signals that nothing answers end it as they end any program, and the terminal is restored', async () => {
		const names = ['SIGQUIT', 'SIGABRT', 'SIGALRM', 'SIGVTALRM', 'SIGUSR2', 'SIGXCPU', 'SIGXFSZ', 'SIGIO'] as const;
		const endOne = async (name: (typeof names)[number]): Promise<void> => {
			const screen = await start();
			screen.signal(name);
			expect(await screen.exit(), name).toEqual({ code: 0, signal: constants.signals[name] });
			expectRestored(screen);
		};
		// Some for each keyboard: none has to do with it.
		await Promise.all((isKitty ? names.slice(4) : names.slice(0, 4)).map(endOne));
	});

	test('an error that nobody handled ends it with 1 and one sentence', async () => {
		const screen = await launchOne({ NODE_OPTIONS: `--import=${fileURLToPath(throwsOnSignal)}` });
		await screen.send('/slow');
		await screen.until('of 60 s');
		screen.signal('SIGUSR2');
		expect(await screen.exit()).toEqual({ code: 1, signal: 0 });
		expectRestored(screen);
		expect(screen.text()).toMatch(/^acp-tui failed unexpectedly: the test threw this\nDetails are in the log: /);
	});
});

test('leaving ends the agent and the command that runs for it', async () => {
	const screen = await launch();
	await screen.send('/run sleep 1000');
	await screen.until(permissionPrompt);
	screen.press('y');
	await vi.waitFor(async () => expect((await screen.desk.living()).join()).toContain('sleep 1000'), 10_000);
	await screen.send('/quit');
	await screen.until('The agent is still working');
	screen.press('enter');
	expect(await screen.exit()).toEqual({ code: 0, signal: 0 });
	await vi.waitFor(async () => expect(await screen.desk.living()).toEqual([]), 5000);
});

/** Waits until nobody is left; three seconds is what is promised. */
const expectNobodyWithin3Seconds = (screen: Screen): Promise<void> =>
	vi.waitFor(async () => expect(await screen.desk.living()).toEqual([]), { timeout: 3000, interval: 20 });

test('a command that ignores SIGHUP and SIGTERM dies within three seconds of a killed program', async () => {
	const screen = await launch();
	screen.desk.write('deaf.sh', 'trap "" HUP TERM INT\nwhile :; do sleep 999; done\n');
	await screen.send('/run sh deaf.sh');
	await screen.until(permissionPrompt);
	screen.press('y');
	await vi.waitFor(async () => expect((await screen.desk.living()).join()).toContain('sleep 999'), 10_000);
	screen.signal('SIGKILL');
	expect(await screen.exit()).toEqual({ code: 0, signal: 9 });
	await expectNobodyWithin3Seconds(screen);
});

test.each(['SIGKILL', 'SIGTERM', 'hang-up'] as const)(
	'an agent that ignores SIGTERM and the end of its input dies within three seconds after %s',
	async (how) => {
		const agent = fileURLToPath(stubbornAgent);
		const screen = await launch({ args: ['--agent-command', `${process.execPath} ${agent}`], until: 'Scripted' });
		expect((await screen.desk.living()).join()).toContain('stubborn.mjs');
		if (how === 'hang-up') screen.hangUp();
		else screen.signal(how);
		await screen.exit();
		await expectNobodyWithin3Seconds(screen);
	},
);

test('when the window is closed in the middle of a flood, nothing lives on', async () => {
	const screen = await launch({ args: RIGS });
	await screen.send('/flood 1000000 2000');
	await screen.until(/token \d/);
	screen.hangUp();
	await vi.waitFor(async () => expect(await screen.desk.living()).toEqual([]), 5000);
});

test('SIGTERM ends a turn that asks, and the file is as it was', async () => {
	const screen = await launch();
	const before = screen.desk.read('notes.md');
	await screen.send('/edit notes.md');
	await screen.until(permissionPrompt);
	screen.signal('SIGTERM');
	expect(await screen.exit()).toEqual({ code: 143, signal: 0 });
	expect(screen.modes()).toEqual(untouched);
	expect(screen.desk.read('notes.md')).toBe(before);
});

test('a signal while the agent is still being started is obeyed, and the terminal restored', async () => {
	const screen = await launch({ args: ['--agent-command', 'sleep 1000'], until: /Starting/ });
	screen.signal('SIGTERM');
	expect(await screen.exit()).toEqual({ code: 143, signal: 0 });
	expect(screen.modes()).toEqual(untouched);
});
