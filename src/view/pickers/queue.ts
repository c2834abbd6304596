import { foldPastes } from '../../core/session/entries/pastes.js';
import { isCommandPrompt } from '../../core/session/prompts/command-prompt.js';
import type { Prompt, SessionState } from '../../core/session/state.js';
import { canSteer, isBeingSteered, isUncertain } from '../../core/session/steering/steering-of.js';
import { counted } from '../../core/text/counted.js';
import { stashDraft } from '../composer/commands.js';
import { reduceComposer } from '../composer/composer.js';
import type { ScreenContext } from '../state/context.js';
import type { Picker } from '../state/picker.js';
import { openPicker, show, toast, type UiStep, withEvent } from '../state/step.js';
import { isDraftEmpty } from '../state/ui-state.js';
import { type PickerRow, pickerOf } from './picker-row.js';
import {
	BEING_STEERED,
	COMMAND_STAYS,
	DRAFT_ASIDE,
	MAYBE_SENT,
	NO_TURN_RUNS,
	NOT_MERGED,
	NOTHING_BEHIND,
	ON_ITS_WAY,
	QUEUE_KEYS,
	SENT_MEANWHILE,
	SPOKEN_QUEUE_HINT,
} from './pickers-messages.js';
import { steeringPicker } from './steering.js';

/** What waits to be sent, the next first; null when nothing does. */
export function queuePicker(session: SessionState, selected = 0): Picker<'queue'> | null {
	if (session.queue.length === 0) return null;
	const items = session.queue.map((prompt) => {
		const [first = '', ...more] = foldPastes(prompt.text, prompt.pastes).split('\n');
		const others = prompt.blocks.filter((block) => block.type !== 'text').length;
		const lines = more.length === 0 ? [] : [`+${counted(more.length, 'line')}`];
		const isOnItsWay = isBeingSteered(session, prompt.id);
		const way = isOnItsWay ? [ON_ITS_WAY] : isUncertain(session, prompt.id) ? [MAYBE_SENT] : [];
		return {
			label: first,
			detail: [...way, ...lines, ...(others === 0 ? [] : [`${others} attached`])].join(' · '),
			isCurrent: false,
			choice: { promptId: prompt.id },
		};
	});
	return {
		...pickerOf('queue', 'Queue', items),
		selected: Math.max(0, Math.min(session.queue.length - 1, selected)),
	};
}

/** What can be done with a queued prompt besides sending it. */
type QueueAct = (context: ScreenContext, prompt: Prompt) => UiStep;

/** Takes it out of the queue. */
export const removePrompt: QueueAct = ({ ui }, { id }) => withEvent(ui, { type: 'queue-remove', promptId: id });

/** Sends it earlier (-1) or later (1). */
export const movePrompt =
	(by: -1 | 1): QueueAct =>
	({ ui }, { id }) =>
		withEvent(ui, { type: 'queue-move', promptId: id, by });

/** Makes one of it and the one behind it. */
export const mergePrompt: QueueAct = ({ ui, session, now }, prompt) => {
	const behind = session.queue[session.queue.indexOf(prompt) + 1];
	if (behind === undefined) return show(toast(ui, NOTHING_BEHIND, now));
	const isOpen = [prompt, behind].some(({ id }) => isBeingSteered(session, id) || isUncertain(session, id));
	if (isOpen) return show(toast(ui, NOT_MERGED, now));
	return withEvent(ui, { type: 'queue-merge', promptId: prompt.id });
};

/** Sends it into the running turn; where the agent takes nothing into one, asks what to do instead. */
export const steerPrompt: QueueAct = ({ ui, session, now }, prompt) => {
	const { turn } = session;
	if (turn === null || turn.cancelledAt !== undefined) return show(toast(ui, NO_TURN_RUNS, now));
	if (isCommandPrompt(prompt, session.commands)) return show(toast(ui, COMMAND_STAYS, now));
	if (canSteer(session)) return withEvent(ui, { type: 'steer', prompt, isQueued: true });
	return show(openPicker(ui, steeringPicker({ type: 'queued', promptId: prompt.id })));
};

/** Takes it out of the queue into the draft; what was being written is put aside. */
export const editPrompt: QueueAct = ({ session, ui, now }, prompt) => {
	const isAside = !isDraftEmpty(ui);
	const cleared = isAside ? reduceComposer(ui.composer, { type: 'command', command: stashDraft }) : ui.composer;
	const place = session.queue.indexOf(prompt);
	const composer = reduceComposer(cleared, { type: 'take-back', taken: { prompt, place } });
	const next = { ...ui, composer };
	return withEvent(isAside ? toast(next, DRAFT_ASIDE, now) : next, { type: 'queue-remove', promptId: prompt.id });
};

/** Does it, unless the prompt was sent meanwhile, or the agent is just being handed it. */
export function actOnQueued(context: ScreenContext, promptId: string | undefined, act: QueueAct): UiStep {
	const { session, ui, now } = context;
	const prompt = session.queue.find(({ id }) => id === promptId);
	if (prompt === undefined) return show(toast(ui, SENT_MEANWHILE, now));
	return isBeingSteered(session, prompt.id) ? show(toast(ui, BEING_STEERED, now)) : act(context, prompt);
}

/** The same with the prompt that is selected in the list of what waits. */
export const onSelected =
	(act: QueueAct) =>
	(context: ScreenContext): UiStep => {
		const { panel } = context.ui;
		if (panel.kind !== 'picker' || panel.picker.kind !== 'queue') return show(context.ui);
		return actOnQueued(context, panel.picker.items[panel.picker.selected]?.choice.promptId, act);
	};

export const queueRow: PickerRow<'queue'> = {
	keys: 'queue',
	keyWords: QUEUE_KEYS,
	choose: (context, { promptId }) => actOnQueued(context, promptId, editPrompt),
	// What was sent leaves the list, and the selection stays on its prompt.
	follow(picker, session) {
		const shown = picker.items.map(({ choice }) => choice.promptId);
		const at = session.queue.findIndex((prompt) => prompt.id === shown[picker.selected]);
		const fresh = queuePicker(session, at < 0 ? picker.selected : at);
		const isSame =
			fresh !== null &&
			fresh.items.length === picker.items.length &&
			fresh.items.every(({ label, detail, choice }, index) => {
				const old = picker.items[index];
				return old?.label === label && old.detail === detail && old.choice.promptId === choice.promptId;
			});
		return isSame ? picker : fresh;
	},
	lines: { how: SPOKEN_QUEUE_HINT, choose: ({ ui }) => show(ui) },
};
