/* What is said of an agent that crashed. */

/** A prompt on which nothing was seen when the agent crashed. */
export const PROMPT_AGAIN = 'Your prompt is sent again as soon as the agent is back.';
