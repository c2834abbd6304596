import type { EndedProcess, OutsideProcess } from '../../core/sandbox/confinement.js';
import { clip, sanitizeLine } from '../../core/text/sanitize.js';

const MOST_COMMAND = 100;

function endedNote(
	processes: readonly EndedProcess[],
	whose: string,
): { readonly title: string; readonly detail: string } {
	return {
		title: `Ended ${processes.length === 1 ? 'a process' : 'processes'} of ${whose} to make the workspace read-only`,
		detail: processes
			.map(({ name, pid, path }) => sanitizeLine(`${name} (${pid}) had ${path ?? 'the workspace'} open for writing`))
			.join('\n'),
	};
}

export const AGENT_SANDBOX = {
	ended: (processes: readonly EndedProcess[]) => endedNote(processes, 'the agent'),
	endedCommands: (processes: readonly EndedProcess[]) => endedNote(processes, 'running commands'),
	loose: (commands: readonly string[]): string => {
		const [first = '', ...others] = commands.map((command) => clip(sanitizeLine(command), MOST_COMMAND));
		return others.length === 0
			? `The command ${first} runs without a sandbox: it can change files until it ends.`
			: `${commands.length} commands run without a sandbox: they can change files until they end: ${first} …`;
	},
	held: (path: string | null): string =>
		path === null
			? 'The agent may have something of the workspace open for writing.'
			: `The agent has ${sanitizeLine(path)} open for writing.`,
	mayNest: 'The agent runs commands in sandboxes of its own, which may keep the workspace writable.',
	heldInTurn: 'It is started again when its turn ends.',
	heldForGood: 'It cannot go on in the same conversation after a restart: /restart starts it with a new one.',
	restarting: 'The agent is started again, so that plan mode holds',
	broke: 'The agent’s sandbox could not be changed',
	failed: (reason: string): string => `The workspace could not be made read-only: ${sanitizeLine(reason)}`,
	notOpened: (reason: string): string => `The workspace is still read-only for the agent: ${sanitizeLine(reason)}`,
	notShown: (folders: readonly string[]): string =>
		`The agent’s sandbox shows ${folders.map(sanitizeLine).join(', ')} only once the agent is started again`,
	rulesFailed: (reason: string): string =>
		`Some files that deny rules name are not kept from the agent’s own tools: ${sanitizeLine(reason)}`,
	rulesNotWatched:
		'Deny rules reach too many folders to watch all of them: what is made in the others later is kept from the agent’s own tools once the rules change or it is started again.',
	noFolder:
		'The sandbox shows the agent none of its settings and sign-ins, as their folder is not known: --writable DIR shows it',
	outside: (processes: readonly OutsideProcess[]) => {
		const names = processes.map(({ name, pid }) => sanitizeLine(`${name} (${pid})`)).join(', ');
		return {
			title: `Outside the sandbox ${names} may act for the agent.`,
			detail: 'It was started before and uses the agent’s own files. Nothing holds what it does.',
			hint: `kill ${processes.map(({ pid }) => pid).join(' ')} ends it; then /restart`,
		};
	},
	notHidden: 'Keys or sockets that appeared since the agent was started could not be hidden from it',
	restartHint: '/restart starts it again, with the same conversation where it can',
};
