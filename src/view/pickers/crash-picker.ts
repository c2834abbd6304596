import type { SessionState } from '../../core/session/state.js';
import { crashList as words } from '../recovery/recovery-messages.js';
import type { Picker, PickerChoices, PickerItem } from '../state/picker.js';

type Choice = PickerChoices['crashed'];

/** What can be done about an agent that crashed too often; null where nothing is asked. */
export function crashPicker({ recovery }: SessionState): Picker<'crashed'> | null {
	if (recovery?.isAsked !== true) return null;
	const items = [
		item(words.again, words.againDetail, 'again'),
		item(words.agent, words.agentDetail, 'agent'),
		item(words.leave, words.leaveDetail, 'leave'),
	];
	return { kind: 'crashed', title: words.title(recovery.crashes.length), items, selected: 0 };
}

function item(label: string, detail: string, next: Choice['next']): PickerItem<Choice> {
	return { label, detail, isCurrent: false, choice: { next } };
}
