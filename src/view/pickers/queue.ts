import { foldPastes } from '../../core/session/prompts/pastes.js';
import type { SessionState } from '../../core/session/state.js';
import { counted } from '../../core/text/counted.js';
import { stashDraft } from '../composer/commands.js';
import { reduceComposer } from '../composer/composer.js';
import type { ScreenContext } from '../state/context.js';
import type { Picker } from '../state/picker.js';
import { show, toast, type UiStep, withEvent } from '../state/step.js';
import { isDraftEmpty } from '../state/ui-state.js';
import { DRAFT_ASIDE, QUEUE_KEYS, SENT_MEANWHILE, SPOKEN_QUEUE_HINT } from './messages.js';
import { type PickerRow, pickerOf } from './picker-row.js';

/** What waits to be sent, the next first; null when nothing does. */
export function queuePicker(session: SessionState, selected = 0): Picker<'queue'> | null {
	if (session.queue.length === 0) return null;
	const items = session.queue.map((prompt, index) => {
		const [first = '', ...more] = foldPastes(prompt.text, prompt.pastes).split('\n');
		const others = prompt.blocks.filter((block) => block.type !== 'text').length;
		const lines = more.length === 0 ? [] : [`+${counted(more.length, 'line')}`];
		return {
			label: `${index + 1} ${first}`,
			detail: [...lines, ...(others === 0 ? [] : [`${others} attached`])].join(' · '),
			isCurrent: false,
			choice: { promptId: prompt.id },
		};
	});
	return {
		...pickerOf('queue', 'Queue', items),
		selected: Math.max(0, Math.min(session.queue.length - 1, selected)),
	};
}

/** The prompt that is selected in the list of what waits; null where another list, or none, is open. */
function selectedPrompt({ panel }: ScreenContext['ui']): string | null {
	if (panel.kind !== 'picker' || panel.picker.kind !== 'queue') return null;
	return panel.picker.items[panel.picker.selected]?.choice.promptId ?? null;
}

/** Takes the selected prompt out of the queue. */
export function removeQueued({ ui }: ScreenContext): UiStep {
	const promptId = selectedPrompt(ui);
	return promptId === null ? show(ui) : withEvent(ui, { type: 'queue-remove', promptId });
}

/** Sends the selected prompt earlier (-1) or later (1). */
export const moveQueued =
	(by: -1 | 1) =>
	({ ui }: ScreenContext): UiStep => {
		const promptId = selectedPrompt(ui);
		return promptId === null ? show(ui) : withEvent(ui, { type: 'queue-move', promptId, by });
	};

export const queueRow: PickerRow<'queue'> = {
	keys: 'queue',
	keyWords: QUEUE_KEYS,
	// It comes back into the draft; what was being written is put aside.
	choose({ session, ui, now }, { promptId }) {
		const prompt = session.queue.find((candidate) => candidate.id === promptId);
		if (prompt === undefined) return show(toast(ui, SENT_MEANWHILE, now));
		const isAside = !isDraftEmpty(ui);
		const cleared = isAside ? reduceComposer(ui.composer, { type: 'command', command: stashDraft }) : ui.composer;
		const place = session.queue.indexOf(prompt);
		const composer = reduceComposer(cleared, { type: 'take-back', taken: { prompt, place } });
		const next = { ...ui, composer };
		return withEvent(isAside ? toast(next, DRAFT_ASIDE, now) : next, { type: 'queue-remove', promptId });
	},
	// What was sent leaves the list, and the selection stays on its prompt.
	follow(picker, session) {
		const shown = picker.items.map(({ choice }) => choice.promptId);
		const isSame = shown.length === session.queue.length && session.queue.every(({ id }, at) => id === shown[at]);
		if (isSame) return picker;
		const at = session.queue.findIndex((prompt) => prompt.id === shown[picker.selected]);
		return queuePicker(session, at < 0 ? picker.selected : at);
	},
	lines: { how: SPOKEN_QUEUE_HINT, choose: ({ ui }) => show(ui) },
};
