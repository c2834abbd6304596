import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { commonFolder, gitFileTarget } from '../files/git-file.js';
import { isWithin } from '../files/path-inside.js';
import { isThere } from '../files/what-is-there.js';

export type Surroundings = {
	readonly workspace: string;
	readonly additionalDirectories: readonly string[];
	/** The user's own, even where it is a repository. */
	readonly home: string;
};

const MARKS = ['.git', '.hg', '.svn', '.jj', '.sl', '.bzr', '.pijul', '_darcs', '.fslckout', '_FOSSIL_'] as const;

/**
 * The real paths of folders with untrusted files: the workspace, the additional directories, the repositories around
 * each of them, the main repository of a git worktree, and `node_modules` above. The home directory and its parents are
 * excluded: the user's own programs are there.
 */
export async function repositoryFolders(around: Surroundings): Promise<readonly string[]> {
	const home = await real(around.home);
	const isOwn = (folder: string): boolean => isWithin(folder, home);
	const given = await Promise.all([around.workspace, ...around.additionalDirectories].map(real));
	const brought = await Promise.all(given.map((folder) => aroundFolder(folder, isOwn)));
	return [...new Set([...brought.flat(), ...given])].filter((folder) => !isOwn(folder));
}

async function aroundFolder(start: string, isOwn: (folder: string) => boolean): Promise<readonly string[]> {
	const found: string[] = [];
	let root = start;
	for (let folder = start; !isOwn(folder) && dirname(folder) !== folder; folder = dirname(folder)) {
		const at = folder;
		const marks = await Promise.all(MARKS.map((mark) => isThere(join(at, mark))));
		if (marks.includes(true)) root = folder;
		const [main, modules] = await Promise.all([mainWorkTree(folder), isThere(join(folder, 'node_modules'))]);
		if (main !== null) found.push(main);
		// npm puts each `node_modules/.bin` above on the PATH, with a repository or without.
		if (modules) found.push(await real(join(folder, 'node_modules')));
	}
	return [root, ...found];
}

async function mainWorkTree(folder: string): Promise<string | null> {
	const gitFolder = await gitFileTarget(folder);
	const common = gitFolder === null ? null : await commonFolder(gitFolder);
	if (common === null) return null;
	const shared = await real(common);
	// A bare repository has no work tree; what is on a PATH there came from nowhere else.
	return basename(shared) === '.git' ? dirname(shared) : shared;
}

export function real(path: string): Promise<string> {
	return realpath(path).catch(() => path);
}
