import type { UndoBatch } from '../../changes.js';
import { defined } from '../../defined.js';
import type { FilesEvent } from '../../files-event.js';
import { note, noted } from '../entries/append.js';
import { NOT_WHILE_WORKING, NOTHING_TO_REDO, NOTHING_TO_UNDO } from '../session-messages.js';
import type { SessionState } from '../state.js';
import { andThen, only, type Step, withEffects } from '../step.js';
import { named, newestSet, openPaths, reduceRestored, reduceRestoreFailed, restoreSet } from './reduce-changes.js';

export function reduceUndo(
	state: SessionState,
	event: { readonly setId?: string; readonly paths?: readonly string[] },
	at: number,
): Step {
	const { changes } = state;
	if (changes.isRestoring) return only(state);
	const set =
		event.setId === undefined ? newestSet(changes) : (changes.sets.find((known) => known.id === event.setId) ?? null);
	const open = set?.files.map((file) => file.path).filter((path) => !set.undone.includes(path)) ?? [];
	const paths = event.paths === undefined ? open : open.filter((path) => event.paths?.includes(path) === true);
	if (set === null || paths.length === 0) return noted(state, at, 'info', NOTHING_TO_UNDO);
	if (isBusy(state, set.turnId)) return noted(state, at, 'warning', NOT_WHILE_WORKING);
	return restore(state, { setId: set.id, direction: 'undo', to: set.before, expected: set.after, paths });
}

export function reduceRedo(state: SessionState, at: number): Step {
	const { changes } = state;
	if (changes.isRestoring) return only(state);
	const last = changes.redo.at(-1);
	const set = changes.sets.find((known) => known.id === last?.setId);
	if (last === undefined || set === undefined) return noted(state, at, 'info', NOTHING_TO_REDO);
	if (isBusy(state, set.turnId)) return noted(state, at, 'warning', NOT_WHILE_WORKING);
	return restore(state, { setId: set.id, direction: 'redo', to: set.after, expected: set.before, paths: last.paths });
}

/** While a turn runs, only files that the watch reported of this very turn are restored. */
export function isBusy(state: SessionState, turnId: string): boolean {
	return state.turn !== null && state.turn.id !== turnId;
}

type Restoring = Omit<Extract<Step['effects'][number], { type: 'restore-files' }>, 'type'>;

function restore(state: SessionState, effect: Restoring): Step {
	const next = { ...state, changes: { ...state.changes, isRestoring: true } };
	return withEffects(next, { type: 'restore-files', ...effect });
}

/** Undoes several turns one after the other: the newest first, as each lies on those before it. */
export function reduceUndoSets(
	state: SessionState,
	{ setIds, paths }: { readonly setIds: readonly string[]; readonly paths?: readonly string[] },
	at: number,
): Step {
	const { changes } = state;
	if (changes.isRestoring) return only(state);
	const isInTurn = changes.sets.some((set) => setIds.includes(set.id) && isBusy(state, set.turnId));
	if (isInTurn) return noted(state, at, 'warning', NOT_WHILE_WORKING);
	return goOn(state, { rest: setIds, restored: [], deleted: [], refused: [], turns: 0, ...defined({ paths }) }, at);
}

/** Continues a running undo of several turns, and reports the sum at the end. */
export function onRestored(
	state: SessionState,
	event: Extract<FilesEvent, { type: 'files-restored' }>,
	at: number,
): Step {
	const { batch } = state.changes;
	if (batch === undefined || event.direction === 'redo') return only(reduceRestored(state, event, at));
	const { restored, refused } = event.report;
	const set = state.changes.sets.find(({ id }) => id === event.setId);
	const deleted = set?.files.filter(({ kind, path }) => kind === 'added' && restored.includes(path)) ?? [];
	return goOn(
		restoreSet(state, event),
		{
			...batch,
			restored: [...batch.restored, ...restored],
			deleted: [...batch.deleted.filter((path) => !restored.includes(path)), ...deleted.map(({ path }) => path)],
			refused: [...batch.refused, ...refused],
			turns: batch.turns + (restored.length === 0 ? 0 : 1),
		},
		at,
	);
}

/** A turn that failed as a whole ends the undo of those before it as well. */
export function onRestoreFailed(
	state: SessionState,
	{ failure }: Extract<FilesEvent, { type: 'restore-failed' }>,
	at: number,
): Step {
	const { batch } = state.changes;
	if (batch === undefined) return only(reduceRestoreFailed(state, failure, at));
	const reported = batch.restored.length === 0 ? state : noteUndone(state, batch, at);
	return only(reduceRestoreFailed(withoutBatch(reported), failure, at));
}

function goOn(state: SessionState, batch: UndoBatch, at: number): Step {
	const next = batch.rest.findIndex((id) => {
		const set = state.changes.sets.find((known) => known.id === id);
		return set !== undefined && openPaths(set).some((path) => batch.paths?.includes(path) ?? true);
	});
	const setId = batch.rest[next];
	if (setId === undefined) return only(noteUndone(withoutBatch(state), batch, at));
	const rest = batch.rest.slice(next + 1);
	const waiting: SessionState = { ...state, changes: { ...state.changes, isRestoring: false } };
	return andThen(reduceUndo(waiting, { setId, ...defined({ paths: batch.paths }) }, at), (begun) =>
		only({ ...begun, changes: { ...begun.changes, batch: { ...batch, rest } } }),
	);
}

function withoutBatch(state: SessionState): SessionState {
	const { batch: _, ...changes } = state.changes;
	return { ...state, changes: { ...changes, isRestoring: false } };
}

function noteUndone(state: SessionState, { restored, deleted, refused, turns }: UndoBatch, at: number): SessionState {
	const paths = [...new Set(restored)];
	const names = paths.map((path) => (deleted.includes(path) ? `${path} (deleted)` : path));
	const left = new Map(refused.map(({ path, because }) => [path, because]));
	const detail = [...left].map(([path, because]) => `${path} was left alone: ${because}`).join('\n');
	const title = paths.length === 0 ? 'No files were taken back.' : `Files taken back: ${named(names)}.`;
	const what = paths.length === 1 ? 'it' : 'them';
	const hint = turns === 0 ? '' : `/redo restores ${what}${turns === 1 ? '' : ', turn by turn'}`;
	return note(state, at, left.size === 0 ? 'info' : 'warning', title, {
		detail: detail || undefined,
		hint: hint || undefined,
	});
}
