/* What the panel of a side question says. */

export const TITLE = 'Side question';

/** What its session knows of the conversation, where it does not know all of it. */
export const KNOWS = {
	conversation: 'knows this conversation',
	briefing: 'knows a summary of this conversation',
	nothing: 'a new session',
} as const;

/** Where the question stands. */
export const PHASES = {
	starting: 'starting',
	answering: 'answering',
	done: 'answered',
	failed: 'no answer',
	stopped: 'stopped',
} as const;

/** The agent has said nothing for a while, and works on the conversation. */
export const MAYBE_ONE_AT_A_TIME = 'this agent may work on one session at a time · esc stops the question';

/** A question of the agent on the conversation. */
export const waits = (title: string): string => `Waiting for you: ${title}`;
export const WAITS_KEY = ' · tab';

/** Where the footer has no room for them. */
export const KEYS = 't draft  c copy  enter ask';

export const LINE_LABEL = 'Ask more: ';
export const LINE_KEYS = 'enter asks · esc back';

export const NO_ANSWER = 'There is no answer yet.';
export const TAKEN = 'The answer is in the draft.';

/** How the answer stands in the draft. */
export const draftText = (question: string, answer: string): string =>
	`I asked on the side: ${question}\nThe answer was:\n${answer}\n\n`;

export const SPOKEN = {
	asked: (question: string): string => `Side question: ${question}`,
	starting: 'It is being asked; the conversation goes on.',
	answer: 'Answer to the side question:',
	stopped: 'The side question was stopped.',
	used: (titles: string): string => `It used: ${titles}.`,
	keys: 't takes the answer into the draft, c copies it, enter reads it again, escape closes it.',
	closed: 'The side question is closed.',
} as const;
