/* What is said of an agent that crashed. */

/** After a crash, for an unanswered prompt. */
export const PROMPT_AGAIN = 'Your prompt is sent again as soon as the agent is back.';
