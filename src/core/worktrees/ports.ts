import type { Result } from '../failure.js';
import type { WorktreeRow } from './worktree.js';

/** The worktrees of the repository that a session works in. */
export type WorktreesPort = {
	/** The newest first. Fails with `usage` outside of a git repository, with `could-not-start` without git. */
	list(): Promise<Result<readonly WorktreeRow[]>>;
	/**
	 * Merges the worktree that the session works in into the branch that it began from, or copies its changes into the
	 * project, uncommitted; it is kept. Says in a sentence what came of it. Fails where something would not fit, and
	 * leaves everything as it was then; with `usage` where the session works in no worktree.
	 */
	take(how: 'merge' | 'patch'): Promise<Result<string>>;
};
