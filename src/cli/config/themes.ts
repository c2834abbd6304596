import { nearest } from '../../core/text/nearest.js';
import { themes as builtIn } from '../../view/theme/theme.js';
import type { ThemeDefinition } from '../../view/theme/user-theme.js';
import { oneOf } from '../one-of.js';
import { quote } from '../usage-error.js';
import type { ReadConfig } from './read.js';
import type { ConfigFile } from './settings.js';

/** Names that `ui.theme` knows without any definition. */
const THEME_NAMES: readonly string[] = ['auto', 'high-contrast', ...builtIn.map((theme) => theme.name)];

/** What is wrong with the themes: one with the name of a built-in theme, a `ui.theme` that nobody defines. */
export function themeProblems(
	themes: ReadonlyMap<string, ThemeDefinition>,
	content: ConfigFile,
	placeOf: ReadConfig['placeOf'],
): readonly string[] {
	const taken = Object.keys(content.themes ?? {})
		.filter((name) => THEME_NAMES.includes(name))
		.map((name) => `${placeOf(['themes', name])}: themes.${name}: a built-in theme has this name`);
	const wanted = content.ui?.theme;
	const known = [...THEME_NAMES, ...themes.keys()];
	if (wanted === undefined || known.includes(wanted)) return taken;
	const meant = nearest(wanted, known);
	const hint = meant === null ? '' : `; did you mean ${meant}?`;
	return [
		...taken,
		`${placeOf(['ui', 'theme'])}: unknown ui.theme ${quote(wanted)}; it must be ${oneOf(known)}${hint}`,
	];
}
