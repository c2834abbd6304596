/* What is said of an agent that crashed. */

/** A prompt on which nothing was seen when the agent crashed. */
export const PROMPT_AGAIN = 'Your prompt is sent again as soon as the agent is back.';

/** The agent is back without its session, and prompts would reach one that remembers nothing. */
export const HELD_WITHOUT_SESSION = 'What you sent is on hold: the agent does not remember this conversation.';

/** How to send what is on hold. */
export const HELD_HINT = 'enter on an empty draft sends it';
