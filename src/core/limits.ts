/** Bounds on what an agent can make this program hold, far above well-behaved ones. Omissions are marked. */
export const limits = {
	messageChars: 16 * 1024 * 1024,
	/** Characters of a sub-agent's message or thought, of a compaction's summary, of a notice. */
	innerChars: 256 * 1024,
	/** Characters of a tool call's content, and of what is left of one item. */
	contentChars: 16 * 1024 * 1024,
	contentItems: 1000,
	locations: 1000,
	rawChars: 1024 * 1024,
	/** Levels of a raw input or output. */
	rawLevels: 500,
	titleChars: 10_000,
	planSteps: 500,
	commands: 1000,
	/** The agent's own terminals that no card names. */
	strayTerminals: 64,
	/** Transcript entries; beyond it the oldest go. */
	entries: 200_000,
	/** Characters of the transcript, roughly; beyond it the oldest entries go. */
	transcriptChars: 256 * 1024 * 1024,
	authMethods: 32,
	questions: 100,
	/** Separate sub-agents; further ones share one card. */
	subagents: 1000,
	idChars: 1000,
	requests: 1000,
	/** Bytes of a message on the wire. */
	lineBytes: 64 * 1024 * 1024,
};

/** `300 MB`, `12 kB`: rough size of an omission. Characters count as bytes. */
export function roughSize(chars: number): string {
	if (chars >= 1e6) return `${Math.round(chars / 1e6)} MB`;
	return chars >= 1e3 ? `${Math.round(chars / 1e3)} kB` : `${chars} characters`;
}
