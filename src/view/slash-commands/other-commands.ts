/**
 * Slash commands, in small letters and with hyphens, of Claude Code, Codex, Gemini CLI and OpenCode that acp-tui lacks, by
 * what does the same here.
 */
const NAMES_BY_ADVICE: readonly (readonly [names: string, advice: string])[] = [
	['config settings preferences', 'acp-tui config shows all settings, acp-tui config path where the file is'],
	['keybindings keymap keys hotkeys shortcuts', '? lists the keys; "keys" of your config changes them'],
	['terminal-setup', 'ctrl+j is a new line in every terminal; ? lists the keys'],
	['vim editor edit ide', 'ctrl+g edits the draft in $EDITOR'],
	['output-style personality system', 'put the text into "instructions" of your config'],
	['themes color', '/theme lists the themes'],
	[
		'hooks skills plugin plugins extensions install-github-app privacy-settings privacy',
		'the agent reads its own settings for it; acp-tui has none',
	],
	['trust', 'acp-tui config trust reviews what a project sets'],
	['approvals', '/permissions lists the rules, shift+tab changes the mode'],
	['allowed-tools', '/permissions lists the rules'],
	['yolo', 'start acp-tui with --allow-bypass, then /mode bypassPermissions'],
	['sandbox', '/agent chooses what holds the agent'],
	['modes', '/mode lists the modes'],
	['accept-edits', '/mode acceptEdits, or shift+tab'],
	['plan-mode', '/plan, or shift+tab'],
	['agents', '/agent changes the agent, /subagents shows its sub-agents'],
	['auth', '/login signs in to the agent'],
	['connect', '/login signs in to the agent, /agent chooses another one'],
	['install setup', '/agent installs an agent and changes to it'],
	['models', '/model lists the models'],
	['effort reasoning fast', '/model lists what the agent offers'],
	['thinking', 'ctrl+o opens the thoughts'],
	['verbose details', 'ctrl+o opens what is folded'],
	['doctor', '/status and acp-tui agents show what is set up'],
	['about', '/status shows the agent’s version, acp-tui --version ours'],
	['debug', 'acp-tui --debug writes more into the log; acp-tui config path shows where it is'],
	['bug feedback', 'acp-tui config path shows where the log is'],
	['upgrade update', 'acp-tui agents update ID updates an agent'],
	['release-notes', 'CHANGELOG.md says what is new'],
	['tools', '/mcp lists the MCP servers; the agent knows its own tools'],
	['chat', '/resume finds earlier sessions, /fork goes on in a copy'],
	['history continue load', '/resume finds earlier sessions'],
	['branch', '/fork goes on in a copy'],
	['reset', '/new begins a new conversation'],
	['rename title tag', 'ctrl+r in /resume renames a session'],
	['share', '/export writes the conversation to a file'],
	['find search', 'ctrl+o, then / searches the conversation'],
	['compress summarize', '/compact summarizes the conversation'],
	['checkpoint restore rollback', '/undo puts files back, /rewind the conversation as well'],
	['stats context tokens', '/usage shows tokens and cost, the header how full the context is'],
	['todos', 'ctrl+t folds and unfolds the tasks'],
	['tasks', 'ctrl+t folds and unfolds the tasks; /subagents shows sub-agents'],
	['ps', '/bashes lists your own commands that run'],
	['stop cancel abort', 'esc stops the turn'],
	['diff', '/undo lists the files that changed; /changes those that wait in a shadow'],
	['files', '/undo lists the files that changed'],
	['init review pr-comments security-review commit', 'ask the agent for it in words'],
	['memories', '/memory TEXT adds a line to the agent’s memory file'],
	['mention add', '@ finds a file or a folder'],
	['directory dir', '/add-dir adds a folder'],
	['run shell', '! runs a command of yours'],
	['background', 'enter queues your next prompt; /btw asks beside the work'],
];

export const OTHER_COMMANDS: ReadonlyMap<string, string> = new Map(
	NAMES_BY_ADVICE.flatMap(([names, advice]) => names.split(' ').map((name) => [name, advice] as const)),
);

/** What does here what a command of another program does there, however its name is spelt; undefined for none. */
export function adviceFor(name: string): string | undefined {
	return OTHER_COMMANDS.get(name.toLowerCase().replaceAll('_', '-'));
}
