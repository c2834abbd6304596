import { constants } from 'node:fs';
import { copyFile, mkdir, readlink, symlink } from 'node:fs/promises';
import { errnoOf } from '../../errno.js';
import { openForReading } from '../../files/open-for-reading.js';
import { replaceWith } from '../../files/replace-file.js';
import { copySparse, hasHoles } from '../../files/sparse-copy.js';
import { throughParents } from '../../files/through-parents.js';
import { removeEntry, setFolderMode } from '../in-parent.js';
import { lookAtSide, type Side, statsAt } from '../shadow-side.js';

/**
 * Copies one entry of the workspace into the view: a file as a clone where the disk can, a link as it is. Every folder
 * on the way is held open. Null on success, else the reason.
 */
export async function copyInto(
	layer: string,
	real: string,
	path: string,
): Promise<{ readonly view: Side; readonly real: Side } | string> {
	const source = `${real}/${path}`;
	const side = lookAtSide(source);
	if (side === null || side.kind === 'odd') return 'it went meanwhile';
	const how = { isMaking: true, orElse: (why: string | null) => why ?? '' };
	return throughParents<{ readonly view: Side; readonly real: Side } | string>(layer, path, how, async ({ via }) => {
		await put(side, source, via);
		const view = lookAtSide(via);
		return view === null ? 'it went meanwhile' : { view, real: side };
	});
}

async function put(side: Side, source: string, via: string): Promise<void> {
	if (side.kind === 'folder') {
		await mkdir(via).catch((error: unknown) => {
			if (errnoOf(error) !== 'EEXIST') throw error;
		});
		await setFolderMode(via, side.mode);
		return;
	}
	await putCopy(side, source, via);
}

/** Puts a link as it is, or a copy of a file, in the place of what is at a path. */
export async function putCopy(side: Side, source: string, via: string): Promise<void> {
	await replaceWith(via, async (temporary) => {
		// `copyFile` keeps the permissions.
		if (side.kind === 'link') await symlink(await readlink(source), temporary);
		else if (!holed(source)) await copyFile(source, temporary, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
		else {
			const handle = await openForReading(source);
			await copySparse(handle, temporary, { mode: side.kind === 'file' ? side.mode : 0o600 }).finally(() =>
				handle.close(),
			);
		}
	});
}

function holed(path: string): boolean {
	const stats = statsAt(path);
	return stats !== null && hasHoles(stats);
}

/** Removes one entry of the view: a file, a link, or an empty folder. False when it is not empty, or missing. */
export function removeFrom(layer: string, path: string): Promise<boolean> {
	return removeEntry(layer, path).catch((error: unknown) => {
		if (errnoOf(error) === 'ENOTEMPTY') return false;
		throw error;
	});
}
