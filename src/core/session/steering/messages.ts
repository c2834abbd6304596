/* What the session says of words that were sent into a running turn. */

/** Why words were not taken, as the agent says. */
export const notTaken = (why: string): string =>
	why === '' ? 'Your words did not go into the running turn.' : `Your words did not go into the running turn: ${why}`;

/** The agent announced that it takes words into a running turn, and does not know the request. */
export const LACKING = 'This agent takes no words into a running turn after all.';

/** What becomes of them then. */
export const GOES_NEXT = 'They go as the next prompt.';

/** The agent does not say, or not clearly, whether it took the words. */
export const UNCERTAIN = 'The agent did not say whether it took your words into the running turn.';

/** They are not sent again by themselves. */
export const UNCERTAIN_HINT = 'They are on hold in the queue: /queue sends, changes or drops them';

/** The agent began a turn for the words that this client did not ask for. */
export const STARTED_TURN = 'The agent began a turn of its own for your words: its end is not reported.';
