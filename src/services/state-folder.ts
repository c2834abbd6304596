import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf, messageOf } from './errno.js';
import { makePrivateFolder } from './private-folder.js';

/**
 * Why nothing can be kept in the state folder, in words that follow a colon; null when something can.
 * Makes the folder. Never fails, and ends whatever the folder is.
 */
export async function stateFolderProblem(folder: string): Promise<string | null> {
	// No secret, so it does not load cryptography, which is slow, before the first frame.
	const probe = join(folder, `.probe-${process.pid}-${Math.random().toString(36).slice(2)}`);
	try {
		await makePrivateFolder(folder);
		const handle = await open(probe, 'wx', 0o600);
		try {
			// A full disk still takes the name of a file.
			await handle.writeFile('probe\n');
		} finally {
			await handle.close();
			await rm(probe, { force: true });
		}
		return null;
	} catch (error) {
		return reasonOf(error);
	}
}

function reasonOf(error: unknown): string {
	switch (errnoOf(error)) {
		case 'EACCES':
		case 'EPERM':
			return 'permission denied';
		case 'EROFS':
			return 'the file system is read-only';
		case 'ENOSPC':
		case 'EDQUOT':
			return 'the disk is full';
		case 'EEXIST':
		case 'ENOTDIR':
			return 'a file is in its place';
		case 'ENOENT':
			return 'no folder can be made there';
		default:
			return messageOf(error);
	}
}
