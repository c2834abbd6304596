/** The transcript of a sub-agent that is open, as a state keeps it; `subagentViewIn` says what it does. */
export type OpenSubagentView = {
	/** The tool call that stands for the sub-agent in the transcript. */
	readonly cardId: string;
};
