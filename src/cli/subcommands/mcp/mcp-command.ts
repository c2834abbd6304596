import type { Command as Program } from 'commander';
import { UsageError } from '../../errors.js';
import { listOf, wordOf } from '../../option-values.js';
import { quote } from '../../quote.js';
import { type Subcommand, subcommandCall } from '../../subcommand.js';
import type { McpWritten } from './add-remove.js';
import type { McpListRequest } from './list-test.js';

type AddOptions = {
	readonly env?: readonly string[];
	readonly url?: string;
	readonly sse?: true;
	readonly header?: readonly string[];
	readonly project?: true;
};

const ADD_NOTHING = 'say how the server is started, behind --: acp-tui mcp add NAME -- COMMAND ARGS…, or use --url';
const PROJECT = ['--project', 'in .mcp.json of the project instead of your config'] as const;

export const mcpSubcommand: Subcommand = {
	name: 'mcp',
	takes: ['cwd', 'timeout'],
	takesLiteral: true,
	define(program, choose) {
		const list = (): void =>
			choose(({ options, literal }) => {
				refuseLiteral('list', literal);
				return subcommandCall('mcp list', listRequest(mcp, options.cwd), async (...call) =>
					(await import('./list-test.js')).runMcpList(...call),
				);
			});
		const mcp = program
			.command('mcp')
			.description('list, test, add and remove MCP servers')
			.option('--json', 'print JSON')
			.action(list);
		mcp.command('list').description('list the MCP servers of the config and the project').action(list);
		mcp
			.command('test')
			.description('start a server, or connect to it, and list its tools')
			.argument('<name>', 'a server of the list')
			.action((name: string) =>
				choose(({ options, literal }) => {
					refuseLiteral('test', literal);
					const request = { ...listRequest(mcp, options.cwd), name, timeoutSeconds: options.timeout ?? null };
					return subcommandCall('mcp test', request, async (...call) =>
						(await import('./list-test.js')).runMcpTest(...call),
					);
				}),
			);
		mcp
			.command('add')
			.description('add a server: acp-tui mcp add NAME -- COMMAND ARGS…')
			.argument('<name>', 'the name that agents and rules know it by')
			.option('--env <name=value>', 'a variable of its environment (repeatable)', listOf('--env'))
			.option('--url <url>', 'its address, where it is no program', wordOf('--url'))
			.option('--sse', 'with --url: it speaks the older form, server-sent events')
			.option('--header <name:value>', 'with --url: sent with each request (repeatable)', listOf('--header'))
			.option(...PROJECT)
			.action((name: string, options: AddOptions) =>
				choose((given) =>
					subcommandCall(
						'mcp add',
						{
							cwd: given.options.cwd ?? null,
							name,
							isProject: options.project === true,
							server: writtenServer(options, given.literal),
						},
						async (...call) => (await import('./add-remove.js')).runMcpAdd(...call),
					),
				),
			);
		mcp
			.command('remove')
			.description('remove a server')
			.argument('<name>', 'a server of your config, or of .mcp.json')
			.option(...PROJECT)
			.action((name: string, { project }: { readonly project?: true }) =>
				choose(({ options, literal }) => {
					refuseLiteral('remove', literal);
					return subcommandCall(
						'mcp remove',
						{ cwd: options.cwd ?? null, name, isProject: project === true },
						async (...call) => (await import('./add-remove.js')).runMcpRemove(...call),
					);
				}),
			);
	},
};

function listRequest(mcp: Program, cwd: string | undefined): McpListRequest {
	return { cwd: cwd ?? null, isJson: mcp.opts<{ json?: true }>().json === true };
}

function refuseLiteral(action: string, literal: readonly string[]): void {
	if (literal.length > 0) throw new UsageError(`"acp-tui mcp ${action}" takes no command behind --`);
}

/** The server that the words of `mcp add` describe. Throws a UsageError when they describe none. */
function writtenServer({ env = [], url, sse, header = [] }: AddOptions, literal: readonly string[]): McpWritten {
	const [command, ...args] = literal;
	if (url !== undefined) {
		if (command !== undefined) throw new UsageError('use either --url or a command behind --, not both');
		if (env.length > 0) throw new UsageError('--env needs a command behind --; with --url use --header');
		const headers = pairs(header, ':', '--header', 'NAME:VALUE');
		return { type: sse === true ? 'sse' : 'http', url, ...(header.length === 0 ? {} : { headers }) };
	}
	if (header.length > 0 || sse === true) throw new UsageError('--header and --sse need --url');
	if (command === undefined) throw new UsageError(ADD_NOTHING);
	const variables = pairs(env, '=', '--env', 'NAME=VALUE');
	return {
		command,
		...(args.length === 0 ? {} : { args }),
		...(env.length === 0 ? {} : { env: variables }),
	};
}

function pairs(texts: readonly string[], sign: string, flag: string, form: string): Record<string, string> {
	return Object.fromEntries(
		texts.map((text) => {
			const at = text.indexOf(sign);
			// What follows may be a key: it is not said again.
			if (at < 1) throw new UsageError(`${flag} ${quote(at < 0 ? text : '')}: must be ${form}`);
			return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
		}),
	);
}
