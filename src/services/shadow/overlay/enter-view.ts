import { constants } from 'node:fs';
import { lstat, mkdir, open } from 'node:fs/promises';
import { systemError } from '../../errno.js';
import { closeFolders, type OpenFolder } from '../../files/opened.js';
import { REASONS } from '../shadow-messages.js';

/** Runs something on a path of a view through its open folders; the reason where it cannot. */
export async function inView(
	root: string,
	path: string,
	use: (via: string, folders: readonly OpenFolder[]) => Promise<string | null>,
): Promise<string | null> {
	const names = path.split('/');
	const folders = await enterView(root, names.slice(0, -1));
	if (typeof folders === 'string') return folders;
	try {
		return await use(`${folders.at(-1)?.base ?? root}/${names.at(-1) ?? ''}`, folders);
	} finally {
		await closeFolders(folders);
	}
}

/**
 * Opens folders of the view one by one, making missing ones, without following a link: the agent's could lead anywhere
 * on this side. Returns the reason where it cannot.
 */
async function enterView(root: string, names: readonly string[]): Promise<readonly OpenFolder[] | string> {
	const folders: OpenFolder[] = [];
	const flags = constants.O_RDONLY | constants.O_DIRECTORY;
	try {
		let handle = await open(root, flags);
		folders.push({ handle, base: `/proc/self/fd/${handle.fd}` });
		for (const name of names) {
			const via = `/proc/self/fd/${handle.fd}/${name}`;
			const stats = await lstat(via).catch(() => null);
			if (stats === null) await mkdir(via);
			handle = await open(via, flags | constants.O_NOFOLLOW);
			folders.push({ handle, base: `/proc/self/fd/${handle.fd}` });
		}
		return folders;
	} catch (error) {
		await closeFolders(folders);
		return REASONS.notWritten(systemError(error).why);
	}
}
