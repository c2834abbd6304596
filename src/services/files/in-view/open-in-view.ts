import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { errnoOf } from '../../errno.js';
import type { OpenFolder } from '../opened.js';

const { O_DIRECTORY, O_NOFOLLOW } = constants;
/** Linux: the folder is only a place to go on from; reading its names needs no permission. */
const O_PATH = 0o10000000;

/**
 * The root folder of a view of this machine, from outside: `/proc/PID/root` of a process in its mount namespace.
 * What is below it is opened name by name, each in the folder that is open and never through a link: an absolute link
 * in the view would lead to the root of this program.
 */
export function openViewRoot(pid: number): Promise<FileHandle> {
	return open(`/proc/${pid}/root`, O_PATH | O_DIRECTORY);
}

/** The path by which a name in an open folder is reached. */
export function below(folder: FileHandle, name: string): string {
	return `/proc/self/fd/${folder.fd}/${name}`;
}

/** Opens a folder by its name in an open one (`below`); throws `ELOOP` or `ENOTDIR` where it is none. */
export function openFolderAt(path: string): Promise<FileHandle> {
	return open(path, O_PATH | O_DIRECTORY | O_NOFOLLOW);
}

/** Opens a folder of the view by names without links; null when something else is there by now. */
export async function openByNames(pid: number, names: readonly string[]): Promise<OpenFolder | null> {
	let handle = await openViewRoot(pid);
	for (const name of names) {
		const folder = handle;
		try {
			handle = await openFolderAt(below(folder, name));
		} catch (error) {
			if (isSwapped(error)) return null;
			throw error;
		} finally {
			await folder.close();
		}
	}
	return { handle, base: `/proc/self/fd/${handle.fd}` };
}

/** A folder that was looked at became a link or a file. */
export function isSwapped(error: unknown): boolean {
	const errno = errnoOf(error);
	return errno === 'ELOOP' || errno === 'ENOTDIR';
}
