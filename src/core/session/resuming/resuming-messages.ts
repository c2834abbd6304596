export const ALREADY_OPEN = 'This session is open already.';
export const ALREADY_RESUMING = 'A session is being resumed already.';
export const RESUMED = 'Session resumed.';
export const resumedInPart = (agent: string): string =>
	`Session resumed. ${agent} does not remember all of what is above: part of it was said in another session.`;

export const NOT_IN_MEMORY =
	'The session was resumed, but part of the conversation took place in another one: the agent does not remember that part.';
export const NOT_IN_MEMORY_HINT = '--briefing sends a summary of it along.';
export const notKnown = (agent: string): string =>
	`${agent} could not resume this session: it has a new one and remembers nothing of what is above.`;
export const NOT_KNOWN_HINT = 'the transcript stays; say in your next prompt what the agent has to know';
export const SENT_BRIEFING = 'Sent along: a briefing on the conversation above.';

export const BRIEFING = {
	title: 'Hand the agent a briefing on the conversation above?',
	because: 'its new session knows nothing of it',
	titleOfPart: 'Hand the agent a briefing on what was said in the other session?',
	becauseOfPart: 'this session knows nothing of it',
	yes: 'Yes, send it with my next prompt',
	no: 'No, go on without it',
	field: 'briefing',
} as const;
