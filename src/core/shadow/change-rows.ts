import { canRunPrograms } from './can-run-programs.js';
import type { ShadowChange } from './change.js';
import { gitFolderOf } from './git-folder.js';

/** What is reviewed at once: one change, or all of a git folder, whose files say something together only. */
export type ChangeRow = {
	/** The path, or that of the git folder. */
	readonly path: string;
	readonly changes: readonly ShadowChange[];
	/** It is a git folder. */
	readonly isGit: boolean;
	readonly hasConflict: boolean;
	/** It can make programs run. */
	readonly isProtected: boolean;
};

const known = new WeakMap<readonly ShadowChange[], readonly ChangeRow[]>();

/** The changes as they are reviewed, by path; the same rows for the same list. */
export function changeRows(changes: readonly ShadowChange[]): readonly ChangeRow[] {
	const rows = known.get(changes) ?? rowsOf(changes);
	known.set(changes, rows);
	return rows;
}

function rowsOf(changes: readonly ShadowChange[]): readonly ChangeRow[] {
	const groups = new Map<string, ShadowChange[]>();
	for (const change of changes) {
		const key = gitFolderOf(change.path) ?? change.path;
		groups.set(key, [...(groups.get(key) ?? []), change]);
	}
	return [...groups].map(([path, all]) => ({
		path,
		changes: all,
		isGit: gitFolderOf(path) !== null,
		hasConflict: all.some(({ conflict }) => conflict !== null),
		isProtected: all.some(canRunPrograms),
	}));
}
