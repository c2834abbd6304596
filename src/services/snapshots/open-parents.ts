import { lstat, mkdir } from 'node:fs/promises';
import { errnoOf } from '../errno.js';
import { closeFolders, type OpenFolder, openFolder, removeMade } from '../files/opened.js';
import { NOT_RESTORED } from './snapshots-messages.js';

/** The folders from the workspace down to a file, held open so that none can be swapped for a link. */
export type OpenParents = {
	readonly folders: readonly OpenFolder[];
	readonly made: readonly string[];
	/** True when a folder is missing and was not made. */
	readonly isMissing: boolean;
};

/**
 * Opens the folders `names` below the workspace's real path one by one, making missing ones when `isMaking`. Returns a
 * reason as text when the way leads out of the workspace or is blocked; nothing is open and nothing was made then.
 */
export async function openParents(
	root: string,
	names: readonly string[],
	isMaking: boolean,
): Promise<OpenParents | string> {
	const folders: OpenFolder[] = [];
	const made: string[] = [];
	const giveUp = async (reason: string): Promise<string> => {
		await removeMade(made);
		await closeFolders(folders);
		return reason;
	};
	try {
		let real = root;
		let via = root;
		for (const name of [null, ...names]) {
			if (name !== null) {
				real = `${real}/${name}`;
				via = `${via}/${name}`;
			}
			let folder = await openOrBlocked(real, via);
			if (folder === 'missing' && name !== null) {
				if (!isMaking) return { folders, made, isMissing: true };
				await mkdir(via);
				made.push(via);
				folder = await openOrBlocked(real, via);
			}
			if (typeof folder === 'string') return await giveUp(folder === 'missing' ? NOT_RESTORED.folderMissing : folder);
			folders.push(folder);
			via = folder.base;
		}
		return { folders, made, isMissing: false };
	} catch (error) {
		await giveUp('');
		throw error;
	}
}

async function openOrBlocked(real: string, via: string): Promise<OpenFolder | string> {
	try {
		return (await openFolder(real, via)) ?? NOT_RESTORED.folderElsewhere;
	} catch (error) {
		const errno = errnoOf(error);
		if (errno === 'ENOENT') return 'missing';
		if (errno === 'ELOOP' || errno === 'ENOTDIR') {
			const isLink = await lstat(via).then(
				(facts) => facts.isSymbolicLink(),
				() => false,
			);
			return isLink ? NOT_RESTORED.folderIsLink : NOT_RESTORED.folderIsFile;
		}
		throw error;
	}
}
