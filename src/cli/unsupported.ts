// Commands and options that people know from similar programs and that this version does not have.
// They end with 2 instead of being sent to an agent as a prompt.
const MISSING_COMMANDS: Readonly<Record<string, string>> = {
	sessions: '',
	doctor: '',
	replay: '',
	resume: '',
	continue: '',
	login: "sign in with the agent's own program",
	logout: "sign out with the agent's own program",
	auth: "sign in with the agent's own program",
	mcp: 'configure MCP servers in the agent itself',
	completion: '',
	completions: '',
	install: '"acp-tui agents" says how to install an agent',
	uninstall: '',
	update: '',
	upgrade: '',
	usage: '',
	models: 'choose one with /model in the interface',
	exec: 'use -p to print an answer',
	setup: 'see "acp-tui agents" and "acp-tui config"',
	trust: 'use "acp-tui config trust"',
	settings: 'use "acp-tui config"',
	version: 'use --version',
	help: 'use --help',
};
const MISSING_OPTIONS: Readonly<Record<string, string>> = {
	'-c': '',
	'--continue': '',
	'-r': '',
	'--resume': '',
	'--model': 'choose one with /model in the interface',
	'--yolo': 'use --mode bypassPermissions --allow-bypass',
	'--dangerously-skip-permissions': 'use --mode bypassPermissions --allow-bypass',
	'--permission-mode': 'use --mode',
	'--mcp-config': '',
};

/** What may stand behind such a command; another second word makes the two the beginning of a sentence. */
const ARGUMENTS: Readonly<Record<string, RegExp>> = {
	sessions: /^/,
	doctor: /^/,
	replay: /^/,
	login: /^/,
	logout: /^/,
	auth: /^(?:login|logout|status|[a-z-]+)$/,
	mcp: /^(?:add|add-json|list|ls|get|remove|rm|test|serve|reset-project-choices)$/,
	resume: /\d/,
	completion: /^(?:bash|zsh|fish|powershell|install)$/,
	completions: /^(?:bash|zsh|fish|powershell|install)$/,
};

/** Why the words are no prompt but a command that this version does not have; null for a prompt. */
export function unsupportedCommand(words: readonly string[]): string | null {
	const [word, argument] = words;
	if (word === undefined || words.some((each) => /\s/.test(each))) return null;
	if (!Object.hasOwn(MISSING_COMMANDS, word)) return null;
	if (argument !== undefined && ARGUMENTS[word]?.test(argument) !== true) return null;
	return `there is no "acp-tui ${word}" in this version${advice(MISSING_COMMANDS[word])}. To send it as a prompt: acp-tui -- ${words.join(' ')}`;
}

/** Why an option of another program is not taken here; null for one that nobody knows. */
export function unsupportedOption(flag: string): string | null {
	const name = flag.split('=', 1)[0] ?? flag;
	if (!Object.hasOwn(MISSING_OPTIONS, name)) return null;
	return `there is no ${name} in this version${advice(MISSING_OPTIONS[name])}`;
}

function advice(words: string | undefined): string {
	return words === undefined || words === '' ? '' : `; ${words}`;
}

/** The commands that this version does not have, for finding what a mistyped word meant. */
export const UNSUPPORTED_COMMANDS: readonly string[] = Object.keys(MISSING_COMMANDS);
