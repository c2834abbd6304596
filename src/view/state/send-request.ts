import type { ImageBlock } from '../../core/content.js';
import type { AppEvent } from '../../core/event.js';
import type { PermissionOutcome } from '../../core/policy/policy-types.js';
import type { PastedRange } from '../../core/session/entries/pastes.js';
import type { Draft } from '../composer/draft.js';

/**
 * Send or queue a prompt; `interrupts` stops the running turn first and goes before the queue. What it
 * mentions is looked for in `written` alone, not in what was pasted as a block. `draft` is what comes
 * back when it cannot be sent as it is.
 */
export type SendRequest = {
	readonly type: 'send';
	readonly text: string;
	readonly interrupts: boolean;
	/** Goes into the turn that runs; where none does any more it is the next prompt. */
	readonly steers?: true;
	readonly written: string;
	readonly images: readonly ImageBlock[];
	readonly draft: Draft;
	/** Where in `text` the pasted blocks stand, in order; absent where nothing was pasted. */
	readonly pastes?: readonly PastedRange[];
	/** Where the prompt stood in the queue that it was taken back from, from 0. */
	readonly place?: number;
	/** Names one of the user's commands, unless there is none of that name: what it stands for is sent. */
	readonly isOwnCommand?: true;
	/** Asked beside the conversation. */
	readonly isSideQuestion?: true;
	/** The words go with this answer to a plan. */
	readonly answers?: PlanAnswer;
	/** The words say why this question is rejected: they go before what is queued. */
	readonly rejects?: Rejection;
};

export type PlanAnswer = Extract<AppEvent, { readonly type: 'answer-plan' | 'answer' }>;

/** The question that is rejected, and the answer to it. */
type Rejection = { readonly questionId: string; readonly outcome: PermissionOutcome };

/** Words behind a command: the prompt that they become, and the draft as it was typed, the command included. */
export type CommandWords = { readonly send: SendRequest; readonly typed: Draft };

/** The pasted parts of a prompt's text, from which the start of what was typed may have been cut. */
export function pastesOf(
	text: string,
	typed: { readonly text: string; readonly pastes: readonly PastedRange[] },
): Pick<SendRequest, 'pastes'> {
	const cut = typed.text.length - text.length;
	const pastes = typed.pastes
		.map(({ start, end }) => ({ start: Math.max(0, start - cut), end: end - cut }))
		.filter(({ start, end }) => start < end);
	return pastes.length === 0 ? {} : { pastes };
}
