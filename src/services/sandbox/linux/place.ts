import { join } from 'node:path/posix';

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
			/** Nobody keeps it: nothing of it has to reach the disk, which its end would wait for (Linux 5.10). */
			readonly isVolatile?: true;
	  }
	/** A folder of ours: nothing can be written to it, and it holds what later places show in it. */
	| { readonly type: 'folder'; readonly at: string }
	/** Pseudo-terminals of its own (devpts). */
	| { readonly type: 'terminals'; readonly at: string }
	/** A symbolic link; only where an earlier place makes a folder of ours, or at the top. */
	| { readonly type: 'link'; readonly at: string; readonly to: string };

/** The folders on the way from one to a path below it, outer ones first. */
export function foldersBetween(folder: string, path: string): readonly string[] {
	const names = path.slice(folder === '/' ? 1 : folder.length + 1).split('/');
	return names.slice(0, -1).map((_, index) => join(folder, ...names.slice(0, index + 1)));
}
