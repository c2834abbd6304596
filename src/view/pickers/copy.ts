import type { Entry } from '../../core/session/entries/entry.js';
import { emptyEntries, pushEntry } from '../../core/session/entries/entry-list.js';
import type { SessionState } from '../../core/session/state.js';
import type { Picker } from '../state/picker.js';
import { withRequests } from '../state/step.js';
import { type CopyTarget, copyTargets } from '../transcript/as-text/copy-targets.js';
import { entryText } from '../transcript/as-text/entry-text.js';
import { type PickerRow, pickerOf } from './picker-row.js';
import { ALL_OF_IT } from './pickers-messages.js';

/** Rows of a list of what can be copied. */
const MOST_TARGETS = 30;

/** What can be copied, the newest first; null when there is nothing. */
export function copyPicker(session: SessionState): Picker<'copy'> | null {
	return targetPicker(copyTargets(session.entries, MOST_TARGETS, session.plan, session.cwd));
}

/** What of one entry can be copied: all of it, then its parts; null when there is nothing. */
export function entryCopyPicker(entry: Entry, cwd: string): Picker<'copy'> | null {
	const parts = copyTargets(pushEntry(emptyEntries, entry), MOST_TARGETS, null, cwd);
	const whole = entryText(entry, cwd);
	const all =
		whole === '' || parts[0]?.text === whole ? [] : [{ kind: ALL_OF_IT, start: '', label: ALL_OF_IT, text: whole }];
	return targetPicker([...all, ...parts]);
}

function targetPicker(targets: readonly CopyTarget[]): Picker<'copy'> | null {
	const items = targets.map(({ kind, start, label, text }) => ({
		label: start === '' ? label : `${kind}: ${start}`,
		detail: start === '' ? (text.split('\n', 1)[0] ?? '') : '',
		isCurrent: false,
		choice: { text, label },
	}));
	return items.length === 0 ? null : pickerOf('copy', 'Copy', items);
}

export const copyRow: PickerRow<'copy'> = {
	choose: ({ ui }, { text, label }) => withRequests(ui, { type: 'copy', text, label }),
};
