import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';

const MOST_FOLDERS = 500;
const GLOB = /[*?[]/;
/** Several names in one: they may hold slashes, so that it has to be known where they lead before. */
const SEVERAL = /\{.*(?:,|\.\.)/;

/**
 * The links among what a shell may put in place of an absolute pattern: of a name with a star whatever begins
 * like it counts. Null where that is too much to look at, and where a name may be taken for an option.
 */
export async function linksBehind(
	pattern: string,
	read: (folder: string) => Promise<readonly Dirent[]> = readFolder,
): Promise<readonly string[] | null> {
	if (SEVERAL.test(pattern)) return null;
	let folders: readonly string[] = [''];
	const links: string[] = [];
	const names = pattern.split('/').filter((name) => name !== '' && name !== '.');
	for (const [index, name] of names.entries()) {
		if (!GLOB.test(name)) {
			folders = folders.map((folder) => `${folder}/${name}`);
			continue;
		}
		// Some shells look into all folders below.
		if (name.includes('**') || folders.length > MOST_FOLDERS) return null;
		const next: string[] = [];
		const start = name.slice(0, name.search(GLOB));
		for (const folder of folders) {
			const entries = await read(folder === '' ? '/' : folder).catch(() => []);
			for (const entry of entries) {
				if (!entry.name.startsWith(start)) continue;
				if (start === '' && entry.name.startsWith('-')) return null;
				const path = `${folder}/${entry.name}`;
				if (entry.isSymbolicLink()) links.push(path);
				// Behind a link that stays inside there may be another that does not.
				const mayHoldMore = entry.isDirectory() || entry.isSymbolicLink();
				if (mayHoldMore && index < names.length - 1) next.push(path);
			}
		}
		folders = next;
	}
	if (folders.length > MOST_FOLDERS) return null;
	return [...links, ...(GLOB.test(names.at(-1) ?? '') ? [] : folders)];
}

function readFolder(folder: string): Promise<readonly Dirent[]> {
	return readdir(folder, { withFileTypes: true });
}
