/**
 * How much of an agent is kept, so that one that runs wild costs no more than this. Generous: no agent
 * that means well comes near. What is left out is said where it would stand.
 */
export const limits = {
	/** Characters of one message or thought. */
	messageChars: 16 * 1024 * 1024,
	/** Characters of one message or thought of a sub-agent, of a compaction's summary, of a notice. */
	innerChars: 256 * 1024,
	/** Characters of what one tool call shows; of one item what is left of them. */
	contentChars: 16 * 1024 * 1024,
	/** Items that one tool call shows. */
	contentItems: 1000,
	/** Places that one tool call names. */
	locations: 1000,
	/** Characters of a tool call's raw input, and of its raw output. */
	rawChars: 1024 * 1024,
	/** Characters of a title, a name, a step of a plan. */
	titleChars: 10_000,
	/** Steps of a plan. */
	planSteps: 500,
	/** Slash commands of the agent. */
	commands: 1000,
	/** Terminals of the agent's own that no card names. */
	strayTerminals: 64,
	/** Entries of the transcript; when there are more, the oldest go. */
	entries: 200_000,
	/** Characters that the transcript holds, about; when there are more, the oldest entries go. */
	transcriptChars: 256 * 1024 * 1024,
	/** Sign-in methods. */
	authMethods: 32,
	/** Questions that wait for the user at once. */
	questions: 100,
	/** Sub-agents that are told apart; what more of them do stands below one card. */
	subagents: 1000,
	/** Characters of a session id that is remembered. */
	idChars: 1000,
	/** Requests of the agent that are under way at once. */
	requests: 1000,
	/** Bytes of one message on the wire. */
	lineBytes: 64 * 1024 * 1024,
};

/** `300 MB`, `12 kB`: about, for what is left out. Characters count as bytes. */
export function roughSize(chars: number): string {
	if (chars >= 1e6) return `${Math.round(chars / 1e6)} MB`;
	return chars >= 1e3 ? `${Math.round(chars / 1e3)} kB` : `${chars} characters`;
}
