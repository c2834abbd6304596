import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { errnoOf } from '../../errno.js';
import type { OpenFolder } from '../opened.js';

const { O_DIRECTORY, O_NOFOLLOW } = constants;
/** Linux: opens a folder only to go on from it; needs no read permission. */
const O_PATH = 0o10000000;

/**
 * The root folder of a view of this machine, from outside: `/proc/PID/root` of a process in its mount namespace.
 * Everything below it is opened name by name, relative to the open folder and never through a link: an absolute link of
 * the view would lead to this process's root.
 */
export function openViewRoot(pid: number): Promise<FileHandle> {
	return open(`/proc/${pid}/root`, O_PATH | O_DIRECTORY);
}

export function below(folder: FileHandle, name: string): string {
	return `/proc/self/fd/${folder.fd}/${name}`;
}

/** Opens a folder by its name in an open one (`below`); throws `ELOOP` or `ENOTDIR` for anything else. */
export function openFolderAt(path: string): Promise<FileHandle> {
	return open(path, O_PATH | O_DIRECTORY | O_NOFOLLOW);
}

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

/** A checked folder became a link or a file. */
export function isSwapped(error: unknown): boolean {
	const errno = errnoOf(error);
	return errno === 'ELOOP' || errno === 'ENOTDIR';
}
