import {
	type ChangedFile,
	type ChangeSet,
	type ChangesState,
	MOST_SETS,
	type RestoreDirection,
	type RestoredFile,
} from '../../changes.js';
import { defined } from '../../defined.js';
import type { Failure } from '../../failure.js';
import { absolutePath } from '../../policy/file-name.js';
import { REVIEW_SET } from '../../review/review-sets.js';
import type { RestoreReport } from '../../snapshots.js';
import type { ToolCall } from '../../tool-call.js';
import { appendBeforeStream, appendBeforeTurn, note, updateEntry } from '../entries/append.js';
import type { ChangesEntry } from '../entries/entry.js';
import { entryAt, findLastEntry } from '../entries/entry-list.js';
import type { SessionState } from '../state.js';

export const noChanges: ChangesState = {
	sets: [],
	redo: [],
	isRestoring: false,
	unreported: [],
	hasActedAlone: false,
	trouble: null,
};

/** A comparison of a turn, in place of the one before, or of all its parts (`isWhole`). Undone files stay for a redo. */
export function reduceChangeSet(state: SessionState, set: ChangeSet, isWhole: boolean, at: number): SessionState {
	const { changes } = state;
	const isNews = set.files.length > 0 || changes.sets.some((known) => known.id === set.id);
	if (!isNews) return state;
	const renamed = new Map<string, string>();
	const kept = changes.sets.flatMap((known) => {
		if (known.turnId !== set.turnId || (!isWhole && known.id !== set.id)) return [known];
		if (known.undone.length === 0) return [];
		const id = known.id === set.id ? `${known.id}${MARK}${state.nextEntry}` : known.id;
		renamed.set(known.id, id);
		return [{ ...known, id, files: known.files.filter((file) => known.undone.includes(file.path)) }];
	});
	const sets = (set.files.length === 0 ? kept : [...kept, set]).slice(-MOST_SETS);
	const redo = changes.redo
		.map((item) => ({ ...item, setId: renamed.get(item.setId) ?? item.setId }))
		.filter((item) => sets.some((known) => known.id === item.setId));
	const hasActedAlone =
		changes.hasActedAlone ||
		set.files.some((file) => file.isTampering && (file.known.type === 'named' || file.known.type === 'ran'));
	return showSet({ ...state, changes: { ...changes, sets, redo, hasActedAlone } }, set, at);
}

const MARK = '+';

export function newestSet(changes: ChangesState): ChangeSet | null {
	return changes.sets.findLast((set) => openPaths(set).length > 0) ?? null;
}

export function openPaths(set: ChangeSet): readonly string[] {
	return set.files.filter((file) => file.canRestore && !set.undone.includes(file.path)).map((file) => file.path);
}

type Restored = { readonly setId: string; readonly direction: RestoreDirection; readonly report: RestoreReport };

export function reduceRestored(state: SessionState, event: Restored, at: number): SessionState {
	const { setId, direction, report } = event;
	const set = state.changes.sets.find(({ id }) => id === setId);
	return noteRestored(restoreSet(state, event), set, direction, report, at);
}

export function restoreSet(state: SessionState, event: Restored): SessionState {
	const { setId, direction, report } = event;
	const { restored } = report;
	const { changes } = state;
	const isUndo = direction === 'undo';
	const sets = changes.sets.map((set) => {
		if (set.id !== setId) return set;
		const rest = set.undone.filter((path) => !restored.includes(path));
		return { ...set, undone: isUndo ? [...rest, ...restored] : rest };
	});
	const redo = isUndo
		? restored.length === 0
			? changes.redo
			: [...changes.redo, { setId, paths: restored }]
		: withoutLast(changes.redo, setId, restored);
	const next = {
		...state,
		changes: { ...changes, sets, redo, isRestoring: false, unreported: withRestored(changes.unreported, sets, event) },
	};
	return showUndone(next, setId.split(MARK, 1)[0] ?? setId, restored, isUndo);
}

/** Files that could not be redone stay, so that redo can be tried again. */
function withoutLast(redo: ChangesState['redo'], setId: string, restored: readonly string[]): ChangesState['redo'] {
	const last = redo.at(-1);
	if (last === undefined || last.setId !== setId) return redo;
	const paths = last.paths.filter((path) => !restored.includes(path));
	return paths.length === 0 ? redo.slice(0, -1) : [...redo.slice(0, -1), { setId, paths }];
}

