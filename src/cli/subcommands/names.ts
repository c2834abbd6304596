/** The name of every subcommand but `demo`, in the order of the help. */
export const SUBCOMMAND_NAMES = [
	'agents',
	'sessions',
	'login',
	'logout',
	'mcp',
	'worktrees',
	'shadow',
	'usage',
	'config',
] as const;

/** The actions of subcommands that have some. */
export const SUBCOMMAND_ACTIONS: Readonly<Record<string, readonly string[]>> = {
	agents: ['show', 'install', 'update', 'rollback', 'remove'],
	sessions: ['list', 'search', 'show', 'rename', 'export', 'delete', 'prune'],
	mcp: ['list', 'test', 'add', 'remove'],
	worktrees: ['list', 'merge', 'patch', 'remove'],
	shadow: ['list', 'show', 'apply', 'discard'],
	config: ['show', 'path', 'schema', 'trust', 'untrust'],
};

/** `agents install ID --version V` behind the words that name it: the program has an option of that name, too. */
export const AGENT_VERSION = '--agent-version';

/**
 * True when these arguments may name a subcommand or ask for the help, which lists them. A start of the interface does
 * without their definitions.
 */
export function mayNameSubcommand(argv: readonly string[]): boolean {
	const names: readonly string[] = SUBCOMMAND_NAMES;
	return argv.some((word) => names.includes(word) || word === '--help' || /^-[^-]*h/.test(word));
}
