import type { Entry } from '../../core/session/entries/entry.js';
import { emptyEntries, pushEntry } from '../../core/session/entries/entry-list.js';
import type { SessionState } from '../../core/session/state.js';
import type { PanelKind } from '../panel/panel.js';
import { requestStep } from '../state/ui-step.js';
import { type CopyTarget, copyTargets } from '../transcript/as-text/copy-targets.js';
import { entryText } from '../transcript/as-text/entry-text.js';
import { ALL_OF_IT } from './pickers-messages.js';

const MOST_TARGETS = 30;

export function targetsIn({ entries, plan, approvedPlan, cwd }: SessionState): readonly CopyTarget[] {
	// An approved plan stands in the transcript.
	return copyTargets(entries, MOST_TARGETS, approvedPlan?.isListed === true ? null : plan, cwd);
}

/** Copy targets of one entry: all of it, then its parts. */
export function targetsOf(entry: Entry, cwd: string): readonly CopyTarget[] {
	const parts = copyTargets(pushEntry(emptyEntries, entry), MOST_TARGETS, null, cwd);
	const whole = entryText(entry, cwd);
	if (whole === '' || parts[0]?.text === whole) return parts;
	return [{ kind: ALL_OF_IT, start: '', label: ALL_OF_IT, text: whole }, ...parts];
}

export const copyPanel: PanelKind<readonly CopyTarget[]> = {
	name: 'copy',
	panel: (_, targets) => ({
		title: 'Copy',
		rows: targets.map(({ kind, start, label, text }, at) => ({
			id: String(at),
			label: start === '' ? label : `${kind}: ${start}`,
			detail: start === '' ? (text.split('\n', 1)[0] ?? '') : '',
			choose: requestStep({ type: 'copy', text, label }),
		})),
	}),
};
