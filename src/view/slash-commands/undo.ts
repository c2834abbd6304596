import { newestSet } from '../../core/session/changes/changes.js';
import { isBusy } from '../../core/session/changes/undo.js';
import { openPanel } from '../panel/engine.js';
import { undoPanel } from '../pickers/undo.js';
import type { ScreenContext } from '../state/context.js';
import { refuse, type Typed } from '../state/slash-command.js';
import { show, toast, type UiStep, withEvent, withoutToast } from '../state/step.js';
import * as messages from './slash-commands-messages.js';

/** The list of what can be put back of the last turn. */
export function openUndo(context: ScreenContext): UiStep {
	const set = newestSet(context.session.changes);
	const why = whyNoUndo(context);
	if (set === null || why !== null) return show(toast(context.ui, why ?? messages.NOTHING_TO_UNDO, context.now));
	return show(openPanel(context, undoPanel, set.id));
}

/** `/undo`: the list; with `all` or a path it is done at once. */
export function runUndo(context: ScreenContext, typed: Typed): UiStep {
	const { ui, session, now } = context;
	const { args: wanted } = typed.command;
	const set = newestSet(session.changes);
	if (wanted === '') return openUndo(context);
	const why = whyNoUndo(context);
	if (set === null || why !== null) return refuse(context, typed, why ?? messages.NOTHING_TO_UNDO);
	if (wanted === 'all') return withEvent(withoutToast(ui), { type: 'undo', setId: set.id });
	const file = set.files.find((candidate) => candidate.path === wanted && !set.undone.includes(candidate.path));
	if (file !== undefined) return withEvent(withoutToast(ui), { type: 'undo', setId: set.id, paths: [file.path] });
	// Several words were meant for something else.
	if (/\s/.test(wanted)) return refuse(context, typed, messages.notChanged(wanted));
	return show(toast(openPanel(context, undoPanel, set.id), messages.notChanged(wanted), now));
}

function whyNoUndo({ session }: ScreenContext): string | null {
	const { changes } = session;
	const set = newestSet(changes);
	if (set !== null) return isBusy(session, set.turnId) ? messages.STILL_WORKING : null;
	if (changes.redo.length > 0) return messages.UNDONE_ALREADY;
	if (changes.sets.some(({ files }) => files.some((file) => !file.canRestore))) return messages.NOT_KEPT;
	return changes.trouble === null ? messages.NOTHING_TO_UNDO : messages.nothingToUndoBecause(changes.trouble);
}

/** Why nothing can be brought back; null where something can. */
export function whyNoRedo({ session }: ScreenContext): string | null {
	const { redo, sets } = session.changes;
	const set = sets.find((candidate) => candidate.id === redo.at(-1)?.setId);
	if (set === undefined) return messages.NOTHING_TO_REDO;
	return isBusy(session, set.turnId) ? messages.STILL_WORKING : null;
}
