import type { ActionId } from '../keys/bindings.js';
import { onQueueAction } from '../pickers/queue-picker.js';
import { chooseRule, disarm } from '../slash-commands/permissions.js';
import type { ScreenContext } from '../state/context.js';
import type { ScreenLayout } from '../state/screen-layout.js';
import { show, tell, type UiStep, want, withoutToast } from '../state/step.js';
import type { Panel, PickerChoice, UiState } from '../state/ui-state.js';
import { keepWords, onEndTurnChoice } from './end-turn.js';

/** Keys on the help and on lists; null when the action is none of theirs. */
export function onPanelAction(context: ScreenContext, layout: ScreenLayout, action: ActionId): UiStep | null {
	const { ui } = context;
	switch (ui.panel.kind) {
		case 'none':
			return null;
		case 'help':
			return onHelp(ui, ui.panel, layout, action);
		case 'picker':
			return onPicker(context, ui.panel, layout, action);
	}
}

function onHelp(
	ui: UiState,
	panel: Extract<Panel, { kind: 'help' }>,
	layout: ScreenLayout,
	action: ActionId,
): UiStep | null {
	const page = Math.max(1, layout.overlayRows - 3);
	const steps: Partial<Record<ActionId, number>> = {
		'help-up': -1,
		'help-down': 1,
		'help-page-up': -page,
		'help-page-down': page,
	};
	const { filter } = panel;
	// What was typed goes first.
	if (action === 'help-close') return show({ ...ui, panel: filter === '' ? { kind: 'none' } : noFilter });
	if (action === 'help-erase') {
		return show({ ...ui, panel: { ...noFilter, filter: [...filter].slice(0, -1).join('') } });
	}
	const delta = steps[action];
	if (delta === undefined) return null;
	const scroll = Math.max(0, Math.min(layout.lastScroll, panel.scroll + delta));
	return show({ ...ui, panel: { ...panel, scroll } });
}

const noFilter: Extract<Panel, { kind: 'help' }> = { kind: 'help', scroll: 0, filter: '' };

function onPicker(
	context: ScreenContext,
	panel: Extract<Panel, { kind: 'picker' }>,
	layout: ScreenLayout,
	action: ActionId,
): UiStep | null {
	const { ui } = context;
	const { picker } = panel;
	const last = picker.items.length - 1;
	const page = Math.max(1, Math.min(layout.overlayRows - 2, 10));
	const move = (to: number): UiStep =>
		show({
			...ui,
			panel: {
				kind: 'picker',
				picker: disarm({ ...picker, selected: Math.max(0, Math.min(last, to)) }, context.session),
			},
		});
	const queued = onQueueAction(context, picker, action);
	if (queued !== null) return queued;
	switch (action) {
		case 'picker-previous':
			return move(picker.selected - 1);
		case 'picker-next':
			return move(picker.selected + 1);
		case 'picker-page-up':
			return move(picker.selected - page);
		case 'picker-page-down':
			return move(picker.selected + page);
		case 'picker-first':
			return move(0);
		case 'picker-last':
			return move(last);
		case 'picker-close':
			return show(keepWords({ ...ui, panel: { kind: 'none' } }, picker));
		case 'picker-accept': {
			const closed: UiState = { ...withoutToast(ui), panel: { kind: 'none' } };
			const item = picker.items[picker.selected];
			if (item?.choice.type === 'rule') return chooseRule(context, picker);
			if (item?.choice.type === 'keep-turn') return show(keepWords(closed, picker));
			return item === undefined ? show(closed) : choose(closed, item.choice);
		}
		default:
			return null;
	}
}

/** Carries out what a row stands for. */
export function choose(ui: UiState, choice: PickerChoice): UiStep {
	switch (choice.type) {
		case 'mode':
			return tell(ui, { type: 'set-mode', mode: choice.mode });
		case 'agent-mode':
			return tell(ui, { type: 'set-agent-mode', modeId: choice.modeId });
		case 'option':
			return tell(ui, { type: 'set-config-option', optionId: choice.optionId, value: choice.value });
		case 'undo':
			return tell(ui, { type: 'undo', setId: choice.setId, paths: choice.paths });
		case 'copy':
			return want(ui, { type: 'copy', text: choice.text, label: choice.label });
		case 'theme':
			return show({ ...ui, looks: { ...ui.looks, theme: choice.name } });
		case 'end-turn':
			return onEndTurnChoice(ui, choice);
		case 'ask-again':
			return tell(ui, { type: 'ask-again' });
		case 'keep-turn':
		case 'queue':
		case 'rule':
			// What is done with it, and asking once more before a rule goes, is the open list's.
			return show(ui);
	}
}
