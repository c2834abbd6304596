import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findPaths } from '../../src/cli/paths.js';
import { temporaryFolder } from '../services/temporary-folder.js';

export const pathsIn = (home: string) =>
	findPaths({ ACP_TUI_CONFIG_DIR: join(home, 'config'), ACP_TUI_STATE_DIR: join(home, 'state') }, home);

/** A home for one test, with a repository and with the folder of the user's config. */
export async function projectHome() {
	const home = temporaryFolder();
	const [project, paths] = [join(home, 'project'), pathsIn(home)];
	await mkdir(join(project, '.git'), { recursive: true });
	await mkdir(paths.configDir);
	return { home, project, paths };
}
