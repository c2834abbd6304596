import type { SandboxSource } from '../../core/agents/sandbox-choice.js';
import type { AgentSandbox } from '../../core/sandbox/sandbox.js';

/** What each of them does, in a line. */
export const SANDBOX_WORDS: Readonly<Record<AgentSandbox, string>> = {
	off: 'no sandbox; changed files are listed, without a warning',
	watch: 'no sandbox; what it changes without asking is shown',
	fence: 'in plan mode the system keeps the workspace read-only for it',
	shadow: 'it works on a copy; your files change when you apply its changes',
};

/** The list of sandboxes, and the question how long one is to hold. */
export const SANDBOXES = {
	row: 'Sandbox',
	group: (agent: string): string => `${agent}, which runs now`,
	title: (agent: string): string => `Sandbox of ${agent}`,
	about: 'Where it is set',
	looking: 'Looking at what this machine can do…',
	none: (word: string): string => `There is no sandbox ${word}: it is off, watch, fence or shadow`,
	notHere: (reason: string): string => `not here: ${reason}`,
	tooLoose: (least: AgentSandbox): string => `not possible: the project requires at least ${least}`,
	ask: (sandbox: AgentSandbox): string => `Use “${sandbox}”: the agent starts again, same conversation`,
	askKept: (sandbox: AgentSandbox): string => `Keep “${sandbox}”`,
	once: 'For this session',
	always: (agent: string): string => `Always for ${agent}`,
	writes: (name: string, file: string): string => `writes agents.${name}.sandbox to ${file}`,
	until: 'until acp-tui ends',
	sessionOnly: 'A choice holds for this session: an agent of --agent-command stands in no config.',
	least: (least: AgentSandbox, file: string): string => `The project allows nothing looser than “${least}” (${file}).`,
	already: (sandbox: AgentSandbox): string => `It is “${sandbox}” already`,
} as const;

/** The question whether a folder is opened that the agent was refused. */
export const OPEN_FOLDER = {
	title: (agent: string): string => `Let ${agent} write to this folder?`,
	about: 'Folder',
	what: (agent: string, folder: string): string =>
		`${folder}: ${agent} may then change and delete everything in it, and is restarted with the same conversation.`,
	why: (agent: string, path: string): string => `${agent} named it: the sandbox kept it from writing ${path}.`,
	no: 'Not now',
	once: 'In this session',
	writes: (name: string, file: string): string => `adds it to agents.${name}.writable in ${file}`,
	none: 'There is no refused folder that can be opened here: /writable DIR opens one',
} as const;

/** Where it is set, in the row of the one that holds. */
export const SOURCES: Readonly<Record<SandboxSource['type'], string>> = {
	session: 'chosen here',
	'command-line': '--sandbox',
	user: 'your config',
	project: 'the project’s config',
	default: 'default',
	answer: 'your answer',
};

export function sourceWords(source: SandboxSource, sandbox: AgentSandbox, shown: (file: string) => string): string {
	switch (source.type) {
		case 'session':
			return `“${sandbox}” was chosen here.`;
		case 'command-line':
			return `“${sandbox}” is from --sandbox, for this run.`;
		case 'user':
			return `“${sandbox}” is from your config (${shown(source.file)}).`;
		case 'project':
			return `“${sandbox}” is from the project’s config (${shown(source.file)}).`;
		case 'answer':
			return `“${sandbox}” is your answer at a start.`;
		case 'default':
			return `“${sandbox}” is the default: no config says otherwise.`;
	}
}
