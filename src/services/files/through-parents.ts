import { lstat, mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../errno.js';
import { type OpenFolder, openFolder } from './open-for-reading.js';

/** The folders from the root down to a path, held open, and the path through the last of them. */
export type Reached = { readonly via: string; readonly folders: readonly OpenFolder[] };

type How<T> = {
	/** Makes missing folders, which go again where nothing came of it. */
	readonly isMaking?: boolean;
	/** Whether something came of it; absent: always. */
	readonly isDone?: (result: T) => boolean;
	/** Opens the root, and each folder by its name in an open one. */
	readonly open?: typeof openFolder;
	/** The result where the way leads out of the root or is blocked (why, by which error), or ends too early (null). */
	readonly orElse: (why: string | null, error?: unknown) => T;
};

const BLOCKED = {
	missing: 'its folder is not there',
	elsewhere: 'its folder leads out of the workspace by a link',
	isLink: 'its folder was replaced by a link',
	isFile: 'a file is in the place of its folder',
} as const;

/**
 * Runs something on a path below the real path `root`, through its parent folders: each is opened in the one above it
 * and held open, so that none can be swapped for a link. Throws the system's error.
 */
export async function throughParents<T>(
	root: string,
	path: string,
	{ isMaking = false, isDone = () => true, open = openFolder, orElse }: How<T>,
	use: (reached: Reached) => Promise<T>,
): Promise<T> {
	const names = path.split('/');
	const folders: OpenFolder[] = [];
	const made: string[] = [];
	let isKept = false;
	try {
		let [real, via] = [root, root];
		for (const name of [null, ...names.slice(0, -1)]) {
			if (name !== null) [real, via] = [join(real, name), join(via, name)];
			let folder = await enter(open, real, via);
			if (folder === null && name !== null) {
				if (!isMaking) return orElse(null);
				if (await makeFolder(via)) made.push(via);
				folder = await enter(open, real, via);
			}
			if (folder === null || 'why' in folder) return orElse(folder?.why ?? BLOCKED.missing, folder?.error);
			folders.push(folder);
			via = folder.base;
		}
		const result = await use({ via: join(via, names.at(-1) ?? ''), folders });
		isKept = isDone(result);
		return result;
	} finally {
		for (const path of isKept ? [] : made.toReversed()) {
			// Somebody may have put a file there meanwhile: then the folder stays.
			await rmdir(path).catch(() => {});
		}
		await Promise.all(folders.map(({ handle }) => handle.close()));
	}
}

/** Whether the folder was made; false where it existed. */
async function makeFolder(path: string): Promise<boolean> {
	try {
		await mkdir(path);
		return true;
	} catch (error) {
		if (errnoOf(error) === 'EEXIST') return false;
		throw error;
	}
}

type Blocked = { readonly why: string; readonly error?: unknown };

/** The open folder, null where there is none, or why it is not entered. */
async function enter(open: typeof openFolder, real: string, via: string): Promise<OpenFolder | Blocked | null> {
	try {
		return (await open(real, via)) ?? { why: BLOCKED.elsewhere };
	} catch (error) {
		const errno = errnoOf(error);
		if (errno === 'ENOENT') return null;
		if (errno !== 'ELOOP' && errno !== 'ENOTDIR') throw error;
		const facts = await lstat(via).catch(() => null);
		return { why: facts?.isSymbolicLink() === true ? BLOCKED.isLink : BLOCKED.isFile, error };
	}
}
