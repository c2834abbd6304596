import type { Form, FormContent } from './form.js';

/** The modes of `elicitation/create` (ACP) that the client announces, and asks the user by. */
export type ElicitationFeatures = { readonly form: boolean; readonly url: boolean };

/** What an agent's request for the user's input belongs to (ACP: the scope of an elicitation). */
type ElicitationScope =
	| { readonly type: 'session'; readonly sessionId: string; readonly toolCallId?: string }
	/** A request of ours that is under way, such as `authenticate`; of a prompt with the session whose turn it is. */
	| { readonly type: 'request'; readonly sessionId?: string };

/** `elicitation/create`: the agent asks the user for something. The message is the agent's, as it sent it. */
export type ElicitationRequest = {
	readonly scope: ElicitationScope;
	readonly message: string;
	readonly input:
		| { readonly mode: 'url'; readonly elicitationId: string; readonly url: string }
		| {
				readonly mode: 'form';
				/** Or why its schema cannot be asked by, in words that follow “its form”. */
				readonly form: Form | { readonly because: string };
				/** The agent works on meanwhile, and its turn may end before the answer. */
				readonly isBeside?: true;
		  }
		/** A mode that was not announced. */
		| { readonly mode: 'other'; readonly word: string };
};

/**
 * The answer to `elicitation/create`. To an address `accept` says that the user goes on, not that they are done there;
 * to a form it brings the content.
 */
export type ElicitationAnswer =
	| { readonly action: 'accept'; readonly content?: FormContent }
	| { readonly action: 'decline' | 'cancel' };

/** What agents say of their requests for input besides. */
export type ElicitationEvent = {
	/** What the user was to do at an address is done (`elicitation/complete`). */
	readonly type: 'elicitation-completed';
	readonly elicitationId: string;
};
