import type { EndedProcess } from '../../core/sandbox/confinement.js';
import { sanitizeLine } from '../../core/text/sanitize.js';

/** What is said of the sandbox that the agent runs in. */
export const AGENT_SANDBOX = {
	ended: (processes: readonly EndedProcess[]): { readonly title: string; readonly detail: string } => ({
		title: `Ended ${processes.length === 1 ? 'a process' : 'processes'} of the agent to make the workspace read-only`,
		detail: processes
			.map(({ name, pid, path }) => sanitizeLine(`${name} (${pid}) had ${path ?? 'the workspace'} open for writing`))
			.join('\n'),
	}),
	held: (path: string | null): string =>
		path === null
			? 'The agent has a file of the workspace open for writing.'
			: `The agent has ${sanitizeLine(path)} open for writing.`,
	heldInTurn: 'It is started again when its turn ends.',
	heldForGood: 'It cannot go on in the same conversation after a restart: /restart starts it with a new one.',
	restarting: 'The agent is started again, so that plan mode holds',
	failed: (reason: string): string => `The workspace could not be made read-only: ${sanitizeLine(reason)}`,
	notOpened: (reason: string): string => `The workspace is still read-only for the agent: ${sanitizeLine(reason)}`,
	notShown: (folders: readonly string[]): string =>
		`The agent’s sandbox shows ${folders.map(sanitizeLine).join(', ')} only once the agent is started again`,
	rulesFailed: (reason: string): string =>
		`Some files that deny rules name are not kept from the agent’s own tools: ${sanitizeLine(reason)}`,
	rulesNotWatched:
		'Deny rules reach too many folders to watch all of them: what is made in the others later is kept from the agent’s own tools once the rules change or it is started again.',
	notHidden: 'Keys or sockets that appeared since the agent was started could not be hidden from it',
	restartHint: '/restart starts it again, with the same conversation where it can',
};
