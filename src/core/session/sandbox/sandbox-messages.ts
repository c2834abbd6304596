import type { AgentLaunch } from '../../agent-info.js';
import type { AgentSandbox } from '../../sandbox/sandbox.js';
import { sanitizeLine } from '../../text/sanitize.js';

export const sandboxChosen = (agent: string, sandbox: AgentSandbox): string =>
	`The sandbox of ${sanitizeLine(agent)} is “${sandbox}” from here on`;
export const folderOpened = (agent: string, folder: string): string =>
	`${sanitizeLine(agent)} may write to ${sanitizeLine(folder)} from here on`;
export const keptIn = (file: string): string => `Kept in ${sanitizeLine(file)}`;
export const SANDBOX_HOLDS = '/agent shows and changes it';

export const KEPT_BY_SANDBOX = {
	inPlan: {
		title: 'The sandbox kept the agent from writing: in plan mode the workspace is read-only for it.',
		hint: 'shift+tab leaves plan mode',
	},
	outside: {
		title: 'The sandbox keeps the agent from writing outside the workspace.',
		hint: '/writable DIR opens a folder and restarts the agent',
	},
	path: ({ name, isCommandLine }: Pick<AgentLaunch, 'name' | 'isCommandLine'>, path: string, isPrint = false) => ({
		path,
		title: `The sandbox keeps ${sanitizeLine(name)} from writing ${sanitizeLine(path)}`,
		hint: [
			isPrint
				? `--writable ${sanitizeLine(folderOf(path))} opens it`
				: `/writable ${sanitizeLine(folderOf(path))} opens it and restarts the agent; for each start: --writable DIR`,
			...(isCommandLine === true ? [] : [`agents.${sanitizeLine(name)}.writable in your config`]),
		].join(', or '),
	}),
	network: {
		title: 'The network of the sandbox is a proxy alone, and the agent did not go by it',
		hint: 'Node.js does from 22.21 and 24 on, most programs by HTTPS_PROXY; --network open, or network in its config, lets it out without',
	},
	program: (program: string) => ({
		title: `${sanitizeLine(program)} is not visible in the sandbox`,
		hint: `Where it exists outside, put its folder on the PATH, or start the agent with --writable ${sanitizeLine(folderOf(program))}, or with --sandbox off: of your home folder and of /tmp only programs of the PATH are there`,
	}),
	byRule: (rule: string, denies: 'read' | 'edit') => ({
		title: `The sandbox kept the agent from ${denies === 'read' ? 'reading' : 'writing'} what a rule denies: ${sanitizeLine(rule)}`,
		hint: '/permissions shows the rules',
	}),
} as const;

/** Folder of a file; of one at the root it is itself. */
function folderOf(path: string): string {
	const above = path.slice(0, path.lastIndexOf('/'));
	return above === '' || above === '~' ? path : above;
}
