import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';

const MOST_FOLDERS = 500;
/** Of all that is below a folder. */
const MOST_ENTRIES = 50_000;
/** What programs that are told names in a list take for more than a name. */
const SPLITS = /[\s"'\\]/;
const STARTS_ODDLY = /^[-@+]/;
/** What archivers and git take for another machine, or a revision. */
const IS_PLACE = /:/;
const GLOB = /[*?[]/;
/** Several names in one: they may hold slashes, so that it has to be known where they lead before. */
const SEVERAL = /\{.*(?:,|\.\.)/;

/**
 * The links among what a shell may put in place of an absolute pattern: of a name with a star whatever begins
 * like it counts. Null where that is too much to look at, and where a name may be taken for an option. A pattern that
 * ends with `/**` stands for all that is below a folder. `areWords`: a name may not be more than one word.
 */
export async function linksBehind(
	pattern: string,
	areWords = false,
	read: (folder: string) => Promise<readonly Dirent[]> = readFolder,
): Promise<readonly string[] | null> {
	if (SEVERAL.test(pattern)) return null;
	const top = /^([^*?[]*)\/\*\*$/s.exec(pattern)?.[1];
	if (top !== undefined) return linksBelow(top, read);
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
				if (areWords && SPLITS.test(entry.name)) return null;
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

async function linksBelow(
	top: string,
	read: (folder: string) => Promise<readonly Dirent[]>,
): Promise<readonly string[] | null> {
	const links: string[] = [];
	let waiting = [top];
	let seen = 0;
	for (let depth = 0; waiting.length > 0; depth += 1) {
		const next: string[] = [];
		for (let at = 0; at < waiting.length; at += 32) {
			const folders = waiting.slice(at, at + 32);
			const found = await Promise.all(folders.map((folder) => read(folder === '' ? '/' : folder).catch(() => [])));
			for (const [index, entries] of found.entries()) {
				seen += entries.length;
				if (seen > MOST_ENTRIES) return null;
				for (const entry of entries) {
					if (SPLITS.test(entry.name) || IS_PLACE.test(entry.name) || (depth === 0 && STARTS_ODDLY.test(entry.name)))
						return null;
					const path = `${folders[index]}/${entry.name}`;
					if (entry.isSymbolicLink()) links.push(path);
					else if (entry.isDirectory()) next.push(path);
				}
			}
		}
		waiting = next;
	}
	return links;
}

function readFolder(folder: string): Promise<readonly Dirent[]> {
	return readdir(folder, { withFileTypes: true });
}
