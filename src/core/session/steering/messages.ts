/* What the session says of words that were sent into a running turn. */

export const notTaken = (why: string): string =>
	why === '' ? 'Your words did not go into the running turn.' : `Your words did not go into the running turn: ${why}`;

export const LACKING = 'This agent takes no words into a running turn after all.';

export const GOES_NEXT = 'They go as the next prompt.';

export const UNCERTAIN = 'The agent did not say whether it took your words into the running turn.';

export const UNCERTAIN_HINT = 'They are on hold in the queue: /queue sends, changes or drops them';

export const STARTED_TURN = 'The agent began a turn of its own for your words: its end is not reported.';
