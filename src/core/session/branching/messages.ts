import type { BranchKind } from '../../sessions/branch-event.js';

/* What is said of going on from a session, or from an earlier place in it. */

/** There is no conversation yet. */
export const NOTHING_SAID = 'Nothing was said yet, so there is nothing to go on from.';

/** The prompt to go back to is not in the transcript. */
export const NO_PROMPT = 'This prompt is not in the transcript any more.';

/** What the new session is. */
export const BRANCHED: Readonly<Record<BranchKind, string>> = {
	fork: 'This is a fork: what comes from here on is a session of its own.',
	rewind: 'Rewound to here: what comes from here on is a session of its own.',
	compact: 'What comes from here on is a new session, for which the conversation above is summed up.',
};

/** The same, where the prompt that was gone back to is known. */
export const rewoundBefore = (words: string): string =>
	`Rewound to before “${words}”: what comes from here on is a session of its own.`;

/** Where the session before is. */
export const BEFORE_KEPT = 'the session before stays as it was: /resume finds it';

/** How much of it the agent knows. */
export const remembersAbove = (agent: string): string => `${agent} forked its session: it remembers what is above.`;
export const cannotFork = (agent: string): string =>
	`${agent} cannot fork sessions: it has a new one, and knows nothing of what is above.`;
export const couldNotFork = (agent: string): string =>
	`${agent} could not fork its session: it has a new one, and knows nothing of what is above.`;
export const newAgentSession = (agent: string): string =>
	`${agent} has a new session and knows nothing of what is above.`;
export const newAgentSessionAlone = (agent: string): string =>
	`${agent} has a new session and remembers nothing of the one before.`;

/** What can be done about that. */
export const BRIEFING_HINT = 'a briefing on it goes with your next prompt, if you agree to that';

/** Both ends of a hand-over; the command that opens the other one stands behind. */
export const handedOver = (agent: string): string => `Handed over to ${agent}, which goes on in a session of its own.`;
export const takenOver = (agent: string): string => `Handed over from ${agent}, whose session stays as it was.`;
