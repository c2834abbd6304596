import { copyFile, stat, utimes } from 'node:fs/promises';

/**
 * Copies an index, where there is one. The copy is as old as the index: a file that changed within its last tick is
 * looked at anew, and would count as unchanged beside a newer one.
 */
export async function copyIndex(indexFile: string, copy: string): Promise<void> {
	const facts = await stat(indexFile).catch(() => null);
	if (facts === null) return;
	await copyFile(indexFile, copy);
	const writtenAt = Math.floor(facts.mtimeMs) / 1000;
	await utimes(copy, writtenAt, writtenAt);
}
