import { defined } from '../../core/defined.js';

/** Commands of Claude Code, Codex, Gemini CLI and OpenCode that acp-tui lacks, by what does the same here. */
const NAMES_BY_ADVICE: readonly (readonly [names: string, advice: string, runs?: string])[] = [
	['preferences', '/config shows and changes settings', 'config'],
	['keymap hotkeys shortcuts', '/keys tries a key, ? lists them; /config keys changes them', 'keys'],
	['terminal-setup', 'ctrl+j is a new line in every terminal; ? lists the keys'],
	['editor edit ide', 'ctrl+g edits the draft in $EDITOR'],
	['output-style personality system', '/config instructions changes the text that each agent gets'],
	['themes color', '/theme lists the themes', 'theme'],
	[
		'skills plugin plugins extensions install-github-app privacy-settings privacy',
		'the agent reads its own settings for it; acp-tui has none',
	],
	['trust', '/config shows what a project sets, and trusts it', 'config'],
	['approvals', '/permissions lists the rules, shift+tab changes the mode', 'permissions'],
	['allowed-tools', '/permissions lists the rules', 'permissions'],
	['yolo', 'start acp-tui with --allow-bypass, then /mode bypassPermissions'],
	['sandbox', '/agent chooses what holds the agent', 'agent sandbox'],
	['modes', '/mode lists the modes', 'mode'],
	['accept-edits', '/mode acceptEdits, or shift+tab'],
	['plan-mode', '/plan, or shift+tab'],
	['agents', '/agent changes the agent, /subagents shows its sub-agents'],
	['auth', '/login signs in to the agent', 'login'],
	['connect', '/login signs in to the agent, /agent chooses another one', 'login'],
	['install setup', '/agent installs an agent and changes to it', 'agent'],
	['models', '/model lists the models', 'model'],
	['effort reasoning fast', '/model lists what the agent offers', 'model'],
	['thinking', 'ctrl+o opens the thoughts'],
	['verbose details', 'ctrl+o opens what is folded'],
	['doctor', '/status and acp-tui agents show what is set up', 'status'],
	['about', '/status shows the agent’s version, acp-tui --version ours', 'status'],
	['debug', 'acp-tui --debug writes more into the log; acp-tui config path shows where it is'],
	['bug feedback', 'acp-tui config path shows where the log is'],
	['upgrade update', 'acp-tui agents update ID updates an agent'],
	['tools', '/mcp lists the MCP servers; the agent knows its own tools', 'mcp'],
	['chat', '/resume finds earlier sessions, /fork goes on in a copy', 'resume'],
	['history continue load', '/resume finds earlier sessions', 'resume'],
	['branch', '/fork goes on in a copy'],
	['reset', '/new begins a new conversation', 'new'],
	['title tag', '/rename TITLE renames the session', 'rename'],
	['share', '/export writes the conversation to a file'],
	['find search', 'ctrl+o, then / searches the conversation'],
	['compress summarize', '/compact summarizes the conversation', 'compact'],
	['checkpoint restore rollback', '/undo undoes file changes, /rewind goes back in the conversation as well', 'rewind'],
	['stats context tokens', '/usage shows tokens and cost, the header how full the context is', 'usage'],
	['tasks', '/todos shows the tasks of the agent, /subagents its sub-agents', 'todos'],
	['ps', '/bashes lists your own commands that run', 'bashes'],
	['stop cancel abort', 'esc stops the turn'],
	['files', '/diff shows what the session has changed', 'diff'],
	['pr-comments security-review', 'ask the agent for it in words'],
	['memories', '/memory TEXT adds a line to the agent’s memory file'],
	['mention add', '@ finds a file or a folder'],
	['directory dir', '/add-dir adds a folder', 'add-dir'],
	['run shell', '! runs a command of yours'],
	['background', 'enter queues your next prompt; /btw asks beside the work'],
];

type OtherCommand = {
	readonly advice: string;
	/** The command here that runs instead, with its arguments; absent: only advice is given. */
	readonly runs?: string;
};

export const OTHER_COMMANDS: ReadonlyMap<string, OtherCommand> = new Map(
	NAMES_BY_ADVICE.flatMap(([names, advice, runs]) =>
		names.split(' ').map((name) => [name, { advice, ...defined({ runs }) }] as const),
	),
);

export function otherCommand(name: string): OtherCommand | undefined {
	return OTHER_COMMANDS.get(name.toLowerCase().replaceAll('_', '-'));
}
