import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { resolveExisting } from '../files/roots.js';
import { repositoryFolders } from './repository-folders.js';

/** Folders that agents may edit, in all sessions of this process. */
const edited = new Set<string>();

/** Excludes a folder from searches for programs from now on. */
export function distrustFolder(folder: string): void {
	edited.add(folder);
}

/**
 * The folders, links resolved, in which no program is looked up by name: the workspace (first of `folders`) and the
 * additional directories, which agents may edit, those of other sessions, and the repositories around them. The root of
 * the file system is left out as a workspace: it contains every program.
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
