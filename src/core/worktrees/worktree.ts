import type { Result } from '../failure.js';

export type Worktree = {
	/** `brisk-otter`; the folder's name. */
	readonly name: string;
	/** `acp-tui/brisk-otter`, as it was made. */
	readonly branch: string;
	readonly path: string;
	/** Top folder of the work tree that it was made from, resolved; never another worktree of ours. */
	readonly project: string;
	/** Start: the branch that was checked out, null for a detached HEAD, and the commit. */
	readonly base: { readonly branch: string | null; readonly commit: string };
	/** Ms since the epoch. */
	readonly createdAt: number;
};

export type WorktreeChanges = {
	/** Files that differ from the last commit, new ones included; files that git ignores do not count. */
	readonly uncommitted: number;
	readonly unmerged: number;
};

export type WorktreeRow = Worktree & { readonly changes: WorktreeChanges | null; readonly users: number };

export type WorktreeEnd = 'keep' | 'merge' | 'patch' | 'discard';

export type WorktreesPort = {
	/** The newest first. Fails with `usage` outside of a git repository, with `could-not-start` without git. */
	list(): Promise<Result<readonly WorktreeRow[]>>;
	/** Merges the worktree, or copies its changes into the project. Leaves all as it was where something does not fit. */
	take(how: 'merge' | 'patch'): Promise<Result<string>>;
};
