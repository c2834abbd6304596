import type { ChangedFile, ChangeSet } from '../../core/changes.js';
import { newestSet } from '../../core/session/changes.js';
import { isBusy } from '../../core/session/undo.js';
import { diffStats } from '../code/diff.js';
import type { ScreenContext } from '../state/context.js';
import { show, tell, toast, type UiStep, withoutToast } from '../state/step.js';
import type { Picker, PickerItem } from '../state/ui-state.js';
import { evidenceWords } from '../transcript/entries/changes.js';
import { refuse, type Typed } from './command-words.js';

/** `/undo`: the list of what can be put back; `all` or a path does it at once. */
export function runUndo(context: ScreenContext, wanted: string, typed?: Typed): UiStep {
	const { ui, session, now } = context;
	const set = newestSet(session.changes);
	const refusal = (why: string): UiStep =>
		typed === undefined || wanted === '' ? show(toast(ui, why, now)) : refuse(context, typed, why);
	if (set === null) return refusal(emptyWords(context));
	if (isBusy(session, set.turnId)) return refusal('The agent is still working; esc stops it');
	if (wanted === 'all') return tell(withoutToast(ui), { type: 'undo', setId: set.id });
	const picker = undoPicker(set);
	if (wanted === '') return show({ ...ui, panel: { kind: 'picker', picker } });
	const file = set.files.find((candidate) => candidate.path === wanted && !set.undone.includes(candidate.path));
	const why = `The last turn did not change “${wanted}”`;
	if (file === undefined && /\s/.test(wanted)) return refusal(why);
	return file === undefined
		? show(toast({ ...ui, panel: { kind: 'picker', picker } }, why, now))
		: tell(withoutToast(ui), { type: 'undo', setId: set.id, paths: [file.path] });
}

function emptyWords({ session }: ScreenContext): string {
	const { trouble, sets, redo } = session.changes;
	if (redo.length > 0) return 'Already undone · /redo restores it';
	if (sets.some((set) => set.files.some((file) => !file.canRestore)))
		return 'Cannot undo: the files as they were before are not kept';
	return trouble === null ? 'Nothing to undo' : `Nothing to undo: ${trouble}`;
}

/** `/redo`: brings back what the last `/undo` took. */
export function runRedo(context: ScreenContext): UiStep {
	const { ui, session, now } = context;
	const { redo, sets } = session.changes;
	const set = sets.find((candidate) => candidate.id === redo.at(-1)?.setId);
	if (set === undefined) return show(toast(ui, 'Nothing to redo', now));
	if (isBusy(session, set.turnId)) return show(toast(ui, 'The agent is still working; esc stops it', now));
	return tell(withoutToast(ui), { type: 'redo' });
}

/** The files of a turn that can be put back, all of them first. */
function undoPicker(set: ChangeSet): Picker {
	const open = set.files.filter((file) => !set.undone.includes(file.path));
	const items = open.map(
		(file): PickerItem => ({
			label: file.path,
			detail: detailOf(file),
			isCurrent: false,
			choice: { type: 'undo', setId: set.id, paths: [file.path] },
		}),
	);
	const all: PickerItem = {
		label: 'All files',
		detail: `${open.length} files, as they were before the turn`,
		isCurrent: false,
		choice: { type: 'undo', setId: set.id, paths: open.map((file) => file.path) },
	};
	return { title: 'Undo', items: items.length > 1 ? [all, ...items] : items, selected: 0 };
}

function detailOf(file: ChangedFile): string {
	if (!file.canRestore) return `cannot be undone: ${file.gap ?? 'it was not kept'}`;
	const what =
		file.kind === 'added'
			? 'new: undo deletes it'
			: file.kind === 'deleted'
				? 'deleted: undo restores it'
				: sizeOf(file);
	return file.known.type === 'allowed' ? what : `${what} · ${evidenceWords(file.known)}`;
}

function sizeOf({ diff }: ChangedFile): string {
	if (diff === null) return 'changed';
	const { added, removed } = diffStats(diff.oldText, diff.newText);
	return `+${added} −${removed}`;
}
