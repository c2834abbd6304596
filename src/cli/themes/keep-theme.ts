import { fail, type Result, succeed } from '../../core/failure.js';
import { messageOf } from '../../services/errno.js';
import { setUserConfig } from '../config/edit-file.js';

/** Writes `ui.theme` into the user's config, never a project's; returns the file. */
export async function keepTheme(configDir: string, name: string): Promise<Result<string>> {
	try {
		return succeed(await setUserConfig(configDir, ['ui', 'theme'], name));
	} catch (error) {
		return fail('usage', messageOf(error));
	}
}
