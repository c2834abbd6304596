import { dirname } from 'node:path';
import { fail } from '../../core/failure.js';
import type { WorktreesPort } from '../../core/worktrees/worktree.js';
import type { PreparedRun } from '../prepared-run.js';
import type { World } from '../world.js';

export function createWorktreesPort({ cwd, worktree }: PreparedRun, { env, paths }: World): WorktreesPort {
	const options = { env, dataDir: paths.dataDir, ownUse: null };
	const load = () => import('../../services/worktrees/worktrees.js');
	return {
		list: async () => (await load()).listWorktrees(cwd, options),
		async take(how) {
			if (worktree === null)
				return fail('usage', 'This session works in no worktree.', { hint: '/worktree NAME opens one.' });
			return (await load()).takeFromWorktree(worktree, how, options);
		},
	};
}

/** Notes that a session uses its worktree; returns what takes that back. A note that fails stops no session. */
export function holdWorktree({ worktree, worktreeUse }: PreparedRun): () => Promise<void> {
	if (worktree === null) return async () => {};
	const held =
		worktreeUse === null
			? import('../../services/worktrees/worktree-uses.js')
					.then(({ beginUse }) => beginUse(dirname(worktree.path), worktree.name))
					.catch(() => null)
			: Promise.resolve(worktreeUse);
	return async () => (await held)?.release();
}
