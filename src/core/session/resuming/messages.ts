/* What is said of taking up an older session. */

/** The session that was asked for is the open one. */
export const ALREADY_OPEN = 'This session is open already.';

/** One is being looked for. */
export const ALREADY_RESUMING = 'A session is being resumed already.';

/** The agent goes on in the session. */
export const RESUMED = 'Session resumed.';

/** It goes on in a session that was not asked what stands further down. */
export const resumedInPart = (agent: string): string =>
	`Session resumed. ${agent} does not remember all of what is above: part of it was said in another session.`;

/** The same where nobody sees a transcript. */
export const NOT_IN_MEMORY =
	'The session was resumed, but part of the conversation took place in another one: the agent does not remember that part.';
export const NOT_IN_MEMORY_HINT = '--briefing sends a summary of it along.';

/** The agent has a new session. */
export const notKnown = (agent: string): string =>
	`${agent} could not resume this session: it has a new one and remembers nothing of what is above.`;

/** What can be done about that. */
export const NOT_KNOWN_HINT = 'the transcript stays; say in your next prompt what the agent has to know';

/** Behind the prompt that a briefing goes with. */
export const SENT_BRIEFING = 'Sent along: a briefing on the conversation above.';

/** The question whether the agent is told of what it does not remember. */
export const BRIEFING = {
	title: 'Hand the agent a briefing on the conversation above?',
	because: 'its new session knows nothing of it',
	titleOfPart: 'Hand the agent a briefing on what was said in the other session?',
	becauseOfPart: 'this session knows nothing of it',
	yes: 'Yes, send it with my next prompt',
	no: 'No, go on without it',
	field: 'briefing',
} as const;
