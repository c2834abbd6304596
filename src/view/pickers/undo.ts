import type { ChangedFile, ChangeSet } from '../../core/changes.js';
import type { Picker } from '../state/picker.js';
import { withEvent } from '../state/step.js';
import { oneLine } from '../transcript/entries/block-summary.js';
import { statsOf } from '../transcript/tool/diffs.js';
import { evidenceWords } from '../transcript/transcript-messages.js';
import { type PickerRow, pickerOf } from './picker-row.js';
import { ALL_FILES, allFilesWords, CHANGED, notRestorable, UNDO_DELETES, UNDO_RESTORES } from './pickers-messages.js';

/** The files of a turn that can be put back, all of them first. */
export function undoPicker(set: ChangeSet): Picker<'undo'> {
	const open = set.files.filter((file) => !set.undone.includes(file.path));
	const item = (label: string, detail: string, paths: readonly string[]) => ({
		label,
		detail,
		isCurrent: false,
		choice: { setId: set.id, paths },
	});
	const items = open.map((file) => item(file.path, detailOf(file), [file.path]));
	const paths = open.map((file) => file.path);
	const all = items.length > 1 ? [item(ALL_FILES, allFilesWords(open.length), paths)] : [];
	return pickerOf('undo', 'Undo', [...all, ...items]);
}

function detailOf(file: ChangedFile): string {
	if (!file.canRestore) return notRestorable(file.gap);
	const what = file.kind === 'added' ? UNDO_DELETES : file.kind === 'deleted' ? UNDO_RESTORES : sizeOf(file);
	return file.known.type === 'allowed' ? what : `${what} · ${evidenceWords(file.known, oneLine)}`;
}

function sizeOf({ diff }: ChangedFile): string {
	if (diff === null) return CHANGED;
	const { added, removed } = statsOf(diff);
	return `+${added} −${removed}`;
}

export const undoRow: PickerRow<'undo'> = {
	choose: ({ ui }, { setId, paths }) => withEvent(ui, { type: 'undo', setId, paths }),
};
