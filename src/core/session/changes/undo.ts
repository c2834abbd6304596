import { note } from '../entries/append.js';
import { NOT_WHILE_WORKING, NOTHING_TO_REDO, NOTHING_TO_UNDO } from '../messages.js';
import { only, type Step, withEffects } from '../reducers/step.js';
import type { SessionState } from '../state.js';
import { newestSet } from './changes.js';

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
	if (set === null || paths.length === 0) return only(note(state, at, 'info', NOTHING_TO_UNDO));
	if (isBusy(state, set.turnId)) return only(note(state, at, 'warning', NOT_WHILE_WORKING));
	return restore(state, { setId: set.id, direction: 'undo', to: set.before, expected: set.after, paths });
}

export function reduceRedo(state: SessionState, at: number): Step {
	const { changes } = state;
	if (changes.isRestoring) return only(state);
	const last = changes.redo.at(-1);
	const set = changes.sets.find((known) => known.id === last?.setId);
	if (last === undefined || set === undefined) return only(note(state, at, 'info', NOTHING_TO_REDO));
	if (isBusy(state, set.turnId)) return only(note(state, at, 'warning', NOT_WHILE_WORKING));
	return restore(state, {
		setId: set.id,
		direction: 'redo',
		to: set.after,
		expected: set.before,
		paths: last.paths,
	});
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
