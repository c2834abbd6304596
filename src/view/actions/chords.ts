import { type Key, keyLabel } from '../../terminal/key.js';
import type { ActionId } from '../keys/action-ids.js';
import type { KeyContext } from '../keys/key-context.js';
import { actionAt, beginsChord } from '../keys/keymap.js';
import type { ScreenContext } from '../state/context.js';
import type { UiState } from '../state/ui-state.js';
import { show, toast, type UiStep, withoutToast } from '../state/ui-step.js';

/** Milliseconds that the first of two keys waits for the second. */
const WAITS = 3000;

/** Result of a key that begins or ends a chord, two keys in a row; null: it is a key like any other. */
export function pressChord<S extends UiStep>(
	context: ScreenContext,
	focus: readonly KeyContext[],
	key: Key,
	run: (free: ScreenContext, action: ActionId) => S,
): UiStep | S | null {
	const { ui, table, now } = context;
	if (key.name === 'paste' || key.name === 'unknown') return null;
	const id = key.id;
	if (ui.chord !== undefined && now < ui.chord.since + WAITS) {
		const { chord, ...rest } = ui;
		const free: UiState = withoutToast(rest);
		const both = `${chord.first} ${id}`;
		const action = actionAt(both, focus, table);
		if (action !== null) return run({ ...context, ui: free }, action);
		return show(id === 'escape' ? free : toast(free, `${keyLabel(both)} does nothing`, now));
	}
	if (!beginsChord(id, focus, table)) return null;
	return show(toast({ ...ui, chord: { first: id, since: now } }, `${keyLabel(id)} …`, now, WAITS));
}
