/** A question in a permission request: not part of ACP v1, but agents send it (docs/protocol.md). Texts are raw. */
export type AgentQuestion = {
	readonly text: string;
	readonly header?: string;
	readonly choices: readonly { readonly label: string; readonly description?: string }[];
	readonly isMultiple: boolean;
};

export type AgentQuestions = {
	readonly items: readonly AgentQuestion[];
	/** The form in which this agent takes answers is known; otherwise only its options can be chosen. */
	readonly takesAnswers: boolean;
	readonly isAlone: boolean;
};
