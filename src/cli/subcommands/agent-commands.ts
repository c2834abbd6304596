import type { DistributionKind } from '../../core/agents/registry.js';
import { badChoice } from '../command-line-messages.js';
import { UsageError } from '../errors.js';
import { listOf, wordOf } from '../option-values.js';
import { AS_JSON, type Subcommand } from '../subcommand.js';
import { AGENT_VERSION } from '../subcommand-names.js';

const KINDS: ReadonlyMap<string, DistributionKind> = new Map([
	['archive', 'binary'],
	['binary', 'binary'],
	['npm', 'npx'],
	['npx', 'npx'],
	['pypi', 'uvx'],
	['uvx', 'uvx'],
]);

function kindOf(word: string): DistributionKind {
	const kind = KINDS.get(word.toLowerCase());
	if (kind === undefined) throw new UsageError(badChoice('--kind', word, ['archive', 'npm', 'pypi']));
	return kind;
}

const CONSENTS = [
	['-y, --yes', 'agree to the plan without a question'],
	['--accept-changes', 'agree to a changed publisher, kind of distribution or new install script'],
	['--allow-scripts', 'run the install scripts of packages'],
] as const;
const ANY_AGENT = [['<id>', 'an id or another name of the list']] as const;
const INSTALLED_AGENT = [['<id>', 'an installed agent']] as const;

const listAgents = async () => (await import('./agents/list-agents.js')).runAgentsList;

export const agents: Subcommand = {
	name: 'agents',
	about: 'list, show and install agents',
	takes: ['cwd'],
	options: [
		AS_JSON,
		['--from <index>', 'another index: a file, a folder with registry.json, or an address', wordOf('--from')],
	],
	load: listAgents,
	actions: {
		list: { about: 'list every agent, and which are on this machine', load: listAgents },
		show: {
			about: 'show what installing an agent would do; no network',
			arguments: ANY_AGENT,
			load: async () => (await import('./agents/show-agent.js')).runAgentsShow,
		},
		install: {
			about: 'show what would be installed, ask, and install it',
			arguments: ANY_AGENT,
			options: [
				...CONSENTS,
				[`${AGENT_VERSION} <version>`, 'another version than the index has', wordOf('--version')],
				['--kind <kind>', 'archive, npm or pypi, where there are several', kindOf],
			],
			load: async () => (await import('./agents/install-command.js')).runInstall,
		},
		update: {
			about: 'fetch the newest index and show what is different; with an id, update that agent',
			arguments: [['[id]', 'an installed agent']],
			options: CONSENTS,
			load: async () => (await import('./agents/update-agent.js')).runUpdate,
		},
		rollback: {
			about: 'go back to the version before; no network',
			arguments: INSTALLED_AGENT,
			load: async () => (await import('./agents/rollback-remove.js')).runRollback,
		},
		remove: {
			about: 'remove an installed agent with all its versions',
			arguments: INSTALLED_AGENT,
			options: [['-y, --yes', 'agree without a question']],
			load: async () => (await import('./agents/rollback-remove.js')).runRemove,
		},
	},
};

const SIGN_IN = {
	takes: ['agent', 'agentCommand', 'cwd', 'timeout'],
	arguments: [['[agent]', 'an agent by its name; "acp-tui agents" lists them']],
} as const;

export const login: Subcommand = {
	name: 'login',
	about: 'sign in to an agent',
	...SIGN_IN,
	options: [['--method <id>', 'the way to sign in, where the agent has several', wordOf('--method')]],
	load: async () => (await import('./sign-in/login.js')).login,
};

export const logout: Subcommand = {
	name: 'logout',
	about: 'sign out of an agent, and forget the keys that were given to its sign-in',
	...SIGN_IN,
	load: async () => (await import('./sign-in/login.js')).logout,
};

const IN_PROJECT = ['--project', 'in .mcp.json of the project instead of your config'] as const;

const listServers = async () => (await import('./mcp/list-test.js')).runMcpList;

export const mcp: Subcommand = {
	name: 'mcp',
	about: 'list, test, add and remove MCP servers',
	takes: ['cwd', 'timeout'],
	literal: 'command behind --',
	options: [AS_JSON],
	load: listServers,
	actions: {
		list: { about: 'list the MCP servers of the config and the project', load: listServers },
		test: {
			about: 'start a server, or connect to it, and list its tools',
			arguments: [['<name>', 'a server of the list']],
			load: async () => (await import('./mcp/list-test.js')).runMcpTest,
		},
		add: {
			about: 'add a server: acp-tui mcp add NAME -- COMMAND ARGS…',
			arguments: [['<name>', 'the name that agents and rules know it by']],
			options: [
				['--env <name=value>', 'a variable of its environment (repeatable)', listOf('--env')],
				['--url <url>', 'its address, where it is not a program', wordOf('--url')],
				['--sse', 'with --url: it speaks the older form, server-sent events'],
				['--header <name:value>', 'with --url: sent with each request (repeatable)', listOf('--header')],
				IN_PROJECT,
			],
			takesLiteral: true,
			load: async () => (await import('./mcp/add-remove.js')).runMcpAdd,
		},
		remove: {
			about: 'remove a server',
			arguments: [['<name>', 'a server of your config, or of .mcp.json']],
			options: [IN_PROJECT],
			load: async () => (await import('./mcp/add-remove.js')).runMcpRemove,
		},
	},
};
