import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { resolveExisting } from '../files/roots.js';
import { repositoryFolders } from './repository-folders.js';

/**
 * The folders, links resolved, in which no program is looked for that is let through for its name: the
 * workspace (first of `folders`) and the additional directories, which agents may edit, and the repository
 * around the workspace. Whoever works in the root of the file system has every program inside: it is left out.
 */
export async function untrustedFolders(
	folders: readonly string[],
	env: Readonly<Record<string, string | undefined>>,
): Promise<readonly string[]> {
	const [workspace, ...additionalDirectories] = folders;
	if (workspace === undefined) return [];
	const brought = await repositoryFolders({ workspace, additionalDirectories, home: env['HOME'] ?? homedir() });
	return [...new Set([...folders.map(resolveExisting), ...brought])].filter((folder) => dirname(folder) !== folder);
}
