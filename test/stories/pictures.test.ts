import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDesk, RIGS } from '../drive/desk.js';
import { untouched } from '../drive/emulator.js';
import { launch, type Screen } from '../drive/screen.js';

const PLACEHOLDER = '\u{10EEEE}';
const CELL = /\u{10EEEE}\p{Mn}\p{Mn}/gu;
const pictures = 'kitty(0.39.1)';

const commandsIn = (raw: string): string[] => [...raw.matchAll(/\x1b_G([^;\x1b]*)/g)].map((match) => match[1] ?? '');
const cellsOf = (screen: Screen): number => (screen.text().match(CELL) ?? []).length;

/** The demo agent's picture of 32 by 32 pixels: four cells of 10 by 20 beside each other, in two rows. */
async function showImage(screen: Screen): Promise<void> {
	await screen.send('/image');
	await screen.until('image/png');
	await screen.until((now) => now.text().includes('That was an image.') && !now.text().includes('esc stops'));
}

test('a terminal that shows pictures gets them: sent once, standing above their line, gone on leaving', async () => {
	const screen = await launch({ args: RIGS, pictures });
	await screen.until(() => screen.rawBytes().includes('a=q'));
	const asked = screen.rawBytes();
	expect(asked.indexOf('Starting main')).toBeLessThan(asked.indexOf('\x1b[>q'));
	expect(screen.draft()).toContain('Ask for anything');
	await showImage(screen);
	await screen.until(() => cellsOf(screen) === 8 && screen.rawBytes().includes('a=p'));
	const rows = screen.lines().flatMap((line, row) => (line.includes(PLACEHOLDER) ? [row] : []));
	const caption = screen.lines().findIndex((line) => line.includes('image/png'));
	expect(rows).toEqual([caption - 2, caption - 1]);
	const raw = screen.rawBytes();
	const commands = commandsIn(raw);
	const [, id = ''] = /,i=(\d+)/.exec(commands.find((keys) => keys.includes('f=100')) ?? '') ?? [];
	expect(commands.slice(1)).toEqual([
		`a=t,f=100,t=d,i=${id},q=2,m=0`,
		`a=p,U=1,i=${id},p=${4 * 0x200 + 2},c=4,r=2,q=2`,
	]);
	const png = Buffer.from(/m=0;([A-Za-z0-9+/=]+)\x1b\\/.exec(raw)?.[1] ?? '', 'base64');
	expect(png.subarray(1, 4).toString()).toBe('PNG');
	expect(png.subarray(-8, -4).toString()).toBe('IEND');
	const number = Number(id);
	expect(raw).toContain(`38;2;${number >> 16};${(number >> 8) & 255};${number & 255};58;2;0;8;2m${PLACEHOLDER}`);
	// Nothing of it was written into a frame.
	for (const [frame] of raw.matchAll(/\x1b\[\?2026h[\s\S]*?\x1b\[\?2026l/g)) expect(frame).not.toContain('\x1b_G');
	screen.press('ctrl+d');
	await screen.exit();
	expect(screen.modes()).toEqual(untouched);
	const end = screen.rawBytes();
	expect(commandsIn(end).at(-1)).toBe(`a=d,d=I,i=${id},q=2`);
	expect(end.lastIndexOf('\x1b_G')).toBeLessThan(end.lastIndexOf('\x1b[?1049l'));
});

test('it scrolls and is clipped with the text, and comes again after the terminal was another program’s', async () => {
	const screen = await launch({ args: RIGS, pictures, rows: 24 });
	await showImage(screen);
	await screen.until(() => cellsOf(screen) === 8);
	await screen.send('/long 60');
	await screen.until(() => cellsOf(screen) === 0 && !screen.text().includes('esc stops'));
	const seen = new Set<number>();
	for (let step = 0; step < 200 && !seen.has(8); step += 1) {
		const before = screen.text();
		screen.type('\x1b[<64;10;5M');
		await screen.until(() => screen.text() !== before);
		seen.add(cellsOf(screen));
	}
	expect(Math.max(...seen)).toBe(8);
	expect([...seen].every((count) => [0, 4, 8].includes(count))).toBe(true);
	expect(screen.rawBytes().match(/f=100/g)).toHaveLength(1);
	screen.press('ctrl+l');
	await screen.until(() => (screen.rawBytes().match(/f=100/g) ?? []).length === 2);
	const kinds = (): string =>
		commandsIn(screen.rawBytes())
			.map((keys) => /a=(\w)/.exec(keys)?.[1] ?? '')
			.join('');
	// The cells stand there before and after: that the picture is placed again is seen in what was written alone.
	await screen.until(() => kinds().length >= 'qtpdtp'.length && cellsOf(screen) > 0);
	expect(kinds()).toBe('qtpdtp');
});

test.each([
	['the config says so', {}, { ui: { pictures: 'never' } }],
	['a multiplexer stands between', { TMUX: '/tmp/tmux-1/default,1,0' }, {}],
] as const)('nothing is asked where %s', async (_, env, settings) => {
	const desk = openDesk();
	desk.config(settings);
	const screen = await launch({ args: RIGS, desk, env, pictures });
	await showImage(screen);
	expect(screen.rawBytes()).not.toContain('\x1b[>q');
	expect(screen.rawBytes()).not.toContain('\x1b_G');
	expect(screen.text()).toContain('▣ image · image/png');
});

test('a picture of the user’s own, in another format, is decoded beside the interface and shown above its line', async () => {
	const screen = await launch({ args: RIGS, pictures });
	// 10 by 10 pixels.
	const gif =
		'4749463839610a000a00910000ffffffff00000000ff00000021f90400000000002c000000000a000a000002168c2d99872a1cdc33a00275ec95faa8de608c04914c01003b';
	writeFileSync(join(screen.desk.workspace, 'sample.gif'), Buffer.from(gif, 'hex'));
	screen.paste(join(screen.desk.workspace, 'sample.gif'));
	await screen.until((now) => now.draft().includes('[Image 1]'));
	screen.type(' what is it?');
	await screen.until((now) => now.draft().includes('what is it?'));
	screen.press('enter');
	await screen.until('image/gif');
	await screen.until(() => cellsOf(screen) === 1);
	const row = screen.lines().findIndex((line) => line.includes(PLACEHOLDER));
	expect(screen.lines()[row + 1]).toContain('image/gif');
	const sent = /f=100[^;]*;([A-Za-z0-9+/=]+)\x1b\\/.exec(screen.rawBytes())?.[1] ?? '';
	expect(Buffer.from(sent, 'base64').subarray(1, 4).toString()).toBe('PNG');
});
