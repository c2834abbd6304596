import * as messages from './messages.js';
import { OTHER_OPTIONS } from './other-options.js';

/** A command of similar programs that this version does not have. */
type UnsupportedCommand = {
	/** What to do instead. */
	readonly advice?: string;
	/** Which second word belongs to it; with any other the words are a sentence, that is, a prompt. */
	readonly argument?: RegExp;
};

const ANY = /^/;
const SHELL = /^(?:bash|zsh|fish|powershell|install)$/;
const SIGN_IN = 'use "acp-tui login AGENT"';

// They end with 2 instead of being sent to an agent as a prompt.
const COMMANDS: Readonly<Record<string, UnsupportedCommand>> = {
	doctor: {
		advice: '"acp-tui agents", "acp-tui mcp test NAME" and /status show what works and what does not',
		argument: ANY,
	},
	replay: { argument: ANY },
	resume: { advice: 'use "acp-tui --resume"', argument: /\d/ },
	continue: { advice: 'use "acp-tui --continue"' },
	auth: { advice: SIGN_IN, argument: /^[a-z-]+$/ },
	completion: { argument: SHELL },
	completions: { argument: SHELL },
	install: { advice: 'use "acp-tui agents install NAME"' },
	uninstall: {},
	update: { advice: '"acp-tui agents update" fetches a newer list of agents' },
	upgrade: {},
	usage: {},
	models: { advice: 'use --model, or /model in the interface' },
	exec: { advice: 'use -p to print an answer', argument: ANY },
	init: { advice: 'where the agent has it, /init in the interface does it' },
	chat: { advice: 'use "acp-tui"' },
	serve: {},
	setup: { advice: 'see "acp-tui agents" and "acp-tui config"' },
	trust: { advice: 'use "acp-tui config trust"' },
	settings: { advice: 'use "acp-tui config"' },
	version: { advice: 'use --version' },
	help: { advice: 'use --help' },
};

/** The commands that this version does not have, for finding what a mistyped word meant. */
export const UNSUPPORTED_COMMANDS: readonly string[] = Object.keys(COMMANDS);

/** Why the words are no prompt but a command that this version does not have; null for a prompt. */
export function unsupportedCommand(words: readonly string[]): string | null {
	const [word = '', argument] = words;
	if (words.some((each) => /\s/.test(each)) || !Object.hasOwn(COMMANDS, word)) return null;
	const { advice = '', argument: expected } = COMMANDS[word] ?? {};
	if (argument !== undefined && expected?.test(argument) !== true) return null;
	return messages.unsupportedCommand(words, advice);
}

/** Why an option of another program is not taken here; null for one that nobody knows. */
export function unsupportedOption(flag: string): string | null {
	const name = flag.split('=', 1)[0] ?? flag;
	return Object.hasOwn(OTHER_OPTIONS, name) ? messages.unsupportedOption(name, OTHER_OPTIONS[name] ?? '') : null;
}
