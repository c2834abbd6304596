import type { ChangedFile } from '../../core/changes.js';
import { whyNotInMode } from '../../core/commit/why-not-in-mode.js';
import { newestSet } from '../../core/session/changes/reduce-changes.js';
import { isBusy } from '../../core/session/changes/undo-changes.js';
import type { ArgumentChoice } from '../composer/completion.js';
import { openPanel } from '../panel/engine.js';
import type { PanelKind, PanelRow } from '../panel/panel.js';
import type { ScreenContext } from '../state/context.js';
import { type Command, command, refuse, type Typed } from '../state/slash-command.js';
import type { UiState } from '../state/ui-state.js';
import {
	eventStep,
	loadPanel,
	panelStep,
	show,
	toast,
	type UiStep,
	withEvent,
	withoutToast,
} from '../state/ui-step.js';
import { oneLine } from '../transcript/entries/block-summary.js';
import { statsOf } from '../transcript/tool/tool-diffs.js';
import { evidenceWords } from '../transcript/transcript-messages.js';
import * as messages from './slash-commands-messages.js';

export const changeCommands: readonly Command[] = [
	command(
		'review',
		'review what has changed: read, note, stage or take back, hunk by hunk',
		({ ui }, { command: { args } }) => openReview(ui, args),
		{ hint: '[turn | session | HEAD | REF | A..B]', choices: () => RANGES },
	),
	command('diff', 'review what the session has changed', ({ ui }) => openReview(ui, 'session'), { isReserved: false }),
	command('commit', 'commit what you choose, with a message by the agent or your own', panelStep('commit'), {
		whyNot: ({ session }) => whyNotInMode(session.mode),
	}),
	command('undo', 'undo the file changes of the last turn', runUndo, { hint: '[all | FILE]' }),
	command('redo', 'bring back what /undo undid', ({ ui }) => withEvent(withoutToast(ui), { type: 'redo' }), {
		whyNot: whyNoRedo,
	}),
	command(
		'changes',
		'review what an agent in the shadow sandbox changed: apply, leave or discard it, file by file',
		runChanges,
	),
];

/** Between a range to review and the file to begin at, as git has it. */
export const AT_FILE = ' -- ';

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
	// A review that was about to open by itself is now the user's: its keys act at once.
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
	if (changes.redo.length > 0) return 'Already undone · /redo brings it back';
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

/** The files of a turn that can be put back, all of them first; by the id of the set of its changes. */
const undoPanel: PanelKind<string> = {
	name: 'undo',
	panel({ session }, setId) {
		const set = session.changes.sets.find(({ id }) => id === setId);
		const open = set?.files.filter(({ path }) => !set.undone.includes(path)) ?? [];
		if (open.length === 0) return null;
		const row = (label: string, detail: string, paths: readonly string[]): PanelRow => ({
			id: paths.length === 1 ? label : '',
			...{ label, detail },
			choose: eventStep({ type: 'undo', setId, paths }),
		});
		const rows = open.map((file) => row(file.path, detailOf(file), [file.path]));
		const paths = open.map(({ path }) => path);
		return {
			title: 'Undo',
			rows:
				rows.length > 1
					? [row('All files', `${open.length} files, as they were before the turn`, paths), ...rows]
					: rows,
		};
	},
};

function detailOf(file: ChangedFile): string {
	if (!file.canRestore) return `cannot be undone: ${file.gap}`;
	const what =
		file.kind === 'added'
			? 'new: undo deletes it'
			: file.kind === 'deleted'
				? 'deleted: undo brings it back'
				: sizeOf(file);
	return file.known.type === 'allowed' ? what : `${what} · ${evidenceWords(file.known, oneLine)}`;
}

function sizeOf({ diff }: ChangedFile): string {
	if (diff === null) return 'changed';
	const { added, removed } = statsOf(diff);
	return `undoes +${added} −${removed}`;
}
