import { weakMemo } from '../weak-memo.js';
import { canRunPrograms } from './can-run-programs.js';
import { gitFolderOf } from './git-folder.js';
import type { ShadowChange } from './shadow-change.js';

/** Unit of review: one change, or all of a git folder, whose files make sense together only. */
export type ChangeRow = {
	readonly path: string;
	readonly changes: readonly ShadowChange[];
	readonly isGit: boolean;
	readonly hasConflict: boolean;
	readonly isProtected: boolean;
};

export const changeRows = weakMemo((changes: readonly ShadowChange[]): readonly ChangeRow[] => {
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
});

/** Without git's index where it alone differs in its folder: git updates that whenever it reads. */
export function countedChanges(changes: readonly ShadowChange[]): readonly ShadowChange[] {
	const folders = new Map<string, number>();
	for (const { path } of changes) {
		const folder = gitFolderOf(path);
		if (folder !== null) folders.set(folder, (folders.get(folder) ?? 0) + 1);
	}
	return changes.filter(({ path }) => {
		const folder = gitFolderOf(path);
		return folder === null || path !== `${folder}/index` || folders.get(folder) !== 1;
	});
}
