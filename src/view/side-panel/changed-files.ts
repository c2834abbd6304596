import { entryAt } from '../../core/session/entries/entry-list.js';
import type { SessionState } from '../../core/session/state.js';
import type { DiffContent } from '../../core/tool-call.js';
import { type ChangeStats, diffsOf, statsOf, sumOf } from '../transcript/tool/tool-diffs.js';
import { relativePath } from '../transcript/tool/tool-title.js';

export type ChangedFileRow = ChangeStats & {
	readonly path: string;
	readonly kind: 'added' | 'modified' | 'deleted';
	readonly isUncounted: boolean;
};

const MOST_ENTRIES = 300;

export function changedFiles(session: SessionState, written: readonly DiffContent[]): readonly ChangedFileRow[] {
	const files = new Map<string, ChangedFileRow>();
	const add = (path: string, kind: ChangedFileRow['kind'], stats: ChangeStats | null): void => {
		const before = files.get(path);
		files.delete(path);
		files.set(path, {
			path,
			kind: before?.kind === 'added' && kind === 'modified' ? 'added' : kind,
			...sumOf([before ?? { added: 0, removed: 0 }, stats ?? { added: 0, removed: 0 }]),
			isUncounted: stats === null && before?.isUncounted !== false,
		});
	};
	for (const { files: changed, undone } of session.changes.sets) {
		for (const { path, kind, diff } of changed) if (!undone.includes(path)) add(path, kind, diff && statsOf(diff));
	}
	for (const diff of written) {
		const kind = diff.oldText === null ? 'added' : diff.newText === '' ? 'deleted' : 'modified';
		add(relativePath(diff.path, session.cwd), kind, statsOf(diff));
	}
	return [...files.values()];
}

export function writtenInTurn({ entries, turn, changes }: SessionState): readonly DiffContent[] {
	if (turn === null || changes.sets.some(({ turnId }) => turnId === turn.id)) return [];
	const found: DiffContent[] = [];
	for (let at = Math.max(turn.firstEntry, entries.size - MOST_ENTRIES); at < entries.size; at += 1) {
		const entry = entryAt(entries, at);
		if (entry?.kind !== 'tool' || entry.call.status !== 'completed' || entry.call.verdict?.decision === 'denied')
			continue;
		found.push(...diffsOf(entry.call));
	}
	return found;
}
