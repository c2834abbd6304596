import { constants } from 'node:fs';
import { lstat, open, rmdir, unlink } from 'node:fs/promises';
import { isMissing } from '../errno.js';
import { closeFolders } from '../files/opened.js';
import { openParents } from '../snapshots/open-parents.js';
import { statsAt } from './side.js';

/** Runs something on an entry through its open parent; null when the parent is missing. */
export async function inParent<T>(root: string, path: string, use: (via: string) => Promise<T>): Promise<T | null> {
	const names = path.split('/');
	const parents = await openParents(root, names.slice(0, -1), false);
	if (typeof parents === 'string') return null;
	try {
		if (parents.isMissing) return null;
		return await use(`${parents.folders.at(-1)?.base ?? root}/${names.at(-1) ?? ''}`);
	} catch (error) {
		if (isMissing(error)) return null;
		throw error;
	} finally {
		await closeFolders(parents.folders);
	}
}

export async function removeEntry(root: string, path: string): Promise<boolean> {
	const removed = await inParent(root, path, async (via) => {
		const stats = await lstat(via);
		await (stats.isDirectory() ? rmdir(via) : unlink(via));
		return true;
	});
	return removed === true;
}

/** Sets the permissions of a folder, never of a link's target. */
export async function setFolderMode(folder: string | Buffer, mode: number): Promise<true> {
	await using handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
	await handle.chmod(mode);
	return true;
}

/** Removes the view's empty folders that were made for discarded paths. */
export async function removeEmptied(layer: string, real: string, path: string): Promise<void> {
	const names = path.split('/');
	for (let depth = names.length - 1; depth > 0; depth -= 1) {
		const above = names.slice(0, depth).join('/');
		if (statsAt(`${real}/${above}`) !== null) return;
		// Not empty, or gone already.
		if (!(await removeEntry(layer, above).catch(() => false))) return;
	}
}
