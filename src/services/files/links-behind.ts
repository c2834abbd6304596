import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';

const MOST_FOLDERS = 500;
const MOST_ENTRIES = 50_000;
/** Characters that split a name, for programs that read names from a list. */
const SPLITS = /[\s"'\\]/;
const STARTS_ODDLY = /^[-@+]/;
/** Archivers and git take a colon for another host, or a revision. */
const IS_PLACE = /:/;
const GLOB = /[*?[]/;
/** Brace expansion: the names may contain slashes, so links cannot be checked name by name. */
const SEVERAL = /\{.*(?:,|\.\.)/;

/**
 * The links among the possible expansions of an absolute shell pattern: for a name with a star all names with its
 * beginning count. Null with too many entries, and where a name may be taken for an option. A pattern that ends with
 * `/**` stands for a list of everything below a folder, one with `/***` for everything that is found from there through
 * links too. `areWords`: no name may be split into words.
 */
export async function linksBehind(
	pattern: string,
	areWords = false,
	read: (folder: string) => Promise<readonly Dirent[]> = readFolder,
): Promise<readonly string[] | null> {
	if (SEVERAL.test(pattern)) return null;
	const top = /^([^*?[]*)\/\*\*$/s.exec(pattern)?.[1];
	if (top !== undefined) return linksBelow(top, 'list', read);
	// Some shells look into all folders below, and behind links.
	const [, from, stars] = /^([^*?[]*)\/(\*{2,3})(?=\/|$)/s.exec(pattern) ?? [];
	if (
		from !== undefined &&
		stars === '**' &&
		(await read(from).catch(() => [])).some(({ name }) => name.startsWith('-'))
	)
		return null;
	if (from !== undefined) return linksBelow(from, areWords && stars === '**' ? 'followed list' : 'followed', read);
	let folders: readonly string[] = [''];
	const links: string[] = [];
	const names = pattern.split('/').filter((name) => name !== '' && name !== '.');
	for (const [index, name] of names.entries()) {
		if (!GLOB.test(name)) {
			folders = folders.map((folder) => `${folder}/${name}`);
			continue;
		}
		if (name.includes('**') || folders.length > MOST_FOLDERS) return null;
		const next: string[] = [];
		const start = name.slice(0, name.search(GLOB));
		// Some shells ignore case, and have signs of their own.
		const end = /(?:^|[*?\]])([\w.-]*)$/.exec(name)?.[1]?.toLowerCase() ?? '';
		for (const folder of folders) {
			const entries = await read(folder === '' ? '/' : folder).catch(() => []);
			for (const entry of entries) {
				if (!entry.name.startsWith(start) || !entry.name.toLowerCase().endsWith(end)) continue;
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

/** Use of the names: links are followed, or a program gets them one a line. */
type Use = 'list' | 'followed' | 'followed list';

async function linksBelow(
	top: string,
	use: Use,
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
					if (use !== 'followed' && isOddInList(entry.name, depth)) return null;
					const path = `${folders[index]}/${entry.name}`;
					if (entry.isSymbolicLink()) links.push(path);
					if (entry.isDirectory() || (entry.isSymbolicLink() && use !== 'list')) next.push(path);
				}
			}
		}
		waiting = next;
	}
	return links;
}

/** True for a name that is another one, several, or an option to a program that reads names from a list. */
export function isOddInList(name: string, depth: number): boolean {
	return SPLITS.test(name) || IS_PLACE.test(name) || (depth === 0 && STARTS_ODDLY.test(name));
}

function readFolder(folder: string): Promise<readonly Dirent[]> {
	return readdir(folder, { withFileTypes: true });
}
