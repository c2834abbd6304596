import type { ShadowChange } from './change.js';
import { gitFolderOf } from './git-folder.js';

/**
 * Changes of a command without git's index where only its notes on files that were looked at differ, which git updates
 * when it reads.
 */
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
