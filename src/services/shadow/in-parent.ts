import { constants } from 'node:fs';
import { lstat, open, rmdir, unlink } from 'node:fs/promises';
import { whenMissing } from '../errno.js';
import type { OpenFolder } from '../files/open-for-reading.js';
import { foldersAbove } from '../files/path-inside.js';
import { type Reached, throughParents } from '../files/through-parents.js';
import { REASONS } from './shadow-messages.js';
import { statsAt } from './shadow-side.js';

const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants;

/** Runs something on an entry through its open parent folders; null when it cannot be reached. */
export function inParent<T>(root: string, path: string, use: (via: string) => Promise<T>): Promise<T | null> {
	const found = ({ via }: Reached): Promise<T | null> => use(via).catch(whenMissing(null));
	return throughParents<T | null>(root, path, { orElse: () => null }, found);
}

/** {@link inParent} in a mounted view, where missing folders are made; the reason where it cannot be reached. */
export function inView(
	root: string,
	path: string,
	use: (reached: Reached) => Promise<string | null>,
): Promise<string | null> {
	const orElse = (why: string | null): string => REASONS.notWritten(why ?? '');
	return throughParents<string | null>(root, path, { isMaking: true, open: openInView, orElse }, use);
}

/** A link of the agent's could lead anywhere on this side: only the root, which is ours, may be one. */
async function openInView(real: string, via: string): Promise<OpenFolder> {
	const handle = await open(via, O_RDONLY | O_DIRECTORY | (via === real ? 0 : O_NOFOLLOW));
	return { handle, base: `/proc/self/fd/${handle.fd}` };
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
	await using handle = await open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
	await handle.chmod(mode);
	return true;
}

/** Removes the view's empty folders that were made for discarded paths. */
export async function removeEmptied(layer: string, real: string, path: string): Promise<void> {
	for (const above of foldersAbove(path)) {
		if (statsAt(`${real}/${above}`) !== null) return;
		// Not empty, or gone already.
		if (!(await removeEntry(layer, above).catch(() => false))) return;
	}
}
