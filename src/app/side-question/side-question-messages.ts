/* What is said of side questions. */

export const SIDE_QUESTION = {
	notShared: 'A side question needs a session of its own, and this run has only one.',
	notReady: 'There is no agent to ask: it is not connected.',
	notReadyHint: 'ask again when it is ready',
	prompt: [
		'[This is a side question: answer it, and change nothing. You may read and search; changes and commands that are',
		'not read-only are refused. The work on the conversation goes on elsewhere: do not continue it here.]',
	].join(' '),
	noChanges: 'Refused: this is a side question. You may read and search; answer from that, and change nothing.',
	signInHint: '/login signs you in; then ask again',
	refused: 'the agent refused to answer',
	cut: 'the answer was cut off at a limit of the agent',
	unknown: 'the agent ended the turn for a reason of its own',
	askLater: 'ask again when the agent is idle; /fork goes on in a copy of the conversation',
} as const;
export const staysLoose = (agent: string, mode: string): string =>
	`${agent} does not leave its mode “${mode}”, in which it changes things unasked: the side question was not asked.`;

export function notDeleted(agent: string, reason: string) {
	return {
		title: `The session of a side question could not be deleted at ${agent}: ${reason}`,
		hint: 'it may appear in the agent’s own list of sessions',
	};
}
