import type { McpSource } from '../../core/mcp/server.js';
import type { Mode } from '../../core/policy/policy-types.js';

export const fitsSeveral = (words: string): string => `“${words}” fits more than one`;
export const STILL_WORKING = 'The agent is still working; esc stops it';

export const NEEDS_SCREEN = 'This command needs the full screen; it does nothing here.';
export const NO_MODELS = 'This agent offers no choice of model';
export const NO_THINKING = 'This agent offers no levels of thinking';

export const NO_PLAN = 'The agent has no to-do list';

export const NO_FILES = {
	open: 'Nothing to open: the agent has sent no picture, sound or PDF',
	save: 'Nothing to save: the agent has sent no file',
} as const;

export const NOTHING_TO_UNDO = 'Nothing to undo';
export const notChanged = (path: string): string => `The last turn did not change “${path}”`;

export const MODE_CHOICES: Readonly<Record<Mode, string>> = {
	default: 'asks before anything changes',
	acceptEdits: 'allows edits in the workspace',
	plan: 'nothing changes',
	bypassPermissions: 'allows nearly everything',
};

export const MCP_SOURCES: Readonly<Record<McpSource, string>> = {
	option: '--mcp-config',
	agent: 'this agent',
	config: 'your config',
	project: 'project',
};
export const NO_MCP_SERVERS = {
	title: 'No MCP servers.',
	detail: 'They come from --mcp-config, your config (mcpServers, agents.NAME.mcpServers) and the project’s .mcp.json.',
	hint: 'acp-tui mcp add NAME -- COMMAND ARGS… adds one',
} as const;

export const SESSION_CHOICES = [
	{
		value: 'new',
		description: 'open another one; an agent’s name takes that one, “isolated” gives it a process of its own',
	},
	{ value: 'next', description: 'go to the next one; previous and waiting go there' },
	{ value: 'close', description: 'close this one' },
];

export const queueUsage = (count: number): string =>
	`/queue takes edit, steer, merge, earlier, later or remove, and a number${count > 1 ? ` from 1 to ${count}` : ': 1'}`;

export const WORKTREE_CHOICES = [
	{ value: 'new', description: 'open a session in a new worktree with a branch of its own; a NAME opens that one' },
	{ value: 'merge', description: 'merge this one into the branch that it began from' },
	{ value: 'patch', description: 'copy the changes of this one into the project, uncommitted' },
];
