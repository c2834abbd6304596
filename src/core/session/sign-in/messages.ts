/* What the session says of sign-ins in the transcript. */

/** What was refused waits. */
export const SENT_AFTER_SIGN_IN = 'What you sent waits; it goes as soon as you are signed in.';

/** The user left the sign-in. */
export const LEFT = 'You are not signed in.';

/** The user left the sign-in, and what they sent waits. */
export const LEFT_WITH_PROMPT = 'You are not signed in; what you sent is on hold.';

/** How to go on. */
export const LOGIN_HINT = '/login signs in';

/** The sign-in succeeded. */
export const signedIn = (agent: string): string => `Signed in to ${agent}.`;

/** The sign-in succeeded, and the prompt that was refused goes once more. */
export const signedInAndSent = (agent: string): string => `Signed in to ${agent}. Your prompt is sent again.`;

/** The agent refuses although the sign-in succeeded. */
export const stillRefused = (reason: string): string => `The sign-in succeeded, but the agent still refuses: ${reason}`;

/** The agent ended during the sign-in. */
export const endedMeanwhile = (how: string): string => `The sign-in was cut off: ${how}`;

/** The user signed out. */
export const signedOut = (agent: string): string => `Signed out of ${agent}.`;

/** What holds after signing out. */
export const SIGNED_OUT_DETAIL =
	'The conversation may be refused from here on. An API key in the environment, or in the agent’s settings, still applies.';

/** `/login` while no agent is connected. */
export const NO_AGENT_TO_SIGN_IN = 'There is no agent to sign in to.';

/** The sign-in succeeded while a turn runs. */
export const AFTER_RESTART = 'It takes effect when the agent restarts; the running turn goes on until then.';
