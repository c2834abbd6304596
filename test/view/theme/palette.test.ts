import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Hex } from '../../../src/view/line.js';
import { bandCode, colorCode } from '../../../src/view/theme/color-codes.js';
import { contrast, type Ground, readableOn } from '../../../src/view/theme/contrast.js';
import { PALETTES } from '../../../src/view/theme/palettes.js';
import type { Theme } from '../../../src/view/theme/theme.js';
import { themeByName } from '../../../src/view/theme/themes.js';

const names = [
	...['catppuccin-mocha', 'catppuccin-latte', 'tokyo-night', 'gruvbox-dark', 'gruvbox-light', 'nord', 'dracula'],
	...[
		'rose-pine',
		'solarized-dark',
		'solarized-light',
		'one-dark',
		'everforest',
		'colorblind-dark',
		'colorblind-light',
	],
];

function named(name: string): Theme {
	const theme = themeByName(name);
	if (theme === undefined) throw new Error(`no theme ${name}`);
	return theme;
}

/** A colour as a terminal with 256 colours shows it. */
function in256(color: Hex, code = colorCode(color, 2, 'text')): Hex {
	const index = Number(code.split(';')[2]);
	const levels = [0, 95, 135, 175, 215, 255];
	const cube = index - 16;
	const gray = 8 + (index - 232) * 10;
	const channels =
		index >= 232
			? [gray, gray, gray]
			: [levels[Math.floor(cube / 36)], levels[Math.floor(cube / 6) % 6], levels[cube % 6]];
	return `#${channels.map((channel = 0) => channel.toString(16).padStart(2, '0')).join('')}`;
}

test.each(names)('every colour of %s can be read where it stands, in 256 colours too', (name) => {
	const theme = named(name);
	const background = PALETTES[name]?.background ?? '#000000';
	expect(theme.background).toBe(background);
	expect(theme.base).toBe(/light|latte/.test(name) ? 'light' : 'dark');
	const bands = Object.entries(theme.backgrounds) as readonly (readonly [string, Hex])[];
	for (const [role, color] of Object.entries(theme.colors) as readonly (readonly [string, Hex])[]) {
		expect.soft(contrast(color, background), role).toBeGreaterThanOrEqual(4.5);
		expect.soft(contrast(in256(color), in256(background)), `${role} in 256 colours`).toBeGreaterThanOrEqual(3.4);
		for (const [band, behind] of bands) {
			const least = role === 'text' && band !== 'selection' ? 4.5 : 3;
			expect.soft(contrast(color, behind), `${role} on ${band}`).toBeGreaterThanOrEqual(least);
			if (band === 'selection') continue;
			expect.soft(contrast(in256(color), in256(behind)), `${role} on ${band} in 256`).toBeGreaterThanOrEqual(3);
		}
	}
});

test.each(['dark', 'light', ...names])('in 256 colours changes of %s stand on two hues, and can be read', (name) => {
	const { backgrounds, colors, base } = named(name);
	const [added, removed] = (['added', 'removed'] as const).map((band) =>
		in256('#000000', bandCode(backgrounds[band], colors[band], 2)),
	) as [Hex, Hex];
	const isGray = (color: Hex): boolean => color.slice(1, 3) === color.slice(3, 5) && color.endsWith(color.slice(1, 3));
	expect(added).not.toBe(removed);
	expect(removed.slice(1, 3) > removed.slice(5)).toBe(true);
	if (base === 'light') expect(isGray(added)).toBe(false);
	for (const color of Object.values(colors)) {
		if (typeof color !== 'string') continue;
		for (const band of [added, removed]) expect(contrast(in256(color), band), color).toBeGreaterThanOrEqual(3);
	}
});

test.each(names)('the bands of %s are seen, and those of changes differ', (name) => {
	const { background, backgrounds } = named(name);
	for (const band of ['added', 'removed', 'user', 'selection'] as const) {
		expect(contrast(backgrounds[band] as Hex, background ?? '#000000'), band).toBeGreaterThan(1.08);
	}
	expect(backgrounds.added).not.toBe(backgrounds.removed);
});

test('a published colour that can be read stays as it is', () => {
	const { colors } = named('catppuccin-mocha');
	expect(colors).toMatchObject({ text: '#cdd6f4', error: '#f38ba8', success: '#a6e3a1', accent: '#cba6f7' });
	expect(named('dracula').colors['syntax.keyword']).toBe('#ff79c6');
	// Its comments are too weak.
	expect(colors['syntax.comment']).not.toBe('#6c7086');
});

test('what is good and what is bad differ in lightness or hue for the colour-blind: no red against green', () => {
	for (const name of ['colorblind-dark', 'colorblind-light']) {
		const { colors } = named(name);
		const blue = (color: unknown): number => Number.parseInt(String(color).slice(5, 7), 16);
		expect(blue(colors.added) - blue(colors.removed)).toBeGreaterThan(100);
	}
});

const color = fc.integer({ min: 0, max: 0xffffff }).map((value): Hex => `#${value.toString(16).padStart(6, '0')}`);

test('a colour is changed only where it is too weak, and then can be read', () => {
	fc.assert(
		fc.property(color, color, (wanted, behind) => {
			const grounds: readonly Ground[] = [{ color: behind, ratio: 4.5 }];
			const isOnDark = contrast(behind, '#ffffff') > contrast(behind, '#000000');
			const found = readableOn(wanted, grounds, isOnDark);
			expect(contrast(found, behind)).toBeGreaterThanOrEqual(4.5);
			if (contrast(wanted, behind) >= 4.5) expect(found).toBe(wanted);
		}),
	);
});
