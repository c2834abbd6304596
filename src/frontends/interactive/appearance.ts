import type { ColorLevel } from '../../view/theme/color-codes.js';
import { ansiTheme, darkTheme, lightTheme, monoTheme, type Theme, themeByName } from '../../view/theme/theme.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** How the interface looks in this terminal. */
export type Appearance = {
	readonly theme: Theme;
	readonly colorLevel: ColorLevel;
	readonly hyperlinks: boolean;
};

/** Chooses theme and colours by the config and by what the environment says of the terminal. */
export function chooseAppearance(wanted: string, env: Environment): Appearance {
	const colorLevel = colorLevelOf(env);
	const theme = colorLevel === 0 ? monoTheme : (themeByName(wanted) ?? automatic(env, colorLevel));
	return { theme, colorLevel, hyperlinks: hasHyperlinks(env) };
}

function colorLevelOf(env: Environment): ColorLevel {
	const term = env['TERM'] ?? '';
	// https://no-color.org: set and not empty means no colour.
	if ((env['NO_COLOR'] ?? '') !== '' || term === 'dumb') return 0;
	if (/truecolor|24bit/i.test(env['COLORTERM'] ?? '')) return 3;
	if (/direct|kitty|ghostty|alacritty|wezterm|foot/.test(term)) return 3;
	return /256/.test(term) ? 2 : 1;
}

/** `COLORFGBG` (rxvt, Konsole, some others) names the background's colour; most terminals are dark. */
function automatic(env: Environment, level: ColorLevel): Theme {
	if (level === 1) return ansiTheme;
	const background = Number((env['COLORFGBG'] ?? '').split(';').at(-1));
	return background === 7 || background === 15 ? lightTheme : darkTheme;
}

/** Terminals known to show OSC 8 links; others may print rubbish. */
function hasHyperlinks(env: Environment): boolean {
	const program = env['TERM_PROGRAM'] ?? '';
	if (/iTerm|WezTerm|vscode|ghostty|Hyper|kitty/i.test(program)) return true;
	if (/kitty|ghostty|alacritty|foot/.test(env['TERM'] ?? '')) return true;
	return Number(env['VTE_VERSION'] ?? 0) >= 5000 || (env['WT_SESSION'] ?? '') !== '';
}
