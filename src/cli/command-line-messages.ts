import type { SandboxUnavailable } from '../core/sandbox/sandbox.js';
import { sanitizeLine } from '../core/text/sanitize.js';
import { oneOf, quote, suggestion } from './quote-value.js';
import { meantAction } from './subcommand-names.js';

// Messages about the command line. Errors follow "acp-tui: " on standard error, so they begin small and have no
// period; where there are more sentences, the later ones are whole. The help is in program.ts, the configuration's words
// are in config/config-messages.ts.

const asPrompt = (words: string): string => `To send it as a prompt: acp-tui -- ${words}`;

export const dumbTerminal =
	'TERM=dumb: this terminal cannot draw, so what happens is written as lines, as with --screen-reader';

export const planFolderTooWide = (agent: string, folder: string): string =>
	`agents.${agent}.planFolders: ${quote(folder)} is too wide; agents write there in plan mode without being asked, so it cannot hold your home folder or the workspace`;
/** `reason` and `hint` are sentences. */
export const sandboxMissing = (sandbox: string, { reason, hint }: SandboxUnavailable): string =>
	`the sandbox ${quote(sandbox)} is not available. ${reason} ${hint}`;
export const WHOLE_SYSTEM: SandboxUnavailable = {
	reason: 'There is none for a workspace that is the whole file system.',
	hint: 'Start in the folder of a project.',
};
export const networkNeedsSandbox = (setting: string, network: string): string =>
	`${setting} ${quote(network)} takes an agent in a sandbox: --sandbox fence or shadow`;
export const writableTooWide = (agent: string, folder: string): string =>
	`agents.${agent}.writable: ${quote(folder)} is too wide; the agent may write there in every mode, so it cannot hold your home folder or the workspace`;

export const openedTooWide = (folder: string): string =>
	`${quote(folder)} is too wide; it cannot hold your home folder or the workspace`;

export const dashNeedsPrint = '- (standard input) needs --print';
export const twoAgents = 'use either --agent or --agent-command, not both';
export const needsAgent = (command: string): string =>
	`"acp-tui ${command}" needs the name of an agent ("acp-tui agents" lists them), or --agent-command`;
export const demoTakesNoAgent = '"acp-tui demo" starts the demo agent; it takes no --agent and no --agent-command';
export const bypassNeedsConsent = '--mode bypassPermissions needs --allow-bypass';

export const CONTINUE_OR_RESUME = 'use either --continue or --resume, not both';
export const FORK_NEEDS_SESSION = '--fork needs --continue, or --resume with an id';
export const LIST_NEEDS_SCREEN =
	'with -p, --resume needs the id of a session ("acp-tui sessions" lists them), or use --continue';
export const RESUME_WORKTREE = '--worktree begins a new session; it cannot be used with --continue or --resume';

export const needsPrint = (flag: string): string => `${flag} needs --print`;
export const needsValue = (flag: string): string => `${flag} needs a value`;
export const needsArgument = (command: string, name: string): string =>
	`"${command}" needs a ${name.toUpperCase()} (${command} --help)`;
const ADVICE: Readonly<Record<string, string>> = {
	'acp-tui mcp add': '; a command stands behind --, an address behind --url',
	'acp-tui config show': '; acp-tui config get KEY prints one value',
	'acp-tui config set': '; a value with blanks needs quotes',
};

export const tooManyWords = (command: string, words: readonly string[]): string => {
	const advice = ADVICE[command] ?? '';
	return `"${command}" does not take ${quote(words.join(' '))}${advice} (${command} --help)`;
};
export const takesNoOption = (command: string, flag: string): string =>
	`"acp-tui ${command}" takes no ${flag}; to send the word as a prompt: acp-tui -- ${command}`;
export const unknownAction = (word: string, actions: readonly string[], command = 'acp-tui config'): string => {
	const meant = meantAction(word, actions);
	const advice = meant === null ? '' : ` did you mean ${meant}?`;
	return `unknown action ${quote(word)};${advice} "${command}" knows ${oneOf(actions)}`;
};
export const unknownCommand = (word: string, meant: string): string =>
	`unknown command ${quote(word)}; did you mean ${meant}? ${asPrompt(word)}`;
export const unknownOption = (flag: string, meant: string | null, command: string): string =>
	`unknown option ${quote(flag)}${meant === null ? '' : `, did you mean --${meant}?`} (${command} --help lists them)`;
export const unsupportedCommand = (words: readonly string[], advice = ''): string =>
	`unknown command ${quote(words[0] ?? '')}${advice && `; ${advice}`}. ${asPrompt(words.join(' '))}`;
export const unsupportedOption = (flag: string, advice: string): string =>
	`unknown option ${quote(flag)}${advice && `; ${advice}`}`;

export const badChoice = (flag: string, value: string, choices: readonly string[]): string =>
	`${flag} ${quote(value)}: must be ${oneOf(choices)}${suggestion(value, choices)}`;
export const badTimeout = (value: string, most: number): string =>
	`--timeout ${quote(value)}: must be a number of seconds above 0, at most ${most} (a week)`;
export const badRule = (place: string, text: string, reason: string): string => `${place} ${quote(text)}: ${reason}`;

export const notAsProjectWants = (id: string, wanted: string, installed: string | null): string =>
	`this project’s agents.lock.json wants ${id} ${wanted}; ${
		installed === null
			? 'it is not installed'
			: installed === wanted
				? 'what is installed has other content'
				: `${installed} is installed`
	}, so nothing was started. To install it: acp-tui agents install ${id}`;

/** A name that no agent has; `place` is where it was written. */
export const unknownAgent = (name: string, place: string, meant: string | null): string =>
	`${place} ${quote(name)}: no such agent${meant === null ? '' : `; did you mean ${sanitizeLine(meant)}?`} ("acp-tui agents" lists them)`;

export const recordFile = {
	linkLeadsOut: 'a link on the way leads out of this folder; name the place it leads to',
	isLink: 'it is a link; name a new file',
	exists: 'the file already exists; choose another name or remove it first',
	isFolder: 'it is a folder; name a new file',
};

export const standardInput = {
	waiting: 'waiting for a prompt on standard input',
	waitingForEnd: 'waiting for standard input to end',
	leftOut: (seconds: number): string => `no input after ${seconds} s, continuing. Add - to wait for it.`,
};

/** Said once, at the start: what fails later for the same reason is not said again. */
export const stateNotSaved = (folder: string, reason: string): string =>
	`The state folder ${sanitizeLine(folder)} cannot be used: ${reason}. This run keeps no prompt history, drafts, log, remembered answers or copies of files for /undo.`;
