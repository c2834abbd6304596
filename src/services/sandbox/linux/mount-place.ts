import { join } from 'node:path/posix';
import { isWithin } from '../../files/path-inside.js';

/**
 * One thing that a process in the sandbox sees, put together in the order of the list: a later place covers what an
 * earlier one shows there. All paths are absolute, exist on this machine where they are sources, and are real (links
 * resolved by the caller).
 */
export type Place =
	/** A file or folder of this machine, with everything that is mounted below it; read-only where it is so outside, too. */
	| { readonly type: 'bind'; readonly from: string; readonly at: string; readonly access: 'read' | 'write' }
	/**
	 * An empty folder in memory that can be written to; `mode` in octal, 755 by default. `size`: the most that it takes, of
	 * the machine's memory 1 % by default; all of a sandbox together stay below about half.
	 */
	| { readonly type: 'empty'; readonly at: string; readonly mode?: string; readonly size?: string }
	/** A folder whose changes go to `upper`: copy-on-write. `work` is an empty folder on the file system of `upper`. */
	| {
			readonly type: 'overlay';
			readonly at: string;
			readonly lower: string;
			readonly upper: string;
			readonly work: string;
			/** The layer is thrown away: it need not reach the disk, which unmounting would wait for (Linux 5.10). */
			readonly isVolatile?: true;
	  }
	/** A read-only folder made for the sandbox, as a parent for later places. */
	| { readonly type: 'folder'; readonly at: string }
	/** Pseudo-terminals of its own (devpts). */
	| { readonly type: 'terminals'; readonly at: string }
	/** A symbolic link; only where an earlier place makes a folder of ours, or at the top. */
	| { readonly type: 'link'; readonly at: string; readonly to: string };

/** A file or folder of this machine at its own path, or in the place of another. */
export function bind(at: string, access: 'read' | 'write', from = at): Extract<Place, { type: 'bind' }> {
	return { type: 'bind', from, at, access };
}

/**
 * Mounts for the folders on the way to what is hidden, where somebody could rename them: what lies below would go along,
 * and be found elsewhere then. What is mounted on cannot be renamed.
 */
export function heldAbove(path: string, places: readonly Place[]): readonly Place[] {
	const around = places.filter(({ at }) => at !== path && isWithin(at, path));
	// The last mount at the same place counts.
	const over = around.toSorted((one, other) => depthOf(one.at) - depthOf(other.at)).at(-1);
	if (over?.type !== 'bind' || over.access !== 'write') return [];
	return foldersBetween(over.at, path).map((at) => bind(at, 'write', join(over.from, at.slice(over.at.length))));
}

export function depthOf(path: string): number {
	return path.split('/').filter((name) => name !== '').length;
}

/** The folders on the way from one to a path below it, outer ones first. */
export function foldersBetween(folder: string, path: string): readonly string[] {
	const names = path.slice(folder === '/' ? 1 : folder.length + 1).split('/');
	return names.slice(0, -1).map((_, index) => join(folder, ...names.slice(0, index + 1)));
}
