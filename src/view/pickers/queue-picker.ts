import { foldPastes } from '../../core/session/pastes.js';
import type { SessionState } from '../../core/session/state.js';
import { counted } from '../../core/text/counted.js';
import { reduceComposer } from '../composer/composer.js';
import type { ActionId } from '../keys/bindings.js';
import type { ScreenContext } from '../state/context.js';
import { show, tell, toast, type UiStep } from '../state/step.js';
import { isDraftEmpty, type Picker, type UiState } from '../state/ui-state.js';

/** What waits to be sent, the next first; null when nothing does. */
export function queuePicker(session: SessionState, selected = 0): Picker | null {
	if (session.queue.length === 0) return null;
	return {
		title: 'Queue · d removes, alt+↑ alt+↓ move, enter edits',
		items: session.queue.map((prompt, index) => {
			const [first = '', ...more] = foldPastes(prompt.text, prompt.pastes).split('\n');
			const others = prompt.blocks.filter((block) => block.type !== 'text').length;
			return {
				label: `${index + 1} ${first}`,
				detail: [
					...(more.length === 0 ? [] : [`+${counted(more.length, 'line')}`]),
					...(others === 0 ? [] : [`${others} attached`]),
				].join(' · '),
				isCurrent: false,
				choice: { type: 'queue', promptId: prompt.id },
			};
		}),
		selected: Math.max(0, Math.min(session.queue.length - 1, selected)),
	};
}

/** True for the list of what waits. */
export function isQueuePicker(picker: Picker): boolean {
	return picker.items[0]?.choice.type === 'queue';
}

/** Keys on the list of what waits; null when the action is none of them, or the list another one. */
export function onQueueAction(context: ScreenContext, picker: Picker, action: ActionId): UiStep | null {
	const { ui } = context;
	const choice = picker.items[picker.selected]?.choice;
	if (choice?.type !== 'queue') return null;
	const { promptId } = choice;
	switch (action) {
		case 'queue-edit':
		case 'picker-accept':
			return takeIntoDraft(context, promptId);
		case 'queue-remove':
			return tell(ui, { type: 'queue-remove', promptId });
		case 'queue-earlier':
			return tell(ui, { type: 'queue-move', promptId, by: -1 });
		case 'queue-later':
			return tell(ui, { type: 'queue-move', promptId, by: 1 });
		default:
			return null;
	}
}

/** A queued prompt comes back into the draft; what was being written is put aside. */
function takeIntoDraft({ session, ui, now }: ScreenContext, promptId: string): UiStep {
	const closed: UiState = { ...ui, panel: { kind: 'none' } };
	const prompt = session.queue.find((candidate) => candidate.id === promptId);
	if (prompt === undefined) return show(toast(closed, 'It was sent meanwhile', now));
	const isAside = !isDraftEmpty(ui);
	const cleared = isAside ? reduceComposer(ui.composer, { type: 'action', id: 'stash' }) : ui.composer;
	const place = session.queue.indexOf(prompt);
	const composer = reduceComposer(cleared, { type: 'take-back', taken: { prompt, place } });
	const next = { ...closed, composer };
	return tell(isAside ? toast(next, 'Your draft is put aside; ctrl+s on an empty one brings it back', now) : next, {
		type: 'queue-remove',
		promptId,
	});
}

/** The open list follows the queue: what was sent leaves it, and the selection stays on its prompt. */
export function followQueue(session: SessionState, ui: UiState): UiState {
	if (ui.panel.kind !== 'picker' || !isQueuePicker(ui.panel.picker)) return ui;
	const { picker } = ui.panel;
	const shown = picker.items.map(({ choice }) => (choice.type === 'queue' ? choice.promptId : ''));
	if (shown.length === session.queue.length && session.queue.every((prompt, index) => prompt.id === shown[index])) {
		return ui;
	}
	const at = session.queue.findIndex((prompt) => prompt.id === shown[picker.selected]);
	const next = queuePicker(session, at < 0 ? picker.selected : at);
	return { ...ui, panel: next === null ? { kind: 'none' } : { kind: 'picker', picker: next } };
}
