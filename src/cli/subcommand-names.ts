import { nearest } from '../core/text/nearest.js';

/** The name of every subcommand but `demo`, in the order of the help. */
export const SUBCOMMAND_NAMES = [
	'agents',
	'sessions',
	'login',
	'logout',
	'mcp',
	'worktrees',
	'shadow',
	'review',
	'usage',
	'themes',
	'config',
	'completion',
	'version',
] as const;

export const SUBCOMMAND_ACTIONS: Readonly<Record<string, readonly string[]>> = {
	agents: ['list', 'show', 'install', 'update', 'rollback', 'remove'],
	sessions: ['list', 'search', 'show', 'rename', 'export', 'delete', 'prune'],
	mcp: ['list', 'test', 'add', 'remove'],
	worktrees: ['list', 'merge', 'patch', 'remove'],
	shadow: ['list', 'show', 'apply', 'discard'],
	themes: ['list', 'import'],
	config: ['show', 'path', 'schema', 'get', 'set', 'unset', 'trust', 'untrust'],
};

/** Names of other programs for an action, with the commands here that may be meant. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
	ls: ['list'],
	get: ['show', 'list'],
	list: ['show'],
	info: ['show'],
	view: ['show'],
	status: ['list', 'show'],
	find: ['search'],
	new: ['add'],
	create: ['add'],
	rm: ['remove', 'delete'],
	delete: ['remove', 'discard'],
	remove: ['delete', 'discard'],
	uninstall: ['remove'],
	upgrade: ['update'],
	edit: ['set'],
};

/** The action meant by a mistyped word, or by another program's name for it. */
export function meantAction(word: string, actions: readonly string[]): string | null {
	return (
		nearest(word, actions) ??
		(Object.hasOwn(SYNONYMS, word) ? SYNONYMS[word] : undefined)?.find((action) => actions.includes(action)) ??
		null
	);
}

/** Whether a word is an action of some program: behind the name of a command it is no prompt. */
export function isActionWord(word: string): boolean {
	return Object.hasOwn(SYNONYMS, word) || Object.values(SUBCOMMAND_ACTIONS).flat().includes(word);
}

/** `agents install ID --version V` behind the words that name it: the program has an option of that name, too. */
export const AGENT_VERSION = '--agent-version';

/** Whether the definitions of subcommands are needed: a word may name one, or the help lists them. */
export function mayNameSubcommand(argv: readonly string[]): boolean {
	const names: readonly string[] = SUBCOMMAND_NAMES;
	return argv.some((word) => names.includes(word) || word === '--help' || /^-[^-]*h/.test(word));
}
