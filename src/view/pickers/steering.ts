import { reduceComposer } from '../composer/composer.js';
import type { Picker, SteeringChoice } from '../state/picker.js';
import { show, toast, type UiStep, withRequests } from '../state/step.js';
import type { UiState } from '../state/ui-state.js';
import { type PickerRow, pickerOf } from './picker-row.js';
import { NO_STEERING, SENT_MEANWHILE } from './pickers-messages.js';

/** Asks what becomes of words that the agent does not take into its running turn. */
export function steeringPicker(of: SteeringChoice['of']): Picker<'steering'> {
	const item = (how: SteeringChoice['how'], label: string) => ({
		label,
		detail: '',
		isCurrent: false,
		choice: { how, of },
	});
	const queue = of.type === 'queued' ? NO_STEERING.leave : NO_STEERING.queue;
	return {
		...pickerOf('steering', NO_STEERING.title, [item('stop', NO_STEERING.stop), item('queue', queue)]),
	};
}

/** The words are back in the draft. */
function giveBack(ui: UiState, of: SteeringChoice['of'] | undefined): UiState {
	if (of?.type !== 'words') return ui;
	return { ...ui, composer: reduceComposer(ui.composer, { type: 'give-back', draft: of.words.typed }) };
}

export const steeringRow: PickerRow<'steering'> = {
	choose({ ui, session, now }, { how, of }): UiStep {
		if (of.type === 'words') return withRequests(ui, { ...of.words.send, interrupts: how === 'stop' });
		if (how === 'queue') return show(ui);
		const prompt = session.queue.find(({ id }) => id === of.promptId);
		if (prompt === undefined) return show(toast(ui, SENT_MEANWHILE, now));
		return withRequests(
			ui,
			{ type: 'dispatch', event: { type: 'queue-remove', promptId: of.promptId } },
			{ type: 'dispatch', event: { type: 'prompt', prompt, interrupts: true } },
		);
	},
	closed: (ui, { items: [first] }) => giveBack(ui, first?.choice.of),
};
