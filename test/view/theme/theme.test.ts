import { expect, test } from 'vitest';
import type { ColorSpec, Hex, Line, Role } from '../../../src/view/line.js';
import { contrast } from '../../../src/view/theme/contrast.js';
import { createPainter } from '../../../src/view/theme/paint.js';
import {
	darkTheme,
	highContrastDarkTheme,
	highContrastLightTheme,
	lightTheme,
	monoTheme,
	neutralTheme,
} from '../../../src/view/theme/themes.js';

function hex(color: ColorSpec, fallback: Hex): Hex {
	return typeof color === 'string' ? color : fallback;
}

test.each([
	[darkTheme, ['#000000', '#1e1e1e', '#1a1b26', '#282a36', '#0d1117'], '#e6e6e6'],
	[lightTheme, ['#ffffff', '#fafafa', '#fdf6e3', '#f6f8fa'], '#1f1f1f'],
] as const)(
	'every text colour of $name is readable on usual terminals and on its own backgrounds',
	(theme, terminals, text) => {
		for (const [role, color] of Object.entries(theme.colors)) {
			for (const background of terminals) {
				expect(contrast(hex(color, text), background), `${role} on ${background}`).toBeGreaterThanOrEqual(4.5);
			}
		}
		for (const [name, background] of Object.entries(theme.backgrounds)) {
			expect(contrast(text, hex(background, '#000000')), `text on ${name}`).toBeGreaterThanOrEqual(7);
		}
		const onChanges = Object.keys(theme.colors).filter((role) => role.startsWith('syntax.')) as Role[];
		for (const role of [...onChanges, 'added', 'removed'] as Role[]) {
			for (const name of ['added', 'removed', 'code', 'selection'] as const) {
				const ratio = contrast(hex(theme.colors[role], text), hex(theme.backgrounds[name], '#000000'));
				expect(ratio, `${role} on ${name}`).toBeGreaterThanOrEqual(name === 'selection' ? 4 : 4.5);
			}
		}
	},
);

test.each([
	[highContrastDarkTheme, '#000000'],
	[highContrastLightTheme, '#ffffff'],
] as const)('$name keeps a contrast of 7 everywhere', (theme, terminal) => {
	for (const [role, color] of Object.entries(theme.colors)) {
		expect(contrast(hex(color, terminal), terminal), role).toBeGreaterThanOrEqual(7);
	}
	for (const [name, background] of Object.entries(theme.backgrounds)) {
		for (const role of ['text', 'added', 'removed'] as const) {
			const ratio = contrast(hex(theme.colors[role], terminal), hex(background, terminal));
			expect(ratio, `${role} on ${name}`).toBeGreaterThanOrEqual(4.5);
		}
	}
});

test('every colour of the theme for an unknown background is readable on black and on white', () => {
	for (const [role, color] of Object.entries(neutralTheme.colors)) {
		if (role === 'text') expect(color).toBeNull();
		else
			for (const ground of ['#000000', '#ffffff'] as const)
				expect(contrast(hex(color, '#808080'), ground), role).toBeGreaterThan(4.4);
	}
	expect(Object.values(neutralTheme.backgrounds).every((color) => color === null)).toBe(true);
});

test.each([2, 3] as const)(
	'where the background is unknown, changes and prompts bring theirs, and words on it (%i)',
	(colorLevel) => {
		const { paintLine } = createPainter(neutralTheme, { colorLevel, hyperlinks: false });
		const dark = createPainter(darkTheme, { colorLevel, hyperlinks: false });
		for (const background of ['added', 'removed', 'user'] as const) {
			for (const color of ['text', 'muted', 'syntax.string', background] as const) {
				const line: Line = [{ text: 'x', style: { background, color } }];
				expect(paintLine(line)).toBe(dark.paintLine(line));
				expect(paintLine(line)).toMatch(/38;[25];.*48;[25];/);
				const words = hex(darkTheme.colors[color], '#e6e6e6');
				expect(contrast(words, hex(darkTheme.backgrounds[background], '#ffffff'))).toBeGreaterThanOrEqual(4);
			}
		}
		// Elsewhere nothing stands behind the words.
		expect(paintLine([{ text: 'x', style: { background: 'code', color: 'code' } }])).not.toContain('48;');
	},
);

test('the band of a prompt is seen in high contrast', () => {
	expect(contrast(hex(highContrastDarkTheme.backgrounds.user, '#808080'), '#000000')).toBeGreaterThan(1.8);
	expect(contrast(hex(highContrastLightTheme.backgrounds.user, '#808080'), '#ffffff')).toBeGreaterThan(1.5);
});

test('the theme without colours has none', () => {
	expect(
		[...Object.values(monoTheme.colors), ...Object.values(monoTheme.backgrounds)].every((color) => color === null),
	).toBe(true);
});
