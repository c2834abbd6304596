import type { Result } from '../failure.js';
import type { WorktreeRow } from './worktree.js';

export type WorktreesPort = {
	/** The newest first. Fails with `usage` outside of a git repository, with `could-not-start` without git. */
	list(): Promise<Result<readonly WorktreeRow[]>>;
	/**
	 * Merges the session's worktree into the branch that it began from, or copies its changes into the project,
	 * uncommitted; it is kept. Returns a sentence on the result. Fails where something would not fit, and leaves
	 * everything as it was then; with `usage` where the session works in no worktree.
	 */
	take(how: 'merge' | 'patch'): Promise<Result<string>>;
};
