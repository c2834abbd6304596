import { expect, test } from 'vitest';
import {
	chooseAppearance,
	glyphsOf,
	hasHalfBlocks,
	needsBackground,
} from '../../../src/frontends/interactive/appearance.js';
import {
	ansiTheme,
	darkTheme,
	highContrastDarkTheme,
	highContrastLightTheme,
	lightTheme,
	monoTheme,
	neutralTheme,
} from '../../../src/view/theme/themes.js';

test.each([
	['a bare terminal', 'auto', {}, ansiTheme, 1],
	['256 colours', 'auto', { TERM: 'xterm-256color' }, neutralTheme, 2],
	['true colour', 'auto', { TERM: 'xterm-256color', COLORTERM: 'truecolor' }, neutralTheme, 3],
	['a terminal known for it', 'auto', { TERM: 'xterm-kitty' }, neutralTheme, 3],
	['a light background', 'auto', { TERM: 'xterm-256color', COLORFGBG: '0;15' }, lightTheme, 2],
	[
		'a background that nobody reported',
		'auto',
		{ TERM: 'xterm-256color', COLORFGBG: 'default;default' },
		neutralTheme,
		2,
	],
	['a dark background', 'auto', { TERM: 'xterm-256color', COLORFGBG: '15;0' }, darkTheme, 2],
	['NO_COLOR', 'dark', { TERM: 'xterm-256color', NO_COLOR: '1' }, monoTheme, 0],
	['an empty NO_COLOR', 'auto', { TERM: 'xterm-256color', NO_COLOR: '' }, neutralTheme, 2],
	['a dumb terminal', 'light', { TERM: 'dumb', COLORTERM: 'truecolor' }, monoTheme, 0],
	['a theme by name', 'light', { TERM: 'xterm-256color' }, lightTheme, 2],
	['a theme that nobody knows', 'pink', { TERM: 'xterm-256color' }, neutralTheme, 2],
	['a scheme in sixteen colours', 'nord', {}, ansiTheme, 1],
	['the dark theme in sixteen colours', 'dark', {}, darkTheme, 1],
])('%s', (_, wanted, env, theme, colorLevel) => {
	const look = chooseAppearance(wanted, env);
	expect(look.theme).toBe(theme);
	expect(look.colorLevel).toBe(colorLevel);
});

const rich = { TERM: 'xterm-256color' };
const own = { base: 'light', colors: { error: '#ff0000', text: 'default' }, backgrounds: { bar: 7 } } as const;

test.each([
	['a light background by the terminal’s word', 'auto', rich, 'light', lightTheme],
	['a dark one against the environment', 'auto', { ...rich, COLORFGBG: '0;15' }, 'dark', darkTheme],
	['a theme by name whatever the background', 'dark', rich, 'light', darkTheme],
	['sixteen colours', 'auto', {}, 'light', ansiTheme],
	['high contrast, the background unknown', 'high-contrast', rich, null, monoTheme],
	['high contrast', 'high-contrast', rich, 'dark', highContrastDarkTheme],
	['high contrast by the background', 'high-contrast', rich, 'light', highContrastLightTheme],
	['high contrast by the environment', 'high-contrast', { ...rich, COLORFGBG: '0;15' }, null, highContrastLightTheme],
	['no colour', 'high-contrast', { ...rich, NO_COLOR: '1' }, 'light', monoTheme],
] as const)('By the background: %s', (_, wanted, env, background, theme) => {
	expect(chooseAppearance(wanted, env, { background }).theme).toBe(theme);
});

test('A theme of the user’s own changes what it names of its base, and NO_COLOR holds for it too.', () => {
	const themes = new Map([['mine', own]]);
	const { theme } = chooseAppearance('mine', rich, { themes });
	expect(theme.name).toBe('mine');
	expect(theme.colors).toEqual({ ...lightTheme.colors, error: '#ff0000', text: null });
	expect(theme.backgrounds).toEqual({ ...lightTheme.backgrounds, bar: 7 });
	expect(chooseAppearance('mine', { NO_COLOR: '1' }, { themes }).theme).toBe(monoTheme);
});

test.each([
	['auto', rich, true],
	['auto', {}, false],
	['high-contrast', {}, true],
	['auto', { ...rich, NO_COLOR: '1' }, false],
	['dark', rich, false],
])('The terminal is asked for its background: %s in %j: %s', (wanted, env, expected) => {
	expect(needsBackground(wanted, env)).toBe(expected);
});

test.each([
	[{ TERM_PROGRAM: 'iTerm.app' }, true],
	[{ TERM: 'xterm-kitty' }, true],
	[{ VTE_VERSION: '7200' }, true],
	[{ VTE_VERSION: '4000' }, false],
	[{ WT_SESSION: 'x' }, true],
	[{ TERM: 'xterm' }, false],
	[{}, false],
])('Links are written where %j shows them: %s', (env, expected) => {
	expect(chooseAppearance('auto', env).hyperlinks).toBe(expected);
});

test.each([
	[{ TERM: 'linux' }, true],
	[{ TERM: 'linux', LANG: 'de_DE.UTF-8' }, true],
	[{ TERM: 'xterm-256color', LANG: 'de_DE.ISO-8859-1' }, true],
	[{ TERM: 'xterm-256color', LC_ALL: 'C.UTF-8', LANG: 'de_DE.ISO-8859-1' }, false],
	[{ TERM: 'xterm-256color', LANG: 'en_US.utf8' }, false],
	[{ TERM: 'xterm-256color', LANG: 'de_DE@euro' }, false],
	[{ TERM: 'xterm-256color', LANG: 'C' }, true],
	[{ TERM: 'xterm-256color', LC_ALL: 'POSIX', LANG: 'C.UTF-8' }, true],
	[{ TERM: 'xterm-256color', LC_CTYPE: 'UTF-8' }, false],
	[{ TERM: 'xterm-256color' }, false],
])('%j is a terminal without the signs of the interface: %s', (env, isAscii) => {
	expect(chooseAppearance('auto', env).isAscii).toBe(isAscii);
});

test.each([
	['auto', { TERM: 'linux' }, 'ascii'],
	['auto', { TERM: 'xterm' }, 'unicode'],
	['unicode', { TERM: 'linux', LANG: 'C' }, 'unicode'],
	['ascii', { TERM: 'xterm', LANG: 'C.UTF-8' }, 'ascii'],
	['nerd', { TERM: 'xterm' }, 'nerd'],
] as const)('ui.glyphs %s with %j means %s.', (glyphs, env, used) => {
	expect(glyphsOf(glyphs, env)).toBe(used);
	expect(chooseAppearance('auto', env, { glyphs }).isAscii).toBe(used === 'ascii');
});

test.each([
	['auto', 'C.UTF-8', true],
	['auto', 'C', false],
	['ascii', 'C.UTF-8', false],
	['unicode', 'C', true],
] as const)(
	'Pictures are half blocks where the signs are: ui.glyphs %s in the locale %s (%s).',
	(glyphs, locale, has) => {
		const env = { TERM: 'xterm', COLORTERM: 'truecolor', LANG: locale };
		expect(hasHalfBlocks(glyphs, env)).toBe(has);
		expect(hasHalfBlocks(glyphs, { ...env, COLORTERM: '' })).toBe(false);
	},
);
