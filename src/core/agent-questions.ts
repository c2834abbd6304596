/**
 * A question that an agent puts to the user within a permission request. ACP v1 has nothing of the kind
 * there, but agents send it: see docs/protocol.md. All texts are raw.
 */
export type AgentQuestion = {
	readonly text: string;
	/** A word or two on what it is about. */
	readonly header?: string;
	/** What the agent offers as answers; may be empty. */
	readonly choices: readonly { readonly label: string; readonly description?: string }[];
	/** Several of the choices may be chosen. */
	readonly isMultiple: boolean;
};

/** The questions of one request. */
export type AgentQuestions = {
	readonly items: readonly AgentQuestion[];
	/** It is known how answers reach this agent; without that its options are all that can be chosen. */
	readonly takesAnswers: boolean;
	/** The request holds nothing else, so answering them allows nothing but that. */
	readonly isAlone: boolean;
};
