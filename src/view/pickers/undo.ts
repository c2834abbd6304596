import type { ChangedFile } from '../../core/changes.js';
import type { PanelKind, PanelRow } from '../panel/panel.js';
import { withEvent } from '../state/step.js';
import { oneLine } from '../transcript/entries/block-summary.js';
import { statsOf } from '../transcript/tool/diffs.js';
import { evidenceWords } from '../transcript/transcript-messages.js';

/** The files of a turn that can be put back, all of them first; by the id of the set of its changes. */
export const undoPanel: PanelKind<string> = {
	name: 'undo',
	panel({ session }, setId) {
		const set = session.changes.sets.find(({ id }) => id === setId);
		const open = set?.files.filter(({ path }) => !set.undone.includes(path)) ?? [];
		if (open.length === 0) return null;
		const row = (label: string, detail: string, paths: readonly string[]): PanelRow => ({
			id: paths.length === 1 ? label : '',
			...{ label, detail },
			choose: ({ ui }) => withEvent(ui, { type: 'undo', setId, paths }),
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
				? 'deleted: undo restores it'
				: sizeOf(file);
	return file.known.type === 'allowed' ? what : `${what} · ${evidenceWords(file.known, oneLine)}`;
}

function sizeOf({ diff }: ChangedFile): string {
	if (diff === null) return 'changed';
	const { added, removed } = statsOf(diff);
	return `+${added} −${removed}`;
}
