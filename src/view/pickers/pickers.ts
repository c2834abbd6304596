import type { SessionState } from '../../core/session/state.js';
import type { TextLine } from '../panel/text-line.js';
import type { ScreenContext } from '../state/context.js';
import type { Picker, PickerKind } from '../state/picker.js';
import { openPicker, show, type UiStep, withoutToast } from '../state/step.js';
import type { UiState } from '../state/ui-state.js';
import { agentRow, installAgentRow } from './agent.js';
import { agentSandboxRow, keepSandboxRow } from './agent-sandbox.js';
import { openAsked } from './asked.js';
import { agentFailedRow, installConsentRow } from './asked-rows.js';
import { copyRow } from './copy.js';
import { crashedRow } from './crash-row.js';
import { embeddedFileRow } from './embedded-file.js';
import { endTurnRow } from './end-turn.js';
import { failedRow } from './failed-row.js';
import { modeRow } from './mode.js';
import { modelRow } from './model.js';
import { notResumedRow } from './not-resumed.js';
import { openFolderRow } from './open-folder.js';
import { openSessionsRow } from './open-sessions.js';
import { permissionsRow } from './permissions.js';
import type { PickerRow } from './picker-row.js';
import { rewindRow, rewindToRow } from './rewind.js';
import { steeringRow } from './steering.js';
import { themeRow } from './theme.js';
import { undoRow } from './undo.js';

const rows: { readonly [Kind in PickerKind]: PickerRow<Kind> } = {
	agent: agentRow,
	'agent-sandbox': agentSandboxRow,
	'keep-sandbox': keepSandboxRow,
	'open-folder': openFolderRow,
	'install-agent': installAgentRow,
	'install-consent': installConsentRow,
	'agent-failed': agentFailedRow,
	crashed: crashedRow,
	'not-resumed': notResumedRow,
	failed: failedRow,
	mode: modeRow,
	model: modelRow,
	theme: themeRow,
	copy: copyRow,
	'embedded-file': embeddedFileRow,
	undo: undoRow,
	rewind: rewindRow,
	'rewind-to': rewindToRow,
	'open-sessions': openSessionsRow,
	steering: steeringRow,
	permissions: permissionsRow,
	'end-turn': endTurnRow,
};

/** How this list behaves. */
export function rowOf<Kind extends PickerKind>(picker: Picker<Kind>): PickerRow<Kind> {
	return rows[picker.kind];
}

/** Closes the list and carries out the row with this place, from 0; null when there is no such row. */
export function chooseItem<Kind extends PickerKind>(
	context: ScreenContext,
	picker: Picker<Kind>,
	place: number,
): UiStep | null {
	const item = picker.items[place];
	if (item === undefined) return null;
	const closed: UiState = { ...withoutToast(context.ui), panel: { kind: 'none' } };
	return rowOf(picker).choose({ ...context, ui: closed }, item.choice, picker);
}

/** The line that finds rows, in a list that is searched; null in any other. */
export function pickerLine<Kind extends PickerKind>(context: ScreenContext, picker: Picker<Kind>): TextLine | null {
	return rowOf(picker).line?.(context, picker) ?? null;
}

/** The step back to the list that opened this one; null where there was none. */
export function backFrom<Kind extends PickerKind>(
	picker: Picker<Kind>,
	ui: UiState,
	session: SessionState,
): UiStep | null {
	const before = rowOf(picker).before?.(picker, session);
	return before === undefined ? null : show(openPicker(ui, before));
}

/** The list with another row selected, the nearest that there is. */
export function selectItem<Kind extends PickerKind>(
	picker: Picker<Kind>,
	place: number,
	session: SessionState,
): Picker<Kind> {
	const moved = { ...picker, selected: Math.max(0, Math.min(picker.items.length - 1, place)), wordsFrom: 0 };
	return rowOf(picker).moved?.(moved, session) ?? moved;
}

/** The screen without the list, from which nothing was chosen. */
export function leavePicker<Kind extends PickerKind>(ui: UiState, picker: Picker<Kind>): UiState {
	return rowOf(picker).closed?.(ui, picker) ?? ui;
}

/** The open list follows the session: what it no longer has leaves the list. What the session asks opens by itself. */
export function followPicker(session: SessionState, ui: UiState, now: number): UiState {
	return openAsked(session, followOpen(session, ui), now);
}

function followOpen(session: SessionState, ui: UiState): UiState {
	if (ui.panel.kind !== 'picker') return ui;
	const { picker } = ui.panel;
	const followed = follow(picker, session, ui);
	if (followed === picker) return ui;
	return { ...ui, panel: followed === null ? { kind: 'none' } : { kind: 'picker', picker: followed } };
}

function follow<Kind extends PickerKind>(
	picker: Picker<Kind>,
	session: SessionState,
	ui: UiState,
): Picker<Kind> | null {
	const { follow: change } = rowOf(picker);
	return change === undefined ? picker : change(picker, session, ui);
}
