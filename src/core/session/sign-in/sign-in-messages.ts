export const SENT_AFTER_SIGN_IN = 'What you sent waits; it goes as soon as you are signed in.';
export const LEFT = 'You are not signed in.';
export const LEFT_WITH_PROMPT = 'You are not signed in; what you sent is on hold.';
export const LOGIN_HINT = '/login signs in';
export const signedIn = (agent: string): string => `Signed in to ${agent}.`;
export const signedInAndSent = (agent: string): string => `Signed in to ${agent}. Your prompt is sent again.`;
export const stillRefused = (reason: string): string => `The sign-in succeeded, but the agent still refuses: ${reason}`;
export const endedMeanwhile = (how: string): string => `The sign-in was cut off: ${how}`;
export const signedOut = (agent: string): string => `Signed out of ${agent}.`;

export const SIGNED_OUT_DETAIL =
	'The conversation may be refused from here on. An API key in the environment, or in the agent’s settings, still applies.';

export const NO_AGENT_TO_SIGN_IN = 'There is no agent to sign in to.';
export const AFTER_RESTART = 'It takes effect when the agent restarts; the running turn goes on until then.';
