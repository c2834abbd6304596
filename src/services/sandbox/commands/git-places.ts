import { lstat, realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isWorktreeOf } from '../../command-checks/git-folder.js';
import { commonFolder, gitFileTarget } from '../../files/git-file.js';
import { isWithin } from '../../files/path-inside.js';
import { readTextWithin } from '../../files/read-regular.js';
import { findTop } from '../../git/find-top.js';

export type GitPlaces = {
	/** Git folders of its repository: that of a linked worktree's or a submodule's repository. */
	readonly folders: readonly string[];
	/** Top of the repository, where the workspace is only a part of it; else null. */
	readonly around: string | null;
};

const NONE: GitPlaces = { folders: [], around: null };
const MOST_BYTES = 64 * 1024;

/**
 * Finds the git folders of a workspace, links resolved. A `.git` file alone is not trusted: git's own folder must
 * name the worktree in turn, as git writes it, and a cloned repository cannot.
 */
export async function gitPlaces(root: string): Promise<GitPlaces> {
	const top = await findTop(root);
	// A repository's own `.git` is never a link; one that leads elsewhere would open what lies there.
	if (top === null || (await lstat(join(top, '.git')).catch(() => null))?.isSymbolicLink() !== false) return NONE;
	const around = top === root ? null : top;
	const named = await gitFileTarget(top);
	const gitDir = named === null ? null : await realpath(named).catch(() => null);
	if (gitDir === null || isWithin(top, gitDir)) return { folders: [], around };
	const common = dirname(dirname(gitDir));
	if (await isWorktreeOf(top, gitDir, common)) {
		return { folders: (await commonFolder(gitDir)) === common ? [common] : [], around };
	}
	return { folders: (await isSubmoduleOf(top, gitDir)) ? [gitDir] : [], around };
}

/** A submodule's git folder names the folder of its files (`core.worktree`). */
async function isSubmoduleOf(top: string, gitDir: string): Promise<boolean> {
	const named = /^\s*worktree\s*=\s*(.+)$/m.exec((await readTextWithin(join(gitDir, 'config'), MOST_BYTES)) ?? '')?.[1];
	if (named === undefined || !gitDir.includes('/.git/modules/')) return false;
	return (await realpath(resolve(gitDir, named.trim())).catch(() => null)) === top;
}
