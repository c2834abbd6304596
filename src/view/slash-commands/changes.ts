import { whyNotInMode } from '../../core/commit/why-not-in-mode.js';
import { newestSet } from '../../core/session/changes/changes.js';
import { isBusy } from '../../core/session/changes/undo.js';
import type { ArgumentChoice } from '../composer/completion.js';
import { openPanel } from '../panel/engine.js';
import { undoPanel } from '../pickers/undo.js';
import type { ScreenContext } from '../state/context.js';
import { type Command, command, refuse, type Typed } from '../state/slash-command.js';
import { loadPanel, show, toast, type UiStep, withEvent, withoutToast } from '../state/step.js';
import type { UiState } from '../state/ui-state.js';
import * as messages from './slash-commands-messages.js';

export const changeCommands: readonly Command[] = [
	command(
		'review',
		'review what has changed: read, note, stage or take back, hunk by hunk',
		({ ui }, { command: { args } }) => openReview(ui, args),
		{ hint: '[turn | session | HEAD | REF | A..B]', choices: () => RANGES },
	),
	command('diff', 'review what the session has changed', ({ ui }) => openReview(ui, 'session'), { isReserved: false }),
	command(
		'commit',
		'commit what you choose, with a message by the agent or your own',
		({ ui }) => loadPanel(ui, 'commit'),
		{
			whyNot: ({ session }) => whyNotInMode(session.mode),
		},
	),
	command('undo', 'undo the file changes of the last turn', runUndo, { hint: '[all | FILE]' }),
	command('redo', 'restore what /undo took back', ({ ui }) => withEvent(withoutToast(ui), { type: 'redo' }), {
		whyNot: whyNoRedo,
	}),
	command(
		'changes',
		'review what an agent in the shadow sandbox changed: apply, leave or discard it, file by file',
		runChanges,
	),
];

const RANGES: readonly ArgumentChoice[] = [
	{ value: 'HEAD', description: 'the working tree against the last commit' },
	{ value: 'turn', description: 'what the last turn changed' },
	{ value: 'session', description: 'what this session changed' },
];

/** The review of a range; empty: the usual one. What is typed before it is open comes behind the line. */
function openReview(ui: UiState, range: string): UiStep {
	return loadPanel(withoutToast(ui), 'review', `${range}\n`);
}

export function reviewTurn({ ui }: ScreenContext): UiStep {
	return openReview(ui, 'turn');
}

function runChanges({ ui, session }: ScreenContext): UiStep {
	const look = withEvent(ui, { type: 'shadow', request: { do: 'look' } });
	if (session.shadow === undefined) return look;
	// One that was about to open by itself is the user's now: its keys act at once.
	const asked = ui.review === undefined ? ui : { ...ui, review: { ...ui.review, isUnasked: false } };
	const opened = loadPanel(asked, 'changes');
	return { ui: opened.ui, requests: [...look.requests, ...opened.requests] };
}

export function openUndo(context: ScreenContext): UiStep {
	const set = newestSet(context.session.changes);
	const why = whyNoUndo(context);
	if (set === null || why !== null) return show(toast(context.ui, why ?? messages.NOTHING_TO_UNDO, context.now));
	return show(openPanel(context, undoPanel, set.id));
}

function runUndo(context: ScreenContext, typed: Typed): UiStep {
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
	if (changes.redo.length > 0) return 'Already undone · /redo restores it';
	if (changes.sets.some(({ files }) => files.some((file) => !file.canRestore)))
		return 'Cannot undo: the files as they were before are not kept';
	return changes.trouble === null ? messages.NOTHING_TO_UNDO : `Nothing to undo: ${changes.trouble}`;
}

function whyNoRedo({ session }: ScreenContext): string | null {
	const { redo, sets } = session.changes;
	const set = sets.find((candidate) => candidate.id === redo.at(-1)?.setId);
	if (set === undefined) return 'Nothing to redo';
	return isBusy(session, set.turnId) ? messages.STILL_WORKING : null;
}
