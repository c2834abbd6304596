import type { ChangedFile, ChangeSet } from '../../changes.js';
import { defined } from '../../defined.js';
import type { SessionState } from '../state.js';
import { appendAside, appendBeforeTurn, updateEntry } from './append.js';
import type { ChangesEntry } from './entry.js';
import { findLastEntry } from './entry-list.js';

export function showSet(state: SessionState, set: ChangeSet, at: number): SessionState {
	const ofKind = (isTampering: boolean): readonly ChangedFile[] =>
		set.files.filter((file) => file.isTampering === isTampering);
	return showFiles(showFiles(state, set, ofKind(true), true, at), set, ofKind(false), false, at);
}

function showFiles(
	state: SessionState,
	set: ChangeSet,
	files: readonly ChangedFile[],
	isTampering: boolean,
	at: number,
): SessionState {
	const index = findReport(state, set.id, isTampering);
	const remark = defined({ remark: set.remark });
	if (index < 0) {
		if (files.length === 0) return state;
		// The comparison takes a moment: the next turn may have begun meanwhile.
		const add = state.turn !== null && state.turn.id !== set.turnId ? appendBeforeTurn : appendAside;
		return add(state, { kind: 'changes', at, setId: set.id, isTampering, files, undone: [], ...remark });
	}
	return updateEntry(state, index, (entry) =>
		entry.kind === 'changes' ? { ...merge(entry, files), ...remark } : entry,
	);
}

/** Undone files stay visible; a file that changed again since is no longer undone. */
function merge(entry: ChangesEntry, files: readonly ChangedFile[]): ChangesEntry {
	const isThere = (path: string): boolean => files.some((file) => file.path === path);
	const undone = entry.undone.filter((path) => !isThere(path));
	const takenBack = entry.files.filter((file) => undone.includes(file.path));
	return { ...entry, files: [...takenBack, ...files], undone };
}

function findReport(state: SessionState, setId: string, isTampering: boolean): number {
	return findLastEntry(
		state.entries,
		(entry) => entry.kind === 'changes' && entry.setId === setId && entry.isTampering === isTampering,
	);
}

export function showUndone(
	state: SessionState,
	setId: string,
	paths: readonly string[],
	isUndone: boolean,
): SessionState {
	let next = state;
	for (const isTampering of [true, false]) {
		next = updateEntry(next, findReport(next, setId, isTampering), (entry) => {
			if (entry.kind !== 'changes') return entry;
			const mine = paths.filter((path) => entry.files.some((file) => file.path === path));
			if (mine.length === 0) return entry;
			const rest = entry.undone.filter((path) => !mine.includes(path));
			return { ...entry, undone: isUndone ? [...rest, ...mine] : rest };
		});
	}
	return next;
}
