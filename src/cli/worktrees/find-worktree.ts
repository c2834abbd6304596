import { realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Worktree } from '../../core/worktrees/worktree.js';
import { isWithin } from '../../services/files/path-inside.js';
import type { Paths } from '../paths.js';

/** The git worktree of ours that a folder lies in; null elsewhere, which costs two looks at the disk. */
export async function findOwnWorktree({ dataDir }: Pick<Paths, 'dataDir'>, folder: string): Promise<Worktree | null> {
	const [root, real] = await Promise.all([realpath(join(dataDir, 'worktrees')), realpath(folder)]).catch(() => []);
	if (root === undefined || real === undefined || !isWithin(root, real)) return null;
	const { findRecordAt } = await import('../../services/worktrees/worktree-records.js');
	return findRecordAt(dataDir, real);
}

/** Where a path of a worktree lies in the work tree that it was made from; a path outside of it is null. */
export function inProject({ path, project }: Pick<Worktree, 'path' | 'project'>, real: string): string | null {
	return isWithin(path, real) ? join(project, relative(path, real)) : null;
}
