import { themes as builtIn } from '../../view/theme/theme.js';
import type { ThemeDefinition } from '../../view/theme/user-theme.js';
import { nearest } from '../nearest.js';
import { quote, UsageError } from '../usage-error.js';
import type { ReadConfig } from './read.js';
import type { ConfigFile } from './schema.js';

/** Names that `ui.theme` knows without any definition. */
export const THEME_NAMES: readonly string[] = ['auto', 'high-contrast', ...builtIn.map((theme) => theme.name)];

/**
 * The themes that a config file adds. Throws a UsageError for one with the name of a built-in theme,
 * and for a `ui.theme` that nobody defines.
 */
export function mergeThemes(
	base: ReadonlyMap<string, ThemeDefinition>,
	content: ConfigFile,
	placeOf: ReadConfig['placeOf'],
): ReadonlyMap<string, ThemeDefinition> {
	const themes = new Map(base);
	for (const [name, { base: below = 'dark', colors = {}, backgrounds = {} }] of Object.entries(content.themes ?? {})) {
		if (THEME_NAMES.includes(name)) {
			throw new UsageError(`${placeOf(['themes', name])}: themes.${name}: a built-in theme has this name`);
		}
		themes.set(name, { base: below, colors, backgrounds });
	}
	const wanted = content.ui?.theme;
	const known = [...THEME_NAMES, ...themes.keys()];
	if (wanted === undefined || known.includes(wanted)) return themes;
	const meant = nearest(wanted, known);
	throw new UsageError(
		`${placeOf(['ui', 'theme'])}: ui.theme ${quote(wanted)}: ${known.join(', ')} is expected${meant === null ? '' : `; did you mean ${meant}?`}`,
	);
}
