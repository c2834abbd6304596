import type { ScreenContext } from '../state/context.js';
import type { OpenSessionRow, OpenSessionsRequest } from '../state/open-sessions.js';
import type { Picker } from '../state/picker.js';
import { show, type UiStep, withRequests } from '../state/step.js';
import { type PickerRow, pickerOf } from './picker-row.js';
import { SESSION_SIGNS, SESSIONS } from './pickers-messages.js';

/** The open sessions, the one in front selected. */
export function openSessionsPicker(rows: readonly OpenSessionRow[]): Picker<'open-sessions'> {
	const items = rows.map(({ id, name, detail, activity, isInFront }) => ({
		label: `${SESSION_SIGNS[activity]} ${name}`,
		detail,
		isCurrent: isInFront,
		choice: { id },
	}));
	return pickerOf('open-sessions', SESSIONS.title, items);
}

/** Asks for something to be done with the open sessions. */
export const askSessions =
	(request: OpenSessionsRequest) =>
	({ ui }: ScreenContext): UiStep =>
		withRequests(ui, { type: 'open-sessions', ...request });

/** The session that is selected in the list; null where another list, or none, is open. */
function selectedSession({ panel }: ScreenContext['ui']): string | null {
	if (panel.kind !== 'picker' || panel.picker.kind !== 'open-sessions') return null;
	return panel.picker.items[panel.picker.selected]?.choice.id ?? null;
}

/** Closes the session that is selected in the list. */
export function closeSelected({ ui }: ScreenContext): UiStep {
	const id = selectedSession(ui);
	return id === null ? show(ui) : withRequests(ui, { type: 'open-sessions', do: 'close', id });
}

/** Opens a session from the list, with the agent of the one in front. */
export const openFromList =
	(isIsolated: boolean) =>
	({ ui }: ScreenContext): UiStep => {
		const wanted = isIsolated ? { isIsolated } : {};
		return withRequests({ ...ui, panel: { kind: 'none' } }, { type: 'open-sessions', do: 'open', wanted });
	};

export const openSessionsRow: PickerRow<'open-sessions'> = {
	keys: 'open-sessions',
	keyWords: SESSIONS.keys,
	choose: ({ ui }, { id }) => withRequests(ui, { type: 'open-sessions', do: 'show', id }),
	// Rows change while the list is open; the same session stays selected.
	follow(picker, _, ui) {
		const next = openSessionsPicker(ui.sessions);
		const isSame = picker.items.length === next.items.length && picker.items.every(isIn(next));
		if (isSame) return picker;
		const id = picker.items[picker.selected]?.choice.id;
		const at = next.items.findIndex(({ choice }) => choice.id === id);
		return { ...next, selected: at < 0 ? Math.min(picker.selected, next.items.length - 1) : at };
	},
	lines: {
		how: SESSIONS.spokenHint,
		choose: ({ ui }, { id }) => withRequests(ui, { type: 'open-sessions', do: 'show', id }),
	},
};

const isIn =
	(next: Picker<'open-sessions'>) =>
	(item: Picker<'open-sessions'>['items'][number], at: number): boolean => {
		const other = next.items[at];
		return item.label === other?.label && item.detail === other.detail && item.isCurrent === other.isCurrent;
	};
