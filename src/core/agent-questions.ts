/**
 * A question that an agent puts to the user within a permission request. ACP v1 has nothing of the kind
 * there, but agents send it: see docs/protocol.md. All texts are raw.
 */
export type AgentQuestion = {
	readonly text: string;
	readonly header?: string;
	/** Offered answers; may be empty. */
	readonly choices: readonly { readonly label: string; readonly description?: string }[];
	readonly isMultiple: boolean;
};

export type AgentQuestions = {
	readonly items: readonly AgentQuestion[];
	/** The form in which this agent takes answers is known; otherwise only its options can be chosen. */
	readonly takesAnswers: boolean;
	readonly isAlone: boolean;
};