/** Merges news of files into those that wait to be sent to the agent: the newest of each file, of its parts one of each kind. */
export function withNews(
	state: SessionState,
	paths: readonly string[],
	direction: RestoredFile['direction'],
): SessionState {
	if (paths.length === 0) return state;
	const isOfPart = direction.endsWith('-part');
	const kept = state.changes.unreported.filter(
		(file) =>
			!paths.includes(file.path) || (isOfPart && file.direction.endsWith('-part') && file.direction !== direction),
	);
	return {
		...state,
		changes: { ...state.changes, unreported: [...kept, ...paths.map((path) => ({ path, direction }))] },
	};
}

/** A file that was undone and redone is no news. What the user took back in a review comes back when that is undone. */
function withRestored(
	unreported: ChangesState['unreported'],
	sets: readonly ChangeSet[],
	{ setId, direction, report: { restored } }: Restored,
): ChangesState['unreported'] {
	const isReview = setId.startsWith(REVIEW_SET);
	const reported: RestoreDirection = isReview ? opposite(direction) : direction;
	return restored.reduce((news, path) => {
		const own = news.filter((file) => file.path === path);
		const others = news.filter((file) => file.path !== path);
		const last = own.at(-1);
		if (isReview && direction === 'undo' && last?.direction.endsWith('taken-back') === true)
			return [...others, ...own.slice(0, -1)];
		if (last?.direction !== opposite(reported)) return [...others, { path, direction: reported }];
		// One of several undone changes was redone.
		const isElsewhere = sets.some((set) => !set.id.startsWith(REVIEW_SET) && set.undone.includes(path));
		return isElsewhere ? [...others, { path, direction: 'undo' }] : others;
	}, unreported);
}

function opposite(direction: RestoreDirection): RestoreDirection {
	return direction === 'undo' ? 'redo' : 'undo';
}

function noteRestored(
	state: SessionState,
	set: ChangeSet | undefined,
	direction: RestoreDirection,
	{ restored, refused }: RestoreReport,
	at: number,
): SessionState {
	const isUndo = direction === 'undo';
	const verb = isUndo ? 'Undone' : 'Redone';
	// Undo removes files that the turn made; redo removes those that it deleted.
	const goes = new Set(
		set?.files.filter(({ kind }) => kind === (isUndo ? 'added' : 'deleted')).map(({ path }) => path),
	);
	const names = restored.map((path) => (goes.has(path) ? `${path} (deleted)` : path));
	const title = restored.length === 0 ? `Nothing was ${verb.toLowerCase()}.` : `${verb}: ${named(names)}.`;
	const detail = refused.map((file) => `${file.path} was left alone: ${file.because}`).join('\n');
	const what = restored.length === 1 ? 'it' : 'them';
	const hint = restored.length === 0 ? '' : isUndo ? `/redo restores ${what}` : `/undo undoes ${what} again`;
	return note(state, at, refused.length === 0 ? 'info' : 'warning', title, {
		detail: detail || undefined,
		hint: hint || undefined,
	});
}

export function named(paths: readonly string[], most = 5): string {
	const shown = paths.slice(0, most).join(', ');
	return paths.length > most ? `${shown} and ${paths.length - most} more` : shown;
}

/** The restore failed as a whole: nothing was touched. */
export function reduceRestoreFailed(state: SessionState, failure: Failure, at: number): SessionState {
	const next = { ...state, changes: { ...state.changes, isRestoring: false } };
	return note(next, at, 'error', `Undo failed: ${failure.message}`, { hint: failure.hint, detail: failure.detail });
}

/** Noted when it begins, not at every turn. */
export function reduceSnapshotFailed(state: SessionState, failure: Failure, at: number): SessionState {
	if (state.changes.trouble === failure.message) return state;
	const next = { ...state, changes: { ...state.changes, trouble: failure.message } };
	const title =
		state.mode.mode === 'plan'
			? 'The files are not watched in plan mode, and /undo has nothing to go by'
			: 'What this turn changes cannot be undone';
	return note(next, at, 'warning', `${title}: ${failure.message}`, { hint: failure.hint });
}

function showSet(state: SessionState, set: ChangeSet, at: number): SessionState {
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
		const add = state.turn !== null && state.turn.id !== set.turnId ? appendBeforeTurn : appendBeforeStream;
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

function showUndone(state: SessionState, setId: string, paths: readonly string[], isUndone: boolean): SessionState {
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
	return markUndoneCalls(next, Math.max(findReport(next, setId, true), findReport(next, setId, false)));
}

/** Marks the calls of a turn whose files are all undone, and no others; its report of changes is at `report`. */
function markUndoneCalls(state: SessionState, report: number): SessionState {
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
