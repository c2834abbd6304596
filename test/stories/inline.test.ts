import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDesk, program, RIGS } from '../drive/desk.js';
import { untouched } from '../drive/emulator.js';
import { type LaunchOptions, launch, type Screen } from '../drive/screen.js';
import { isIdle } from './prompts.js';

const SIZES = [
	[100, 32],
	[40, 12],
] as const;

/** The interface below the scrollback. The emulator is xterm.js, and says so. */
async function launchInline(options: LaunchOptions = {}): Promise<Screen> {
	const desk = options.desk ?? openDesk();
	desk.config({ ui: { screen: 'inline' } });
	return launch({ ...options, desk, env: { TERM_PROGRAM: 'vscode', ...options.env } });
}

/** How often each line of the history with text stands there. */
function times(screen: Screen, text: string): number {
	return screen.history().filter((line) => line.includes(text)).length;
}

/** One frame, at the end, and no debris of another one above it. */
function hasOneFrame(screen: Screen): boolean {
	const lines = screen.history();
	return (
		lines.filter((line) => line.startsWith('╭')).length === 1 &&
		lines.filter((line) => line.startsWith('╰')).length === 1 &&
		lines.filter((line) => line.includes('(shift+tab)')).length === 1
	);
}

/** What a terminal reads after a new width it wraps otherwise: the program stands still until all it wrote was read. */
async function resizeAtRest(screen: Screen, columns: number, rows = 32): Promise<void> {
	screen.signal('SIGSTOP');
	for (let read = -1; read !== screen.rawBytes().length; ) {
		read = screen.rawBytes().length;
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
	screen.resize(columns, rows);
	screen.signal('SIGCONT');
}

/** The numbers of the flood's tokens, in the order in which they stand. */
function tokens(screen: Screen): number[] {
	// A word that the terminal wrapped was joined again; one that we wrapped stands on two lines.
	return [
		...screen
			.history()
			.join(' ')
			.matchAll(/token\s+(\d+)/g),
	].map(([, number]) => Number(number));
}

/** Paragraphs take the place of a token now and then. */
function expectAllInOrder(numbers: readonly number[]): void {
	const wrong = numbers.filter((number, index) => {
		const before = numbers[index - 1] ?? -1;
		return number !== before + 1 && !(number === before + 2 && number % 120 === 0);
	});
	expect(wrong).toEqual([]);
}

test.each(SIZES)('what is finished stands in the scrollback, in order and once (%i×%i)', async (columns, rows) => {
	const screen = await launchInline({ columns, rows });
	for (const word of ['first', 'second', 'third']) {
		await screen.send(`say ${word}`);
		await screen.until((now) => times(now, `› say ${word}`) === 1 && isIdle(now));
	}
	expect(screen.modes()).toMatchObject({ alternateScreen: false, mouse: false });
	const lines = screen.history();
	const at = ['first', 'second', 'third'].map((word) => lines.findIndex((line) => line.includes(`› say ${word}`)));
	expect(at).toEqual([...at].sort((a, b) => a - b));
	expect(hasOneFrame(screen), lines.join('\n')).toBe(true);
	screen.press('ctrl+d');
	expect((await screen.exit()).code).toBe(0);
	expect(screen.modes()).toEqual(untouched);
	const left = screen.history();
	expect(left.filter((line) => line.includes('› say'))).toHaveLength(3);
	expect(left.join('\n')).not.toMatch(/[╭╰]|shift\+tab/);
	expect(left.every((line) => line === line.trimEnd())).toBe(true);
	expect(screen.cursor().x).toBe(0);
});

test.each(SIZES)('a long answer goes up as it comes, and the frame stays below it (%i×%i)', async (columns, rows) => {
	const screen = await launchInline({ columns, rows, args: RIGS });
	await screen.send('/flood 1500 1500');
	await screen.until('1500 chunks in');
	await screen.until(isIdle);
	expectAllInOrder(tokens(screen));
	expect(tokens(screen).at(-1)).toBe(1499);
	expect(hasOneFrame(screen), screen.history().join('\n')).toBe(true);
	expect(screen.rawBytes()).not.toMatch(/\x1b\[3J|\x1b\[2J/);
});

test('new widths while an answer streams leave no ghost and lose nothing', async () => {
	const screen = await launchInline({ args: RIGS });
	await screen.send('/flood 100000 40');
	await screen.until(/token \d\d/);
	for (const [columns, rows] of [
		[60, 32],
		[120, 32],
		[120, 20],
		[100, 32],
	] as const) {
		await resizeAtRest(screen, columns, rows);
		const before = Math.max(...tokens(screen));
		await screen.until((now) => Math.max(...tokens(now)) > before + 40);
	}
	screen.press('escape');
	await screen.until('■ Stopped');
	await screen.until(isIdle);
	expectAllInOrder(tokens(screen));
	expect(hasOneFrame(screen), screen.history().join('\n')).toBe(true);
});

test.each([
	['one step', [70], [110]],
	['many steps', [95, 88, 80, 70], [90, 110]],
	['and back', [70, 110, 70], [110]],
] as const)(
	'a terminal that does not say its name and becomes narrow and wide in %s leaves no debris of running cards',
	async (_, narrow, wide) => {
		const screen = await launchInline({ env: { TERM_PROGRAM: '', ACP_TUI_DEMO_PACE: '60' } });
		await screen.send('/gallery cards');
		await screen.until('run for the next seconds:');
		await screen.until(/npm run build -- --watch {2}\d/);
		const seconds = (): number => Number(/Ask the oracle {2}([\d.]+)s/.exec(screen.text())?.[1] ?? 0);
		for (const widths of [narrow, wide]) {
			for (const columns of widths) {
				await resizeAtRest(screen, columns);
				await new Promise((resolve) => setTimeout(resolve, 40));
			}
			const before = seconds();
			await screen.until((now) => seconds() > before + 0.5 && hasOneFrame(now));
			const history = screen.history();
			expect(times(screen, 'more above (ctrl+o)'), history.join('\n')).toBe(1);
			expect(
				history.filter((line) => /^ \S Ask the oracle( {2}\d|$)/.test(line)),
				history.join('\n'),
			).toHaveLength(2);
			expect(times(screen, 'It might.'), history.join('\n')).toBe(2);
			expect(times(screen, 'One whose turn ends'), history.join('\n')).toBe(1);
			expect(times(screen, 'The oracle is asleep.'), history.join('\n')).toBe(1);
		}
	},
);

test('the transcript view has the whole screen, and is gone without a trace', async () => {
	const screen = await launchInline();
	await screen.send('/gallery markdown');
	await screen.until(isIdle);
	const before = screen.history();
	screen.press('ctrl+o');
	await screen.until((now) => now.modes().alternateScreen && now.modes().mouse && now.text().includes('esc back'));
	screen.press('pageup');
	await screen.until((now) => /lines below · ctrl\+end/.test(now.text()));
	screen.press('ctrl+o');
	await screen.until((now) => !now.modes().alternateScreen && !now.modes().mouse && isIdle(now));
	expect(screen.history()).toEqual(before);
});

test('what comes while the transcript view is open is written when it is closed', async () => {
	const screen = await launchInline({ args: RIGS });
	await screen.send('/flood 1200 400');
	await screen.until(/token 1\d\d/);
	screen.press('ctrl+o');
	await screen.until((now) => now.modes().alternateScreen);
	await screen.until('1200 chunks in');
	screen.press('ctrl+o');
	await screen.until((now) => !now.modes().alternateScreen && isIdle(now));
	expectAllInOrder(tokens(screen));
	expect(times(screen, '1200 chunks in')).toBe(1);
	expect(hasOneFrame(screen), screen.history().join('\n')).toBe(true);
});

test.each(SIZES)('a question stands below the scrollback and is answered there (%i×%i)', async (columns, rows) => {
	const screen = await launchInline({ columns, rows });
	await screen.send('/edit');
	await screen.until((now) => /Waiting for you/.test(now.text()));
	expect(screen.modes().alternateScreen).toBe(false);
	await screen.until('y yes');
	// A low screen shows the change page by page before it can be allowed.
	const pages = rows < 24 ? [/⋯ 1–\d+ of/, /–(\d+) of \1/] : [];
	for (const next of [...pages, isIdle]) {
		// A key right after a page was shown is too early to count.
		await expect
			.poll(async () => {
				screen.press('1');
				return await screen
					.until(next, { timeout: 1500 })
					.then(() => true)
					.catch(() => false);
			})
			.toBe(true);
	}
	expect(times(screen, 'acp-tui-demo.md')).toBeGreaterThan(0);
	expect(screen.history().join('\n')).not.toContain('Allow once');
});

test('a command of one’s own, ctrl+l and a cleared transcript leave what was written', async () => {
	const screen = await launchInline();
	await screen.send('!echo out of the shell');
	await screen.until((now) => times(now, '✓ ! echo out of the shell') === 1);
	await screen.until(isIdle);
	screen.press('ctrl+l');
	await screen.until(isIdle);
	await screen.send('/clear-screen');
	await screen.until((now) => now.text().includes('acp-tui') && isIdle(now));
	await screen.send('say after');
	await screen.until((now) => times(now, '› say after') === 1 && isIdle(now));
	expect(times(screen, '✓ ! echo out of the shell')).toBe(1);
	expect(hasOneFrame(screen), screen.history().join('\n')).toBe(true);
});

test('while nothing happens nothing is written', async () => {
	const screen = await launchInline();
	await screen.send('say quiet');
	await screen.until(isIdle);
	let written = -1;
	await expect
		.poll(
			() => {
				const before = written;
				written = screen.rawBytes().length;
				return written - before;
			},
			{ interval: 400 },
		)
		.toBe(0);
	// Nothing can be waited for: longer than the second after which a clock on the screen would be drawn again.
	await new Promise((resolve) => setTimeout(resolve, 1500));
	expect(screen.rawBytes().length).toBe(written);
});

test('an editor gets the terminal and gives it back, and the frame stands below what it wrote', async () => {
	const desk = openDesk();
	const editor = join(desk.home, 'editor');
	// It leaves the cursor in the middle of a row.
	writeFileSync(
		editor,
		'#!/bin/sh\nprintf editing\nread -r line\nprintf "\\n%s\\nhalf a row" "$line" >> "$1"\nprintf "left off"\n',
	);
	chmodSync(editor, 0o755);
	const screen = await launchInline({ desk, env: { EDITOR: editor } });
	await screen.send('say before');
	await screen.until((now) => times(now, '› say before') === 1 && isIdle(now));
	screen.type('first');
	await screen.until((now) => now.draft() === 'first');
	screen.press('ctrl+g');
	await screen.until(/^editing$/m);
	expect(screen.modes()).toEqual(untouched);
	screen.type('second\r');
	await screen.until((now) => now.draft().startsWith('first\nsecond'));
	expect(hasOneFrame(screen), screen.history().join('\n')).toBe(true);
	expect(times(screen, '› say before')).toBe(1);
	expect(screen.text()).toContain('left off');
});

test('ctrl+z gives the terminal to the shell, and fg draws the frame below what stands there', async () => {
	const desk = openDesk();
	desk.config({ ui: { screen: 'inline' } });
	const screen = await launch({
		desk,
		command: ['/bin/bash', '--norc', '--noprofile', '-i'],
		env: { PS1: 'shell> ', NODE: process.execPath, PROGRAM: program, TERM_PROGRAM: 'vscode' },
		until: /^shell>$/m,
	});
	screen.type('"$NODE" "$PROGRAM"\r');
	await screen.until((now) => now.draft().startsWith('Ask'));
	await screen.send('say before');
	await screen.until((now) => times(now, '› say before') === 1 && isIdle(now));
	screen.press('ctrl+z');
	await screen.until(/Stopped[\s\S]*\nshell>$/);
	expect({ ...screen.modes(), bracketedPaste: false }).toEqual(untouched);
	expect(screen.text()).not.toMatch(/[╭╰]/);
	screen.type('fg\r');
	await screen.until((now) => isIdle(now) && hasOneFrame(now));
	await screen.send('/quit');
	await screen.until((now) => now.text().endsWith('\nshell>'));
	expect(times(screen, '› say before')).toBe(1);
	screen.type('exit\r');
	expect(await screen.exit()).toEqual({ code: 0, signal: 0 });
});

test.each(['SIGTERM', 'SIGHUP'] as const)(
	'%s in the transcript view leaves the transcript and no mode behind',
	async (name) => {
		const screen = await launchInline({ args: RIGS });
		await screen.send('/flood 100000 200');
		await screen.until(/token \d\d/);
		screen.press('ctrl+o');
		await screen.until((now) => now.modes().alternateScreen);
		screen.signal(name);
		await screen.exit();
		expect(screen.modes()).toEqual(untouched);
		expect(tokens(screen).length).toBeGreaterThan(10);
		expectAllInOrder(tokens(screen));
		expect(screen.history().join('\n')).not.toMatch(/[╭╰]|shift\+tab/);
	},
);

test('an agent that dies says so in the scrollback, and the interface goes on', async () => {
	const screen = await launchInline({ args: RIGS });
	await screen.send('/crash');
	await screen.until((now) => times(now, '✗ The agent exited with code 3.') === 1);
	await screen.until((now) => times(now, 'Session resumed.') === 1 && isIdle(now));
	expect(hasOneFrame(screen), screen.history().join('\n')).toBe(true);
	expect(times(screen, '› /crash')).toBe(1);
	await screen.send('say again');
	await screen.until((now) => times(now, '› say again') === 1 && isIdle(now));
	expect(times(screen, '› /crash')).toBe(1);
});
