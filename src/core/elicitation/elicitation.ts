/** The modes of `elicitation/create` (ACP) that the client announces, and asks the user by. */
export type ElicitationFeatures = { readonly url: boolean };

/** What an agent's request for the user's input belongs to (ACP: the scope of an elicitation). */
type ElicitationScope =
	| { readonly type: 'session'; readonly sessionId: string; readonly toolCallId?: string }
	/** A request of ours that is under way, such as `authenticate`. */
	| { readonly type: 'request' };

/** `elicitation/create`: the agent asks the user for something. The texts are the agent's, as it sent them. */
export type ElicitationRequest = {
	readonly scope: ElicitationScope;
	readonly message: string;
	readonly input:
		| { readonly mode: 'url'; readonly elicitationId: string; readonly url: string }
		/** A mode that was not announced. */
		| { readonly mode: 'other'; readonly word: string };
};

/** The answer to `elicitation/create`. To an address `accept` says that the user goes on, not that they are done there. */
export type ElicitationAnswer = { readonly action: 'accept' | 'decline' | 'cancel' };

/** What agents say of their requests for input besides. */
export type ElicitationEvent = {
	/** What the user was to do at an address is done (`elicitation/complete`). */
	readonly type: 'elicitation-completed';
	readonly elicitationId: string;
};
