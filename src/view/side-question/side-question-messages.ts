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

export const WAITS_KEY = ' · tab';

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
