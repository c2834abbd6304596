import { themeNames } from '../../view/theme/themes.js';
import type { ThemeDefinition } from '../../view/theme/user-theme.js';
import * as messages from './messages.js';
import type { ReadConfig } from './read.js';
import type { ConfigFile } from './settings.js';

/** What is wrong with the themes: one with the name of a built-in theme, a `ui.theme` that nobody defines. */
export function themeProblems(
	themes: ReadonlyMap<string, ThemeDefinition>,
	content: ConfigFile,
	placeOf: ReadConfig['placeOf'],
): readonly string[] {
	const taken = Object.keys(content.themes ?? {})
		.filter((name) => themeNames.includes(name))
		.map((name) => `${placeOf(['themes', name])}: ${messages.themeNameTaken(name)}`);
	const wanted = content.ui?.theme;
	const known = [...themeNames, ...themes.keys()];
	if (wanted === undefined || known.includes(wanted)) return taken;
	return [...taken, `${placeOf(['ui', 'theme'])}: ${messages.unknownTheme(wanted, known)}`];
}
