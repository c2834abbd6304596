import type { SandboxSource } from '../../core/agents/sandbox-choice.js';
import type { AgentSandbox } from '../../core/sandbox/sandbox.js';

/** Effect of each of them, in a line. */
export const SANDBOX_WORDS: Readonly<Record<AgentSandbox, string>> = {
	off: 'no sandbox; changed files are listed, without a warning',
	watch: 'no sandbox; what it changes without asking is shown',
	fence: 'in plan mode the system keeps the workspace read-only for it',
	shadow: 'it works on a copy; your files change when you apply its changes',
};

/** The list of sandboxes, and the question how long one is to hold. */
export const SANDBOXES = {
	row: 'Sandbox',
	always: (agent: string): string => `Always for ${agent}`,
	until: 'until acp-tui ends',
	least: (least: AgentSandbox, file: string): string => `The project allows nothing looser than “${least}” (${file}).`,
} as const;

/** The question whether a folder is opened that the agent was refused. */
export const OPEN_FOLDER = {
	what: (agent: string, folder: string): string =>
		`${folder}: ${agent} may then change and delete everything in it, and is restarted with the same conversation.`,
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
