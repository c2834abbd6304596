import type { Result } from '../failure.js';
import { weakMemo } from '../weak-memo.js';

/** Where a change stands: in the index, in the working tree alone, in a file that git does not track, or in conflict. */
export type CommitGroup = 'staged' | 'changed' | 'untracked' | 'conflict';

export type CommitFile = {
	/** Stays the same as long as the change stands where it does. */
	readonly id: string;
	readonly group: CommitGroup;
	/** Relative to the top of the repository; a name that is no UTF-8 stands in quotes, with the escapes of git. */
	readonly path: string;
	/** The name before, where it was renamed. */
	readonly from?: string;
	readonly status: 'added' | 'modified' | 'deleted' | 'renamed' | 'type';
	readonly kind: 'file' | 'link' | 'submodule';
	/** Lines; null: unknown, or none. */
	readonly added: number | null;
	readonly removed: number | null;
	/** Changes with the content. */
	readonly version: string;
	/** Why it cannot be committed as it is. */
	readonly why?: string;
};

/** Operation that git is in the middle of. */
export type UnderWay = 'merge' | 'cherry-pick' | 'revert' | 'rebase';

/** Changes that could be committed, looked up at one moment. */
export type CommitList = {
	/** Absolute folder that paths are relative to. */
	readonly top: string;
	/** Null before the first commit. */
	readonly head: string | null;
	/** Null for a detached HEAD. */
	readonly branch: string | null;
	readonly underWay: UnderWay | null;
	/** The message that git has ready, of a merge for instance, without its comments; empty for none. */
	readonly template: string;
	/** Names of the hooks that git will run. */
	readonly hooks: readonly string[];
	readonly files: readonly CommitFile[];
	/** Whether more untracked files exist than are listed. */
	readonly isCut: boolean;
};

/** The changes that are committed unless the user marks others: what is staged, else all changes of tracked files. */
export function markedAtFirst({ files, underWay }: CommitList): ReadonlySet<string> {
	const staged = files.filter(({ group }) => group === 'staged');
	const isMerge = underWay === 'merge' || underWay === 'cherry-pick';
	const first =
		staged.length > 0 || isMerge ? staged : files.filter(({ group, why }) => group === 'changed' && why === undefined);
	return new Set(first.map(({ id }) => id));
}

/** Changes that the user took in or left out, by id. */
export type CommitMarks = ReadonlyMap<string, boolean>;

const atFirst = weakMemo(markedAtFirst);

export function isChosen(list: CommitList, marks: CommitMarks, file: CommitFile): boolean {
	if (file.why !== undefined) return false;
	return isFixed(list, file) || (marks.get(file.id) ?? atFirst(list).has(file.id));
}

/** The ids of the changes that are in the commit. */
export function chosenIn(list: CommitList, marks: CommitMarks): ReadonlySet<string> {
	return new Set(list.files.filter((file) => isChosen(list, marks, file)).map(({ id }) => id));
}

/** Whether git allows no part of what is staged to be left out: the rest of a merge would be lost. */
export function isFixed({ underWay }: CommitList, { group }: CommitFile): boolean {
	return group === 'staged' && (underWay === 'merge' || underWay === 'cherry-pick');
}

/** Changes that the user chose from a list that they saw. */
export type WantedCommit = {
	readonly list: CommitList;
	/** Ids of the files that are in it. */
	readonly chosen: ReadonlySet<string>;
	readonly message: string;
};

export type Committed = {
	/** Abbreviated. */
	readonly hash: string;
	readonly subject: string;
	readonly files: number;
	readonly added: number;
	readonly removed: number;
	/** Failure after the commit was made. */
	readonly remark?: string;
};

export type CommitEnd =
	| ({ readonly type: 'committed' } & Committed)
	/** Something is not as it was shown: nothing was done. */
	| { readonly type: 'changed'; readonly list: CommitList }
	| { readonly type: 'failed'; readonly because: string; readonly hint?: string };

/** Material for a message: the newest subjects of the history, and the changes as a patch without secrets. */
export type CommitMaterial = { readonly subjects: readonly string[]; readonly patch: string; readonly isCut: boolean };

/** Commits of the workspace's repository. Implemented in `services/`; no method throws. */
export type CommitPort = {
	/** Fails with `usage` where there is no repository. Runs no program that a repository names. */
	list(): Promise<Result<CommitList>>;
	material(list: CommitList, ids: ReadonlySet<string>): Promise<Result<CommitMaterial>>;
	/** Commits exactly what is chosen, as the user's own git does; `onOutput` gets what git and its hooks write. */
	commit(
		wanted: WantedCommit,
		how: { readonly signal: AbortSignal; readonly onOutput: (text: string) => void },
	): Promise<CommitEnd>;
};
