import type { ShadowChange } from './change.js';
import { gitFolderOf } from './git-folder.js';

/**
 * The changes of a command that count: where git has only noted anew which files it looked at, which it does in its index
 * whenever it reads, nothing has changed.
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
