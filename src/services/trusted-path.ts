import { realpath } from 'node:fs/promises';
import { delimiter, isAbsolute } from 'node:path';
import { isWithin } from './files/roots.js';

/**
 * `PATH` without what lies in the workspace, and without relative entries: a cloned repository may bring
 * folders that are on it (`node_modules/.bin`) with a `git` or an `ls` in them. Empty when nothing is left.
 */
export async function trustedPath(workspace: string, path: string): Promise<string> {
	const root = await realpath(workspace).catch(() => workspace);
	const folders = await Promise.all(
		path
			.split(delimiter)
			.filter(isAbsolute)
			.map((folder) => realpath(folder).catch(() => null)),
	);
	return folders.filter((folder) => folder !== null && !isWithin(root, folder)).join(delimiter);
}
