import { chmod, lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../errno.js';

/** Removes a folder of ours with whatever an agent or the system made in it: folders that may not be entered included. */
export async function removeTree(path: string): Promise<void> {
	try {
		await rm(path, { recursive: true, force: true });
	} catch (error) {
		if (errnoOf(error) !== 'EACCES' && errnoOf(error) !== 'EPERM') throw error;
		await openUp(path);
		await rm(path, { recursive: true, force: true });
	}
}

async function openUp(folder: string): Promise<void> {
	const facts = await lstat(folder).catch(() => null);
	if (facts === null || !facts.isDirectory()) return;
	await chmod(folder, 0o700);
	for (const entry of await readdir(folder, { withFileTypes: true })) {
		if (entry.isDirectory()) await openUp(join(folder, entry.name));
	}
}
