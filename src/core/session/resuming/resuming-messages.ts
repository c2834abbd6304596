export const ALREADY_RESUMING = 'A session is being resumed already.';

export const NOT_IN_MEMORY =
	'The session was resumed, but part of the conversation took place in another one: the agent does not remember that part.';
export const NOT_IN_MEMORY_HINT = '--briefing sends a summary of it along.';

export const BRIEFING = {
	title: 'Hand the agent a briefing on the conversation above?',
	because: 'its new session knows nothing of it',
	titleOfPart: 'Hand the agent a briefing on what was said in the other session?',
	becauseOfPart: 'this session knows nothing of it',
	yes: 'Yes, send it with my next prompt',
	no: 'No, go on without it',
	field: 'briefing',
} as const;
