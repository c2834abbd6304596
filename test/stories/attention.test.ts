import { expect, test } from 'vitest';
import { openDesk } from '../drive/desk.js';
import { untouched } from '../drive/emulator.js';
import { isReady, launch } from '../drive/screen.js';

const env = { TERM_PROGRAM: 'WezTerm' };
const calls = (raw: string): string[] => raw.match(/\x1b\]9;acp-tui: [^\x07]*\x07/g) ?? [];
const titles = (raw: string): string[] => [...raw.matchAll(/\x1b\]2;([^\x07]*)\x07/g)].map((match) => match[1] ?? '');

test('who looks elsewhere is called by a question and by the end of a turn, and the title tells it too', async () => {
	const screen = await launch({ env });
	expect(screen.modes().focusReports).toBe(true);
	expect(titles(screen.rawBytes())).toEqual(['◇ harbour – acp-tui']);
	await screen.send('/slow 1');
	await screen.until(() => titles(screen.rawBytes()).length === 3);
	expect(calls(screen.rawBytes())).toEqual([]);
	screen.type('\x1b[O');
	await screen.send('/slow 1');
	await screen.until(() => calls(screen.rawBytes()).includes('\x1b]9;acp-tui: Done\x07'));
	await screen.until(() => titles(screen.rawBytes()).at(-1) === '◇ harbour – acp-tui');
	expect(titles(screen.rawBytes())).toContain('⠿ working – harbour');
	screen.press('ctrl+d');
	await screen.exit();
	expect(screen.modes()).toEqual(untouched);
	expect(screen.rawBytes()).toMatch(/\x1b\]9;4;3;0\x07[\s\S]*\x1b\]9;4;0;0\x07/);
	expect(screen.rawBytes()).toContain('\x1b[23;2t');
});

test('what the config switches off is not written', async () => {
	const desk = openDesk();
	desk.config({ ui: { notify: 'off', title: false, progress: false } });
	const screen = await launch({ desk, env });
	screen.type('\x1b[O');
	await screen.send('/slow 1');
	await screen.until('of 1 s');
	await screen.until((now) => now.draft().startsWith('Ask for anything') && !now.text().includes('esc stops'));
	expect(screen.rawBytes()).not.toMatch(/\x1b\](?:2|9);/);
});

test('a light terminal gets the light theme, a silent one colours for any background, and no answer is typed', async () => {
	const silent = await launch({ env: { COLORTERM: 'truecolor' } });
	expect(silent.rawBytes()).toContain('\x1b]11;?');
	expect(silent.rawBytes()).toContain('38;2;109;118;133');
	const dark = await launch({ background: 'rgb:0000/0000/0000', env: { COLORTERM: 'truecolor' } });
	await dark.until(() => dark.rawBytes().includes('38;2;143;150;163'));
	const screen = await launch({ background: 'rgb:ffff/ffff/ffff', env: { COLORTERM: 'truecolor' } });
	await screen.until(() => screen.rawBytes().includes('38;2;95;102;114'));
	screen.type('hello');
	await screen.until((now) => now.draft() === 'hello');
});

test('/theme tries the row that one moves to, esc goes back, and enter keeps it', async () => {
	const screen = await launch({ env: { COLORTERM: 'truecolor' } });
	const light = (): number => screen.rawBytes().lastIndexOf('38;2;95;102;114');
	await screen.send('/theme');
	await screen.until('▸ ● 1 auto');
	screen.press('down');
	screen.press('down');
	await screen.until(/▸ +\d dark/);
	screen.press('down');
	await screen.until(/▸ +\d light/);
	expect(light()).toBeGreaterThan(0);
	screen.press('escape');
	await screen.until((now) => isReady(now) && !now.text().includes('enter chooses'));
	await screen.send('/theme light');
	await screen.until((now) => now.draft().startsWith('Ask for anything'));
	await screen.send('/theme');
	await screen.until('▸ ● 4 light');
});

test('NO_COLOR asks nothing and paints nothing, whatever the theme', async () => {
	const screen = await launch({ env: { NO_COLOR: '1' }, background: 'rgb:ffff/ffff/ffff' });
	expect(screen.rawBytes()).not.toContain('\x1b]11;');
	expect(screen.rawBytes()).not.toMatch(/\x1b\[[\d;]*(?:38|48);/);
});

test('with reduced motion nothing spins', async () => {
	const screen = await launch({ env: { ACP_TUI_REDUCED_MOTION: '1' } });
	await screen.send('/slow 3');
	await screen.until('of 3 s');
	await screen.until((now) => /[12]\.\ds/.test(now.text()));
	expect(screen.rawBytes()).not.toMatch(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/);
	expect(screen.text()).toContain('⠿');
});
