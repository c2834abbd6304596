import { access, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isWithin } from '../files/inside.js';

/** Where the user works. Every path is absolute. */
export type Surroundings = {
	readonly workspace: string;
	readonly additionalDirectories: readonly string[];
	/** The user's home directory: it is theirs, even where it is a repository. */
	readonly home: string;
};

/**
 * The folders, by their real paths, whose files somebody else may have brought: the workspace, the git
 * repository around it, and the additional directories. The home directory and what is above it are not
 * among them: the user's own programs are there.
 */
export async function repositoryFolders(around: Surroundings): Promise<readonly string[]> {
	const home = await real(around.home);
	const workspace = await real(around.workspace);
	const isOwn = (folder: string): boolean => isWithin(folder, home);
	const root = isOwn(workspace) ? workspace : await gitRoot(workspace, isOwn);
	const folders = [root, workspace, ...(await Promise.all(around.additionalDirectories.map(real)))];
	return [...new Set(folders)].filter((folder) => !isOwn(folder));
}

/** The folder above with a `.git` in it, below what is the user's own; else the folder itself. */
async function gitRoot(start: string, isOwn: (folder: string) => boolean): Promise<string> {
	let root = start;
	for (let folder = start; !isOwn(folder) && dirname(folder) !== folder; folder = dirname(folder)) {
		if (await exists(join(folder, '.git'))) root = folder;
	}
	return root;
}

/** The path with links resolved; as it is when there is nothing there. */
export function real(path: string): Promise<string> {
	return realpath(path).catch(() => path);
}

function exists(path: string): Promise<boolean> {
	return access(path).then(
		() => true,
		() => false,
	);
}
