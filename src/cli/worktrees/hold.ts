import { dirname } from 'node:path';
import type { PreparedRun } from '../prepare.js';

/**
 * Notes that a session uses its worktree, so that nobody removes it meanwhile. Returns what takes that back. A note
 * that cannot be written keeps no session from starting.
 */
export function holdWorktree({ worktree, worktreeUse }: PreparedRun): () => Promise<void> {
	if (worktree === null) return async () => {};
	const held =
		worktreeUse === null
			? import('../../services/worktrees/uses.js')
					.then(({ beginUse }) => beginUse(dirname(worktree.path), worktree.name))
					.catch(() => null)
			: Promise.resolve(worktreeUse);
	return async () => (await held)?.release();
}
