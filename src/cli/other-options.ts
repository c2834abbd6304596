const BYPASS = 'use --mode bypassPermissions --allow-bypass';
const RULES = 'use --allow "Execute(npm test *)" or --allow "Edit(src/**)", once for each rule';
const DENIES = 'use --deny "Execute(rm *)", once for each rule';
const INSTRUCTIONS = 'use acp-tui config set instructions "TEXT"';
const SETTINGS = 'use acp-tui config set KEY VALUE';
const MODES = 'use --mode default, acceptEdits or plan';
const FILES = 'name the file in the prompt: @picture.png';
const MCP = 'use --mcp-config FILE, or acp-tui mcp add';
const NO_SUCH = 'acp-tui has nothing like it';

/** Options of Claude Code, Codex, Gemini CLI, OpenCode and Aider, and what does the same here. */
export const OTHER_OPTIONS: Readonly<Record<string, string>> = {
	// Permissions
	'--yolo': BYPASS,
	'-y': BYPASS,
	'--force': BYPASS,
	'--yes-always': BYPASS,
	'--dangerously-skip-permissions': BYPASS,
	'--allow-dangerously-skip-permissions': 'use --allow-bypass',
	'--dangerously-bypass-approvals-and-sandbox': `${BYPASS} --sandbox off`,
	'--full-auto': 'use --mode acceptEdits --sandbox fence',
	'--permission-mode': MODES,
	'--approval-mode': MODES,
	'--ask-for-approval': MODES,
	'--allowedTools': RULES,
	'--allowed-tools': RULES,
	'--disallowedTools': DENIES,
	'--disallowed-tools': DENIES,
	'--tools': DENIES,
	'--permission-prompt-tool': 'use --allow and --deny; with -p the rest is denied',
	'--trust-all-tools': BYPASS,
	// Prompts and output
	'--prompt': 'use -p "PROMPT"',
	'--message': 'use -p "PROMPT"',
	'--prompt-interactive': 'give the prompt without an option: acp-tui "PROMPT"',
	'-i': 'give the prompt without an option: acp-tui "PROMPT"',
	'--json': 'use -p --output-format json',
	'--format': 'use -p --output-format',
	'--json-schema': 'use -p --output-format json; the answer is its "result"',
	'--output-schema': 'use -p --output-format json; the answer is its "result"',
	'--output-last-message': 'redirect it: acp-tui -p "PROMPT" > FILE',
	'--include-partial-messages': 'use -p --output-format stream-json',
	'--verbose': 'use --debug, or --output-format stream-json with -p',
	'--max-turns': `use --timeout SECONDS`,
	'--max-budget-usd': `use --timeout SECONDS; /usage shows the cost`,
	'--image': FILES,
	'--file': FILES,
	'--all-files': FILES,
	// Settings
	'--append-system-prompt': INSTRUCTIONS,
	'--system-prompt': INSTRUCTIONS,
	'--settings': SETTINGS,
	'--setting-sources': SETTINGS,
	'--config': SETTINGS,
	'--profile': SETTINGS,
	'--theme': 'use /theme, or "ui.theme" of your config',
	'--fallback-model': 'use --model; at a usage limit another model is offered',
	'--effort': 'use /model, which lists what the agent offers',
	'--no-alt-screen': 'use acp-tui config set ui.screen inline',
	// Sessions and folders
	'--session': 'use --resume ID',
	'--session-id': 'use --resume ID',
	'--fork-session': 'use --fork with -c or -r',
	'--no-session-persistence': 'use --no-persistence',
	'--list-sessions': 'use acp-tui sessions',
	'--delete-session': 'use acp-tui sessions delete ID',
	'--checkpointing': 'it is always on: /undo and /rewind go back',
	'--cd': 'use -C DIR',
	'-w': 'use --worktree',
	'--include-directories': 'use --add-dir DIR, once for each folder',
	'--skip-git-repo-check': 'leave it out: a folder needs no git repository',
	'--share': 'use acp-tui sessions export ID',
	// Tools
	'--mcp-server': MCP,
	'--strict-mcp-config': MCP,
	'--mcp-debug': 'use acp-tui mcp test NAME',
	'--allowed-mcp-server-names': 'use --deny "Mcp(NAME/*)" for the others',
	'--extensions': MCP,
	'--list-extensions': 'use acp-tui mcp list',
	'--agents': 'use --agent NAME; acp-tui agents lists them',
	'--ide': NO_SUCH,
	'--chrome': NO_SUCH,
	'--oss': 'use --agent NAME --model MODEL',
	'--search': 'the agent decides; --allow "Fetch(*)" lets it read addresses',
	'--experimental-acp': 'acp-tui is the client: give the agent with --agent-command "gemini --experimental-acp"',
	'--acp': 'acp-tui is the client: give the agent with --agent-command "AGENT --acp"',
};

/** Values that Codex has for `--sandbox`, and what does the same here. */
export const OTHER_SANDBOXES: Readonly<Record<string, string>> = {
	'read-only': 'use --mode plan --sandbox fence',
	'workspace-write': 'use --sandbox fence',
	'danger-full-access': 'use --sandbox off',
};

export const OTHER_MCP_OPTIONS: Readonly<Record<string, string>> = {
	'--name': 'the name comes first: acp-tui mcp add NAME …',
	'--transport': 'use --url URL, with --sse for the older form; a command stands behind --',
	'-t': 'use --url URL, with --sse for the older form; a command stands behind --',
	'--scope': 'use --project for .mcp.json of the project; without it your config is meant',
	'-s': 'use --project for .mcp.json of the project; without it your config is meant',
	'-e': 'use --env NAME=VALUE',
	'-H': 'use --header NAME:VALUE, with --url',
	'--bearer-token-env-var': 'use --header NAME:VALUE; the value may name a variable of the environment',
};
