import type { Background } from '../../terminal/input/reports.js';
import type { ColorLevel } from '../../view/theme/color-codes.js';
import type { Theme } from '../../view/theme/theme.js';
import {
	ansiTheme,
	darkTheme,
	highContrastDarkTheme,
	highContrastLightTheme,
	isPalette,
	lightTheme,
	makeTheme,
	monoTheme,
	neutralTheme,
	type ThemeDefinition,
	themeByName,
} from '../../view/theme/themes.js';
import type { Glyphs, UiOptions } from '../../view/ui-options.js';

type Environment = Readonly<Record<string, string | undefined>>;

export type Appearance = {
	readonly theme: Theme;
	readonly colorLevel: ColorLevel;
	readonly hyperlinks: boolean;
	readonly isAscii: boolean;
};

export type Known = {
	readonly themes?: ReadonlyMap<string, ThemeDefinition>;
	readonly background?: Background | null;
	readonly glyphs?: UiOptions['glyphs'];
};

export function chooseAppearance(wanted: string, env: Environment, known: Known = {}): Appearance {
	const colorLevel = colorLevelOf(env);
	const theme = colorLevel === 0 ? monoTheme : themeOf(wanted, env, colorLevel, known);
	return { theme, colorLevel, hyperlinks: hasHyperlinks(env), isAscii: glyphsOf(known.glyphs, env) === 'ascii' };
}

export function isColorless(env: Environment): boolean {
	return colorLevelOf(env) === 0;
}

/** Whether half blocks in any colour can be drawn. */
export function hasHalfBlocks(wanted: UiOptions['glyphs'], env: Environment): boolean {
	return colorLevelOf(env) === 3 && glyphsOf(wanted, env) !== 'ascii';
}

export function glyphsOf(wanted: UiOptions['glyphs'] | undefined, env: Environment): Glyphs {
	if (wanted !== undefined && wanted !== 'auto') return wanted;
	return lacksSigns(env) ? 'ascii' : 'unicode';
}

export function needsBackground(wanted: string, env: Environment): boolean {
	const level = colorLevelOf(env);
	return (wanted === 'auto' && level > 1) || (wanted === 'high-contrast' && level > 0);
}

function themeOf(wanted: string, env: Environment, level: ColorLevel, { themes, background }: Known): Theme {
	const own = themes?.get(wanted);
	if (own !== undefined) return makeTheme(wanted, own);
	const known = background ?? backgroundIn(env);
	if (wanted === 'high-contrast') {
		// No colour has much contrast to both black and white.
		if (known === null) return monoTheme;
		return known === 'light' ? highContrastLightTheme : highContrastDarkTheme;
	}
	const named = themeByName(wanted);
	// Sixteen colours are the terminal's own: they are its theme, and fit its background.
	if (level === 1 && (named === undefined || isPalette(wanted))) return ansiTheme;
	if (named !== undefined) return named;
	return known === null ? neutralTheme : known === 'light' ? lightTheme : darkTheme;
}

function colorLevelOf(env: Environment): ColorLevel {
	const term = env['TERM'] ?? '';
	// https://no-color.org: set and not empty means no colour.
	if ((env['NO_COLOR'] ?? '') !== '' || term === 'dumb') return 0;
	if (/truecolor|24bit/i.test(env['COLORTERM'] ?? '')) return 3;
	if (/direct|kitty|ghostty|alacritty|wezterm|foot/.test(term)) return 3;
	return /256/.test(term) ? 2 : 1;
}

/** Background in `COLORFGBG` (rxvt, Konsole, some others); null where it names none. */
function backgroundIn(env: Environment): Background | null {
	const word = (env['COLORFGBG'] ?? '').split(';').at(-1) ?? '';
	if (!/^(?:\d|1[0-5])$/.test(word)) return null;
	return word === '7' || word === '15' ? 'light' : 'dark';
}

/** The Linux console's font has 256 or 512 glyphs; a locale may name a small character set, and C is one of ASCII. */
function lacksSigns(env: Environment): boolean {
	const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find((one) => (one ?? '') !== '') ?? '';
	const [, charset] = /\.([^@]+)/.exec(locale) ?? [];
	return (
		env['TERM'] === 'linux' || /^(?:C|POSIX)$/.test(locale) || (charset !== undefined && !/^utf-?8$/i.test(charset))
	);
}

/** Terminals known to show OSC 8 links; others may print rubbish. */
function hasHyperlinks(env: Environment): boolean {
	const program = env['TERM_PROGRAM'] ?? '';
	if (/iTerm|WezTerm|vscode|ghostty|Hyper|kitty/i.test(program)) return true;
	if (/kitty|ghostty|alacritty|foot/.test(env['TERM'] ?? '')) return true;
	return Number(env['VTE_VERSION'] ?? 0) >= 5000 || (env['WT_SESSION'] ?? '') !== '';
}
