import type { Result } from '../failure.js';
import type { WorktreeEnd, WorktreeRow } from './worktree.js';

/** The worktrees of the repository that a session works in. */
export type WorktreesPort = {
	/** The one that this session works in comes first. Fails outside of a git repository, and without git. */
	list(): Promise<Result<readonly WorktreeRow[]>>;
	/**
	 * Carries out what was chosen for a worktree, and says in a sentence what came of it. With `merge` and `patch` it
	 * fails where something would not fit, and leaves everything as it was. `discard` loses what {@link WorktreeRow}
	 * counts: ask first. Fails while another session uses it.
	 */
	end(name: string, how: Exclude<WorktreeEnd, 'keep'>): Promise<Result<string>>;
	/** The command line that starts a session in a new worktree, or in the one of this name. */
	startCommand(name: string | null): string;
};
