/* What the panel of a side question says. */

export const TITLE = 'Side question';

/** Part of the conversation that its session knows, where it does not know all of it. */
export const KNOWS = {
	conversation: 'knows this conversation',
	briefing: 'knows a summary of this conversation',
	nothing: 'a new session',
} as const;

/** Where the question stands. */
export const PHASES = {
	starting: 'starting',
	answering: 'answering',
	done: 'answered',
	failed: 'no answer',
	stopped: 'stopped',
} as const;

export const WAITS_KEY = ' · tab';
