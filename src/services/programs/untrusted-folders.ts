import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { resolveExisting } from '../files/roots.js';
import { repositoryFolders } from './repository-folders.js';

/** What agents of this program may edit, besides where a program is started: workspaces and folders beside them. */
const edited = new Set<string>();

/** No program is looked for in this folder from now on. */
export function distrustFolder(folder: string): void {
	edited.add(folder);
}

/**
 * The folders, links resolved, in which no program is looked for by its name: the workspace (first of `folders`) and
 * the additional directories, which agents may edit, those of other sessions, and the repositories around them. Whoever
 * works in the root of the file system has every program inside: it is left out.
 */
export async function untrustedFolders(
	folders: readonly string[],
	env: Readonly<Record<string, string | undefined>>,
): Promise<readonly string[]> {
	const all = [...folders, ...edited];
	const [workspace, ...additionalDirectories] = all;
	if (workspace === undefined) return [];
	const brought = await repositoryFolders({ workspace, additionalDirectories, home: env['HOME'] ?? homedir() });
	return [...new Set([...all.map(resolveExisting), ...brought])].filter((folder) => dirname(folder) !== folder);
}
