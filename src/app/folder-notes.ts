import type { FoldersPort } from '../core/ports.js';
import { folderBack, folderUnusable } from './messages.js';
import type { Store } from './store.js';

/**
 * Checks whether the folders beside the workspace are usable (they may be removed or unmounted meanwhile), and notes
 * changes since the last check.
 */
export function createFolderNotes(folders: FoldersPort | undefined, dispatch: Store['dispatch']): () => Promise<void> {
	let known = new Map<string, string>();
	return async () => {
		if (folders === undefined || folders.list().length === 0) return;
		const now = new Map((await folders.unusable()).map(({ folder, because }) => [folder, because]));
		const before = known;
		known = now;
		for (const [folder, because] of now) {
			if (before.get(folder) === because) continue;
			dispatch({ type: 'note', level: 'warning', ...folderUnusable(folder, because) });
		}
		for (const folder of before.keys()) {
			if (!now.has(folder) && folders.list().includes(folder)) {
				dispatch({ type: 'note', level: 'info', title: folderBack(folder) });
			}
		}
	};
}
