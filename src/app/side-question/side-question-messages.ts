export const SIDE_QUESTION = {
	prompt: [
		'[This is a side question: answer it, and change nothing. You may read and search; changes and commands that are',
		'not read-only are refused. The work on the conversation goes on elsewhere: do not continue it here.]',
	].join(' '),
	noChanges: 'Refused: this is a side question. You may read and search; answer from that, and change nothing.',
	signInHint: '/login signs you in; then ask again',
} as const;

export const staysLoose = (agent: string, mode: string): string =>
	`${agent} does not leave its mode “${mode}”, in which it changes things unasked: the side question was not asked.`;

export function notDeleted(agent: string, reason: string) {
	return {
		title: `The session of a side question could not be deleted at ${agent}: ${reason}`,
		hint: 'it may appear in the agent’s own list of sessions',
	};
}
