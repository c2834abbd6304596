import { expect, test } from 'vitest';
import { chooseAppearance } from '../../../src/frontends/interactive/appearance.js';
import { ansiTheme, darkTheme, lightTheme, monoTheme } from '../../../src/view/theme/theme.js';

test.each([
	['a bare terminal', 'auto', {}, ansiTheme, 1],
	['256 colours', 'auto', { TERM: 'xterm-256color' }, darkTheme, 2],
	['true colour', 'auto', { TERM: 'xterm-256color', COLORTERM: 'truecolor' }, darkTheme, 3],
	['a terminal known for it', 'auto', { TERM: 'xterm-kitty' }, darkTheme, 3],
	['a light background', 'auto', { TERM: 'xterm-256color', COLORFGBG: '0;15' }, lightTheme, 2],
	['a background that nobody told', 'auto', { TERM: 'xterm-256color', COLORFGBG: 'default;default' }, darkTheme, 2],
	['NO_COLOR', 'dark', { TERM: 'xterm-256color', NO_COLOR: '1' }, monoTheme, 0],
	['an empty NO_COLOR', 'auto', { TERM: 'xterm-256color', NO_COLOR: '' }, darkTheme, 2],
	['a dumb terminal', 'light', { TERM: 'dumb', COLORTERM: 'truecolor' }, monoTheme, 0],
	['a theme by name', 'light', { TERM: 'xterm-256color' }, lightTheme, 2],
	['a theme that nobody knows', 'pink', { TERM: 'xterm-256color' }, darkTheme, 2],
])('%s', (_, wanted, env, theme, colorLevel) => {
	const look = chooseAppearance(wanted, env);
	expect(look.theme).toBe(theme);
	expect(look.colorLevel).toBe(colorLevel);
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
