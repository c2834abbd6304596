/** A git worktree of ours: a folder with a branch of its own, beside the work tree that the person uses. */
export type Worktree = {
	/** `brisk-otter`; the folder's name. */
	readonly name: string;
	/** `acp-tui/brisk-otter`, as it was made. */
	readonly branch: string;
	/** The folder, resolved. */
	readonly path: string;
	/** The top folder of the work tree that it was made from, resolved; never another worktree of ours. */
	readonly project: string;
	/** Where it began: the branch that was checked out, null for a detached HEAD, and the commit. */
	readonly base: { readonly branch: string | null; readonly commit: string };
	/** Milliseconds since the epoch. */
	readonly createdAt: number;
};

/** What a worktree holds that is nowhere else. */
export type WorktreeChanges = {
	/** Files that differ from the last commit, new ones included; files that git ignores do not count. */
	readonly uncommitted: number;
	/** Commits that are on no other branch. */
	readonly unmerged: number;
};

/** A worktree in a list. */
export type WorktreeRow = Worktree & {
	/** Null where git cannot tell. */
	readonly changes: WorktreeChanges | null;
	/** Sessions that use it now, in this program or another. */
	readonly users: number;
};

/** What can be done with a worktree when its work is done. */
export type WorktreeEnd = 'keep' | 'merge' | 'patch' | 'discard';
