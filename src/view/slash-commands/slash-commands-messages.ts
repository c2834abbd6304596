import type { McpServerType, McpSource } from '../../core/mcp/server.js';
import type { Mode } from '../../core/policy/types.js';

export const takesNoWords = (command: string): string =>
	`/${command} takes no further words. Start with a space to send it as text.`;
export const unknownCommandWords = (command: string, meant: string | null): string =>
	`Unknown command /${command}.${meant === null ? '' : ` Did you mean /${meant}?`} Start with a space to send it as text.`;
export const otherCommandWords = (command: string, advice: string): string =>
	`No /${command} here: ${advice}. Start with a space to send it as text.`;
export const fitsSeveral = (words: string): string => `“${words}” fits more than one`;
export const STILL_WORKING = 'The agent is still working; esc stops it';

export const noMode = (words: string): string => `No mode “${words}”`;
export const BYPASS_NEEDS_OPTION = 'bypassPermissions needs --allow-bypass on the command line';
export const NO_MODELS = 'This agent offers no choice of model';
export const noModel = (words: string): string => `No model “${words}”`;
export const NO_COLORS = 'This terminal gets no colours (NO_COLOR is set, or TERM is dumb).';
export const noTheme = (words: string): string => `No theme “${words}”`;
export const PLAN_MODE_OFF = 'Plan mode is off';
export const WRITABLE = {
	noSandbox: 'This agent runs in no fence or shadow: nothing keeps it from writing',
	usage: 'Usage: /writable DIR (lets the agent write there, and restarts it)',
} as const;
export const memoryUsage = (file: string): string => `Usage: /memory TEXT (adds a line to ${file})`;

export const NOTHING_TO_COPY_YET = 'Nothing to copy yet';
export const numberUsage = (command: string): string => `Usage: /${command} [NUMBER]`;
export const noNumber = (number: string, command: string): string => `There is no number ${number} to ${command}`;
export const NO_FILES = {
	open: 'Nothing to open: the agent has sent no picture, sound or PDF',
	save: 'Nothing to save: the agent has sent no file',
} as const;
export const NOTHING_TO_EXPORT = 'Nothing to export yet';

export const PERMISSIONS_USAGE = 'Usage: /permissions [test "COMMAND" | remove NUMBER]';
export const REMOVE_USAGE = 'Usage: /permissions remove NUMBER; /permissions lists them';
export const noRule = (number: string): string => `No rule ${number}; /permissions lists them`;
export const RULES_HINT = '/permissions lists the rules';
export const NO_RULES = {
	title: 'No permission rules; the mode decides.',
	detail:
		'Rules come from your config and the project’s (permissions.allow, ask, deny), from --allow and --deny, and from “Always allow” in a question.',
	hint: '/permissions test "COMMAND" shows what each mode decides',
} as const;

export const NOTHING_TO_UNDO = 'Nothing to undo';
export const nothingToUndoBecause = (why: string): string => `Nothing to undo: ${why}`;
export const UNDONE_ALREADY = 'Already undone · /redo restores it';
export const NOT_KEPT = 'Cannot undo: the files as they were before are not kept';
export const notChanged = (path: string): string => `The last turn did not change “${path}”`;
export const NOTHING_TO_REDO = 'Nothing to redo';

/** What the modes do, as short as a menu needs it. */
export const MODE_CHOICES: Readonly<Record<Mode, string>> = {
	default: 'asks before anything changes',
	acceptEdits: 'allows edits in the workspace',
	plan: 'nothing changes',
	bypassPermissions: 'allows nearly everything',
};

/** Where an MCP server is named. */
export const MCP_SOURCES: Readonly<Record<McpSource, string>> = {
	option: '--mcp-config',
	agent: 'this agent',
	config: 'your config',
	project: 'project',
};
export const MCP_WAITS = 'waits for trust: acp-tui config trust';
export const MCP_READY = 'ready';
export const MCP_DISABLED = 'left out: disabled in its file';
export const mcpLeftOut = (why: string): string => `left out: ${why}`;
export const mcpNotTaken = (agent: string, type: McpServerType, isIgnored: boolean): string =>
	isIgnored
		? `not given: ${agent} does nothing with MCP servers`
		: `not given: ${agent} takes no servers of type ${type}`;
export const mcpRefused = (agent: string): string => `refused by ${agent}`;
export const mcpSent = (agent: string, isUsed: boolean): string =>
	`sent to ${agent}, which ${isUsed ? 'has used it' : 'has not used it yet'}`;
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
export const noSessionCommand = (words: string): string =>
	`/session takes new [AGENT] [isolated], next, previous, waiting, close or a number, not “${words}”`;

export const queueUsage = (count: number): string =>
	`/queue takes edit, steer, merge, earlier, later or remove, and a number${count > 1 ? ` from 1 to ${count}` : ': 1'}`;
export const NO_TURN = 'No turn is running: enter sends words as a prompt';
export const STEER_USAGE = 'Usage: /steer WORDS';

export const WORKTREE_CHOICES = [
	{ value: 'new', description: 'open a session in a new worktree with a branch of its own; a NAME opens that one' },
	{ value: 'merge', description: 'merge this one into the branch that it began from' },
	{ value: 'patch', description: 'copy the changes of this one into the project, uncommitted' },
];
export const noWorktreeCommand = (problem: string): string =>
	`/worktree takes new, merge, patch or the name of a worktree: a name ${problem}`;

/** `/btw` without words, and nothing was asked yet. */
export const SIDE_QUESTION_USAGE = '/btw QUESTION asks beside the conversation; it goes on meanwhile';

/** There is no session to ask beside. */
export const NO_AGENT_TO_ASK = 'The agent is not ready yet: ask again when it is.';
