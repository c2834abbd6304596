import type { BranchKind } from '../../sessions/branch-event.js';

/* What is said of going on from a session, or from an earlier place in it. */

export const NOTHING_SAID = 'Nothing was said yet, so there is nothing to go on from.';

export const NO_PROMPT = 'This prompt is not in the transcript any more.';

export const BRANCHED: Readonly<Record<BranchKind, string>> = {
	fork: 'This is a fork: what comes from here on is a session of its own.',
	rewind: 'Rewound to here: what comes from here on is a session of its own.',
	compact: 'What comes from here on is a new session, for which the conversation above is summed up.',
};

export const rewoundBefore = (words: string): string =>
	`Rewound to before “${words}”: what comes from here on is a session of its own.`;

export const BEFORE_KEPT = 'the session before stays as it was: /resume finds it';

export const remembersAbove = (agent: string): string => `${agent} forked its session: it remembers what is above.`;
export const cannotFork = (agent: string): string =>
	`${agent} cannot fork sessions: it has a new one, and knows nothing of what is above.`;
export const couldNotFork = (agent: string): string =>
	`${agent} could not fork its session: it has a new one, and knows nothing of what is above.`;
export const newAgentSession = (agent: string): string =>
	`${agent} has a new session and knows nothing of what is above.`;
export const newAgentSessionAlone = (agent: string): string =>
	`${agent} has a new session and remembers nothing of the one before.`;

export const BRIEFING_HINT = 'a briefing on it goes with your next prompt, if you agree to that';

export const handedOver = (agent: string): string => `Handed over to ${agent}, which goes on in a session of its own.`;
export const takenOver = (agent: string): string => `Handed over from ${agent}, whose session stays as it was.`;
