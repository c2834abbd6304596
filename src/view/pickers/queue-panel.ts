import type { Prompt } from '../../core/prompt-schema.js';
import { foldPastes } from '../../core/session/entries/pastes.js';
import { typedText } from '../../core/session/prompts/command-prompt.js';
import type { SessionState } from '../../core/session/state.js';
import { isBeingSteered, isUncertain } from '../../core/session/steering/steering-of.js';
import { counted } from '../../core/text/counted.js';
import { type PanelAction, type PanelKind, panelOf } from '../panel/panel.js';
import { MAYBE_SENT } from './pickers-messages.js';
import { actOnQueued, editPrompt, mergePrompt, movePrompt, type QueueAct, removePrompt, steerPrompt } from './queue.js';

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

/** A prompt in its row: its first line, and what there is besides. */
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
