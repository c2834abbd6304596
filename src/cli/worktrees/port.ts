import { fail } from '../../core/failure.js';
import type { WorktreesPort } from '../../core/worktrees/worktree.js';
import type { PreparedRun } from '../prepare.js';
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
