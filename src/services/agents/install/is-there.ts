import { lstat } from 'node:fs/promises';

/** Whether something is at a path, a link counts as itself; what cannot be looked at is not there. */
export function isThere(path: string): Promise<boolean> {
	return lstat(path).then(
		() => true,
		() => false,
	);
}
