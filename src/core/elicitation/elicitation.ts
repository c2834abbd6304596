import type { Form, FormContent } from './form.js';

export type ElicitationFeatures = { readonly form: boolean; readonly url: boolean };

type ElicitationScope =
	| { readonly type: 'session'; readonly sessionId: string; readonly toolCallId?: string }
	/** A request of ours that is under way, such as `authenticate`; of a prompt with its session. */
	| { readonly type: 'request'; readonly sessionId?: string };

/** `elicitation/create`. The message is the agent's, as sent. */
export type ElicitationRequest = {
	readonly scope: ElicitationScope;
	readonly message: string;
	readonly input:
		| { readonly mode: 'url'; readonly elicitationId: string; readonly url: string }
		| {
				readonly mode: 'form';
				/** Or why its schema cannot be shown as a form, in words that follow “its form”. */
				readonly form: Form | { readonly because: string };
				/** The agent works on meanwhile, and its turn may end before the answer. */
				readonly isNonblocking?: true;
		  }
		| { readonly mode: 'other'; readonly word: string };
};

/**
 * For an address `accept` means that the user agreed to open it, not that they are done there; for a form it has the
 * content.
 */
export type ElicitationAnswer =
	| { readonly action: 'accept'; readonly content?: FormContent }
	| { readonly action: 'decline' | 'cancel' };

export type ElicitationEvent = {
	/** `elicitation/complete`: the user's part at an address is done. */
	readonly type: 'elicitation-completed';
	readonly elicitationId: string;
};
