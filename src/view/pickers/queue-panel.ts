import type { Prompt } from '../../core/prompt-schema.js';
import { foldPastes } from '../../core/session/entries/pastes.js';
import { isCommandPrompt, typedText } from '../../core/session/prompts/command-prompt.js';
import type { SessionState } from '../../core/session/state.js';
import { canSteer, isBeingSteered, isUncertain } from '../../core/session/steering/steering-of.js';
import { counted } from '../../core/text/counted.js';
import { reduceComposer } from '../composer/composer.js';
import { stashDraft } from '../composer/composer-commands.js';
import { openPanel } from '../panel/engine.js';
import { type PanelAction, type PanelKind, panelOf } from '../panel/panel.js';
import type { ScreenContext } from '../state/context.js';
import { isDraftEmpty } from '../state/ui-state.js';
import { show, toast, type UiStep, withEvent } from '../state/ui-step.js';
import {
	BEING_STEERED,
	COMMAND_ALONE,
	MAYBE_SENT,
	NO_TURN_RUNS,
	NOTHING_BEHIND,
	SENT_MEANWHILE,
} from './pickers-messages.js';
import { steeringPanel } from './steering-panel.js';

type QueueAct = (context: ScreenContext, prompt: Prompt) => UiStep;

export const removePrompt: QueueAct = ({ ui }, { id }) => withEvent(ui, { type: 'queue-remove', promptId: id });

/** Moves a queued prompt by one place: earlier (-1) or later (1). */
export const movePrompt =
	(by: -1 | 1): QueueAct =>
	({ ui }, { id }) =>
		withEvent(ui, { type: 'queue-move', promptId: id, by });

/** Merges a queued prompt with the next one. */
export const mergePrompt: QueueAct = ({ ui, session, now }, prompt) => {
	const behind = session.queue[session.queue.indexOf(prompt) + 1];
	if (behind === undefined) return show(toast(ui, NOTHING_BEHIND, now));
	const isOpen = [prompt, behind].some(({ id }) => isBeingSteered(session, id) || isUncertain(session, id));
	if (isOpen) return show(toast(ui, 'One of the two may be with the agent already: send or remove it first', now));
	if (prompt.command !== undefined || behind.command !== undefined) return show(toast(ui, COMMAND_ALONE, now));
	return withEvent(ui, { type: 'queue-merge', promptId: prompt.id });
};

/** Sends a queued prompt into the running turn; where the agent takes none, asks what to do instead. */
export const steerPrompt: QueueAct = (context, prompt) => {
	const { ui, session, now } = context;
	const { turn } = session;
	if (turn === null || turn.cancelledAt !== undefined) return show(toast(ui, NO_TURN_RUNS, now));
	if (prompt.command !== undefined) return show(toast(ui, COMMAND_ALONE, now));
	if (isCommandPrompt(prompt, session.commands))
		return show(toast(ui, 'A command of the agent cannot go into a running turn', now));
	if (canSteer(session)) return withEvent(ui, { type: 'steer', prompt, isQueued: true });
	return show(openPanel(context, steeringPanel, { type: 'queued', promptId: prompt.id }));
};

/** Moves a queued prompt into the draft, whose text is stashed. */
export const editPrompt: QueueAct = ({ session, ui, now }, prompt) => {
	const isStashed = !isDraftEmpty(ui);
	const cleared = isStashed ? reduceComposer(ui.composer, { type: 'command', command: stashDraft }) : ui.composer;
	const place = session.queue.indexOf(prompt);
	const composer = reduceComposer(cleared, { type: 'take-back', taken: { prompt, place } });
	const next = { ...ui, composer };
	return withEvent(
		isStashed ? toast(next, 'Your draft is put aside; ctrl+s on an empty one brings it back', now) : next,
		{ type: 'queue-remove', promptId: prompt.id },
	);
};

/** Acts on a queued prompt, unless it was sent meanwhile, or is being sent. */
export function actOnQueued(context: ScreenContext, promptId: string | undefined, act: QueueAct): UiStep {
	const { session, ui, now } = context;
	const prompt = session.queue.find(({ id }) => id === promptId);
	if (prompt === undefined) return show(toast(ui, SENT_MEANWHILE, now));
	return isBeingSteered(session, prompt.id) ? show(toast(ui, BEING_STEERED, now)) : act(context, prompt);
}

/** Prompts that wait to be sent, the next first. */
export const queuePanel: PanelKind = {
	name: 'queue',
	keys: 'queue',
	panel(context) {
		const { session } = context;
		if (session.queue.length === 0) return null;
		return panelOf({
			title: 'Queue',
			keyWords: 'd removes, alt+↑↓ moves',
			rows: session.queue.map((prompt) => ({ id: prompt.id, ...wordsOf(session, prompt), isCurrent: false })),
			actions: (row) => (row === undefined ? [] : ACTIONS.map((action) => withPrompt(action, row.id))),
		});
	},
};

/** First line of a prompt; in the detail its state, further lines and attachments. */
function wordsOf(session: SessionState, prompt: Prompt) {
	const { id, pastes, blocks } = prompt;
	const [label = '', ...more] = foldPastes(typedText(prompt), pastes).split('\n');
	const others = blocks.filter((block) => block.type !== 'text').length;
	const way = isBeingSteered(session, id)
		? ['on its way into the running turn']
		: isUncertain(session, id)
			? [MAYBE_SENT]
			: [];
	const lines = more.length === 0 ? [] : [`+${counted(more.length, 'line')}`];
	return { label, detail: [...way, ...lines, ...(others === 0 ? [] : [`${others} attached`])].join(' · ') };
}

const ACTIONS = [
	{ id: 'queue-edit', words: 'edit', spoken: 'Edit it', isEnter: true, closes: true, does: editPrompt },
	{ id: 'queue-steer', words: 'steer', spoken: 'Send it into the running turn', does: steerPrompt },
	{ id: 'queue-merge', words: 'merge', spoken: 'Make one of it and the next', does: mergePrompt },
	{ id: 'queue-remove', words: 'remove', spoken: 'Take it out of the queue', does: removePrompt },
	{ id: 'queue-earlier', words: 'earlier', spoken: 'Send it earlier', does: movePrompt(-1) },
	{ id: 'queue-later', words: 'later', spoken: 'Send it later', does: movePrompt(1) },
] as const satisfies readonly (Omit<PanelAction<null>, 'run'> & { readonly does: QueueAct })[];

function withPrompt({ does, ...action }: (typeof ACTIONS)[number], promptId: string): PanelAction<null> {
	return { ...action, run: (context) => actOnQueued(context, promptId, does) };
}
