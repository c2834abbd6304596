import { expect, test } from 'vitest';
import { untouched } from '../drive/emulator.js';
import { launch } from '../drive/screen.js';

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
