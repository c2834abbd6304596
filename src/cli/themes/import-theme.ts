import { basename, join } from 'node:path';
import { isThere } from '../../services/files/what-is-there.js';
import { themeNames } from '../../view/theme/themes.js';
import { writeConfigFile } from '../config/edit-file.js';
import { UsageError } from '../errors.js';
import { quote } from '../quote.js';
import { THEME_NAME, themesFolder } from './own-themes.js';
import { readScheme } from './read-scheme.js';
import { themeOfScheme } from './scheme.js';
import * as messages from './themes-messages.js';

type Imported = { readonly name: string; readonly file: string; readonly isNew: boolean };

/**
 * Imports a theme of another program under a name of its own; one that was imported by that name is replaced. `taken` are
 * names that the config has. Throws a UsageError; nothing is written then.
 */
export async function importTheme(
	file: string,
	asked: string | null,
	{ configDir, taken }: { readonly configDir: string; readonly taken: readonly string[] },
): Promise<Imported> {
	if (asked !== null && !THEME_NAME.test(asked)) throw new UsageError(messages.badName(asked));
	const scheme = await readScheme(file);
	const name = asked ?? nameFrom(scheme.name ?? '') ?? nameFrom(basename(file).replace(/\.[^.]*$/, ''));
	if (name === null) throw new UsageError('no name for the theme is known; give one with --name');
	if (themeNames.includes(name))
		throw new UsageError(`a built-in theme is called ${quote(name)}; choose another name with --name`);
	if (taken.includes(name))
		throw new UsageError(`your config defines a theme ${quote(name)}; choose another name with --name`);
	const target = join(themesFolder(configDir), `${name}.json`);
	const isNew = !(await isThere(target));
	const text = `${JSON.stringify(themeOfScheme(scheme), null, 2)}\n`;
	await writeConfigFile(target, text, { isPrivate: false, mode: 0o600 });
	return { name, file: target, isNew };
}

/** A name as a file of ours may have it: “Rosé Pine (Moon)” is `rose-pine-moon`. Null where nothing is left. */
function nameFrom(words: string): string | null {
	const name = words
		.slice(0, 200)
		.normalize('NFKD')
		.replaceAll(/\p{M}/gu, '')
		.toLowerCase()
		.replaceAll(/[^a-z0-9]+/g, '-')
		.replaceAll(/^-+|-+$/g, '')
		.slice(0, 40)
		.replace(/-+$/, '');
	return THEME_NAME.test(name) ? name : null;
}
