import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf, systemError } from '../errno.js';
import { writeNewFile } from '../files/replace-file.js';
import { makePrivateFolder } from './private-folder.js';

/**
 * Makes the state folder; returns why nothing can be saved in it, in words that follow a colon, or null. Never fails,
 * and ends whatever the folder is.
 */
export async function stateFolderProblem(folder: string): Promise<string | null> {
	// No secret, so it does not load cryptography, which is slow, before the first frame.
	const probe = join(folder, `.probe-${process.pid}-${Math.random().toString(36).slice(2)}`);
	try {
		await makePrivateFolder(folder);
		// A full disk still takes the name of a file.
		await writeNewFile(probe, 'probe\n', { isFlushed: false }).finally(() => rm(probe, { force: true }));
		return null;
	} catch (error) {
		return REASONS[errnoOf(error)] ?? systemError(error).why;
	}
}

/** Errors of `mkdir`, in which the system names a parent path. */
const REASONS: Readonly<Record<string, string>> = {
	EEXIST: 'a file is in its place',
	ENOTDIR: 'a file is in its place',
	ENOENT: 'no folder can be made there',
};
