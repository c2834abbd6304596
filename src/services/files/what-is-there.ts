import { lstat, stat } from 'node:fs/promises';

/** Whether a folder is at a path, or a link to one; what cannot be looked at is none. */
export function isFolder(path: string): Promise<boolean> {
	return stat(path).then(
		(facts) => facts.isDirectory(),
		() => false,
	);
}

/** Whether something is at a path, a link counts as itself; what cannot be looked at is not there. */
export function isThere(path: string): Promise<boolean> {
	return lstat(path).then(
		() => true,
		() => false,
	);
}
