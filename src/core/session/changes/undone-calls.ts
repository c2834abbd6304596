import { absolutePath } from '../../policy/file-name.js';
import type { ToolCall } from '../../tool-call.js';
import { updateEntry } from '../entries/append.js';
import { entryAt } from '../entries/entry-list.js';
import type { SessionState } from '../state.js';

/** Marks the calls of a turn whose files are all undone, and no others; its report of changes is at `report`. */
export function markUndoneCalls(state: SessionState, report: number): SessionState {
	const undone = new Set<string>();
	let next = state;
	for (let index = report; index >= 0; index -= 1) {
		const entry = entryAt(state.entries, index);
		if (entry?.kind === 'user' && entry.isSteered !== true) break;
		// A report of plan mode stands beside the turn's own.
		if (entry?.kind === 'changes') for (const path of entry.undone) undone.add(absolutePath(state.cwd, path));
		if (entry?.kind !== 'tool' || entry.call.status !== 'completed') continue;
		const paths = changedPaths(entry.call);
		const isUndone = paths.length > 0 && paths.every((path) => undone.has(path));
		if (isUndone === (entry.call.isUndone === true)) continue;
		const { isUndone: _before, ...call } = entry.call;
		next = updateEntry(next, index, () => ({ ...entry, call: isUndone ? { ...call, isUndone } : call }));
	}
	return next;
}

function changedPaths({ kind, content, locations }: ToolCall): readonly string[] {
	const diffs = content.flatMap((item) => (item.type === 'diff' ? [item.path] : []));
	if (diffs.length > 0) return diffs;
	return kind === 'edit' || kind === 'delete' || kind === 'move' ? locations.map(({ path }) => path) : [];
}
