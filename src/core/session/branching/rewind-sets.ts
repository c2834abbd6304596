import type { ChangeSet } from '../../changes.js';
import { openPaths } from '../changes/reduce-changes.js';
import { eachEntry } from '../entries/entry-list.js';
import type { SessionState } from '../state.js';

export type RewindSets = { readonly sets: readonly ChangeSet[]; readonly isIncomplete: boolean };

export function rewindSets(
	{ entries, changes }: Pick<SessionState, 'entries' | 'changes'>,
	entryId: string,
): RewindSets {
	const known = new Map(changes.sets.map((set) => [set.id, set]));
	const found = new Map<string, ChangeSet>();
	let isBehind = false;
	let isIncomplete = false;
	for (const entry of eachEntry(entries)) {
		if (entry.id === entryId) isBehind = true;
		if (!isBehind || entry.kind !== 'changes') continue;
		const set = known.get(entry.setId);
		if (set !== undefined) {
			if (openPaths(set).length > 0) found.set(set.id, set);
			continue;
		}
		const isOpen = entry.files.some(({ path }) => !entry.undone.includes(path));
		// A part of a turn is compared once more as a whole: its own set is gone, the whole one follows.
		if (isOpen && !entry.isTampering) isIncomplete = true;
	}
	// In the order of the turns, whatever became of their reports.
	return { sets: changes.sets.filter(({ id }) => found.has(id)), isIncomplete };
}
