import { CATALOGUE } from '../agent/catalogue.js';
import * as messages from './command-line-messages.js';
import { OTHER_OPTIONS } from './other-options.js';
import { isActionWord } from './subcommand-names.js';

type UnsupportedCommand = {
	readonly advice?: string;
	/** Tells which words behind it belong to it; with any other the words are a sentence, that is, a prompt. */
	readonly takes?: (word: string, more: number) => boolean;
};

const anything = (): boolean => true;
const oneWord = (_word: string, more: number): boolean => more === 0;
const anId = (word: string): boolean => /\d|^--/.test(word);
const anAgent = (word: string): boolean => isAgentName(word) || word === 'all';
const shell = (word: string): boolean => /^(?:bash|zsh|fish|powershell|install)$/.test(word);
const SIGN_IN = 'use "acp-tui login AGENT"';
const PRINTS = 'use -p to print an answer';
const UPDATES = 'use "acp-tui agents update" for agents; "acp-tui version --check" looks for a newer acp-tui';
const THE_AGENTS = { advice: 'the agent reads its own settings for it', takes: isActionWord };

// Exit code 2, instead of sending the words to an agent as a prompt.
const COMMANDS: Readonly<Record<string, UnsupportedCommand>> = {
	doctor: {
		advice: '"acp-tui agents", "acp-tui mcp test NAME" and /status show what works and what does not',
		takes: anything,
	},
	replay: { takes: anything },
	resume: { advice: 'use "acp-tui --resume ID"', takes: oneWord },
	continue: { advice: 'use "acp-tui --continue"' },
	fork: { advice: 'use "acp-tui --resume ID --fork"', takes: anId },
	export: { advice: 'use "acp-tui sessions export ID"', takes: anId },
	'setup-token': { advice: SIGN_IN },
	auth: { advice: SIGN_IN, takes: (word) => /^[a-z-]+$/.test(word) },
	completions: { advice: 'use "acp-tui completion SHELL"', takes: shell },
	install: { advice: 'use "acp-tui agents install NAME"', takes: anAgent },
	uninstall: { advice: 'use "acp-tui agents remove NAME"', takes: anAgent },
	update: { advice: UPDATES, takes: anAgent },
	upgrade: { advice: UPDATES, takes: anAgent },
	stats: { advice: 'use "acp-tui usage"' },
	models: { advice: 'use --model, or /model in the interface', takes: oneWord },
	exec: { advice: PRINTS, takes: anything },
	e: { advice: PRINTS, takes: anything },
	init: { advice: 'use /init in the interface', takes: (word) => /^[./~]/.test(word) },
	chat: { advice: 'use "acp-tui"' },
	acp: { advice: 'acp-tui is the client: give the agent with --agent-command "AGENT --acp"' },
	serve: {},
	'app-server': {},
	'mcp-server': {},
	setup: { advice: 'see "acp-tui agents" and "acp-tui config"' },
	trust: { advice: 'use "acp-tui config trust"' },
	settings: { advice: 'use "acp-tui config"' },
	hooks: { advice: 'use /hooks in the interface; they are set in your config', takes: isActionWord },
	skills: THE_AGENTS,
	plugin: THE_AGENTS,
	plugins: THE_AGENTS,
	extensions: THE_AGENTS,
	help: { advice: 'use --help' },
};

export const UNSUPPORTED_COMMANDS: readonly string[] = Object.keys(COMMANDS);

/** Why the words are no prompt but a command that this version does not have; null for a prompt. */
export function unsupportedCommand(words: readonly string[]): string | null {
	const [word = '', argument, ...more] = words;
	if (words.some((each) => /\s/.test(each)) || !Object.hasOwn(COMMANDS, word)) return null;
	const { advice = '', takes } = COMMANDS[word] ?? {};
	if (argument !== undefined && takes?.(argument, more.length) !== true) return null;
	return messages.unsupportedCommand(words, advice);
}

/** Why an option of another program is not taken here; null for one that nobody knows. */
export function unsupportedOption(flag: string): string | null {
	const name = flag.split('=', 1)[0] ?? flag;
	return Object.hasOwn(OTHER_OPTIONS, name) ? messages.unsupportedOption(name, OTHER_OPTIONS[name] ?? '') : null;
}

export function isAgentName(word: string): boolean {
	return CATALOGUE.some(({ name, registryId, aliases = [] }) => [name, registryId, ...aliases].includes(word));
}
