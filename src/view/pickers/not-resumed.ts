import { isAskedAboutSession } from '../../core/session/resuming/open-again.js';
import type { SessionState } from '../../core/session/state.js';
import { saysGone } from '../../core/sessions/resuming.js';
import { notResumedList as words } from '../recovery/recovery-messages.js';
import type { Picker, PickerChoices, PickerItem } from '../state/picker.js';
import { withEvent } from '../state/step.js';
import type { PickerRow } from './picker-row.js';

type Choice = PickerChoices['not-resumed'];

/** What can be done where the agent could not resume a session that it may still have; null where nothing is asked. */
export function notResumedPicker(session: SessionState): Picker<'not-resumed'> | null {
	if (!isAskedAboutSession(session)) return null;
	const briefing =
		session.resuming?.hasTranscript === true ? [item(words.briefing, words.briefingDetail, 'briefing')] : [];
	const failed = session.resuming?.failed ?? [];
	const isGone = failed.length > 0 && failed.every(saysGone);
	const items = [
		item(words.again, isGone ? words.againGoneDetail : words.againDetail, 'again'),
		...briefing,
		item(words.plain, words.plainDetail, 'plain'),
	];
	return { kind: 'not-resumed', title: words.title, items, selected: 0 };
}

/** The list goes when its question does. */
export const notResumedRow: PickerRow<'not-resumed'> = {
	choose({ ui }, { next }) {
		return withEvent(ui, next === 'again' ? { type: 'open-again' } : { type: 'open-new', fallback: next });
	},
	follow: (picker, session) => (isAskedAboutSession(session) ? picker : null),
};

function item(label: string, detail: string, next: Choice['next']): PickerItem<Choice> {
	return { label, detail, isCurrent: false, choice: { next } };
}
