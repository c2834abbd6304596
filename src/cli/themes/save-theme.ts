import { fail, messageOf, type Result, succeed } from '../../core/failure.js';
import { themeNames } from '../../view/theme/themes.js';
import type { Editor } from '../../view/ui-options.js';
import { setUserConfig } from '../config/edit-file.js';
import { findUserFiles } from '../config/find-config.js';
import { readConfig } from '../config/read-config.js';
import { quote } from '../quote-value.js';
import { readImportedThemes } from './own-themes.js';

/** Writes `ui.theme` into the user's config, never a project's, whose themes are not kept; returns the file. */
export async function saveTheme(configDir: string, name: string): Promise<Result<string>> {
	try {
		if (!themeNames.includes(name) && !(await isUsers(configDir, name)))
			return fail('usage', `${quote(name)} is a theme of this project’s config, not of yours.`);
		return succeed(await setUserConfig(configDir, ['ui', 'theme'], name));
	} catch (error) {
		return fail('usage', messageOf(error));
	}
}

/** Writes `ui.editor` into the user's config; returns the file. */
export async function saveEditor(configDir: string, editor: Editor): Promise<Result<string>> {
	try {
		return succeed(await setUserConfig(configDir, ['ui', 'editor'], editor));
	} catch (error) {
		return fail('usage', messageOf(error));
	}
}

async function isUsers(configDir: string, name: string): Promise<boolean> {
	const [file] = await findUserFiles(configDir);
	const { themes = {} } = file === undefined ? {} : (await readConfig(file)).content;
	return Object.hasOwn(themes, name) || (await readImportedThemes(configDir)).themes.has(name);
}
