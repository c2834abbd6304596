import { readdirSync } from 'node:fs';
import { lstat, stat } from 'node:fs/promises';

/** True for a folder or a link to one; false where the path cannot be read. */
export function isFolder(path: string): Promise<boolean> {
	return stat(path).then(
		(facts) => facts.isDirectory(),
		() => false,
	);
}

/** True for an existing path, also a dangling link; false where it cannot be read. */
export function isThere(path: string): Promise<boolean> {
	return lstat(path).then(
		() => true,
		() => false,
	);
}

/** The entries of a folder; none where it cannot be read. */
export function entriesOf(folder: string) {
	try {
		return readdirSync(folder, { withFileTypes: true });
	} catch {
		return [];
	}
}
