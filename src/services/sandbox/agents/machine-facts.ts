import { existsSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import type { KnownPath } from './agent-places.js';
import type { TopEntry } from './top-places.js';

/** Entries at the top of this machine's file system. */
export function topEntries(): readonly TopEntry[] {
	return readdirSync('/', { withFileTypes: true }).flatMap((entry): readonly TopEntry[] => {
		const { name } = entry;
		if (entry.isSymbolicLink()) return [{ name, type: { link: readlinkSync(`/${name}`) } }];
		return [{ name, type: entry.isDirectory() ? 'folder' : 'other' }];
	});
}

/** Real path and kind of a file, folder or socket; null for a missing path or any other kind. */
export function known(path: string): KnownPath | null {
	try {
		const real = realpathSync(path);
		const facts = statSync(real);
		return facts.isDirectory() || facts.isFile() || facts.isSocket()
			? { path: real, isFolder: facts.isDirectory() }
			: null;
	} catch {
		return null;
	}
}

export function isThere(path: string): boolean {
	return existsSync(path);
}

/** Paths of the given where something is, links resolved, each once. */
export function realPaths(paths: readonly string[]): readonly string[] {
	return [...new Set(paths.flatMap((path) => known(path)?.path ?? []))];
}
