import type { Command as Program } from 'commander';
import { listOf, wordOf } from '../../option-values.js';
import { UsageError } from '../../usage-error.js';
import { type Subcommand, type SubcommandHost, subcommandCall } from '../subcommand.js';
import * as messages from './messages.js';
import type { McpAddRequest, McpEditRequest, McpListRequest, McpTestRequest, McpWritten } from './requests.js';

type AddOptions = {
	readonly env?: readonly string[];
	readonly url?: string;
	readonly sse?: true;
	readonly header?: readonly string[];
	readonly project?: true;
};

const JSON_OUT = ['--json', 'print JSON'] as const;
const PROJECT = ['--project', 'in .mcp.json of the project instead of your config'] as const;

export const mcpSubcommand: Subcommand = {
	name: 'mcp',
	takes: ['cwd', 'timeout'],
	takesLiteral: true,
	define(program, choose) {
		const mcp = program
			.command('mcp')
			.description('list, test, add and remove MCP servers')
			.option(...JSON_OUT)
			.action(() => choose((given) => listCall(mcp, given.options.cwd, given.literal)));
		mcp
			.command('list')
			.description('list the MCP servers of the config and the project')
			.action(() => choose((given) => listCall(mcp, given.options.cwd, given.literal)));
		mcp
			.command('test')
			.description('start a server, or connect to it, and list its tools')
			.argument('<name>', 'a server of the list')
			.action((name: string) =>
				choose(({ options, literal }) => {
					refuseLiteral('test', literal);
					const request = { ...listRequest(mcp, options.cwd), name, timeoutSeconds: options.timeout ?? null };
					return subcommandCall('mcp test', request, runTest);
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
						runAdd,
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
						runRemove,
					);
				}),
			);
	},
};

function listCall(mcp: Program, cwd: string | undefined, literal: readonly string[]) {
	refuseLiteral('list', literal);
	return subcommandCall('mcp list', listRequest(mcp, cwd), runList);
}

function listRequest(mcp: Program, cwd: string | undefined): McpListRequest {
	return { cwd: cwd ?? null, isJson: mcp.opts<{ json?: true }>().json === true };
}

function refuseLiteral(action: string, literal: readonly string[]): void {
	if (literal.length > 0) throw new UsageError(messages.takesNoCommand(action));
}

/** The server that the words of `mcp add` describe. Throws a UsageError when they describe none. */
function writtenServer({ env = [], url, sse, header = [] }: AddOptions, literal: readonly string[]): McpWritten {
	const [command, ...args] = literal;
	if (url !== undefined) {
		if (command !== undefined) throw new UsageError(messages.ADD_BOTH);
		if (env.length > 0) throw new UsageError(messages.ENV_NEEDS_COMMAND);
		const headers = pairs(header, ':', messages.badHeader);
		return { type: sse === true ? 'sse' : 'http', url, ...(header.length === 0 ? {} : { headers }) };
	}
	if (header.length > 0 || sse === true) throw new UsageError(messages.HEADER_NEEDS_URL);
	if (command === undefined) throw new UsageError(messages.ADD_NOTHING);
	const variables = pairs(env, '=', messages.badVariable);
	return {
		command,
		...(args.length === 0 ? {} : { args }),
		...(env.length === 0 ? {} : { env: variables }),
	};
}

function pairs(texts: readonly string[], sign: string, refusal: (text: string) => string): Record<string, string> {
	return Object.fromEntries(
		texts.map((text) => {
			const at = text.indexOf(sign);
			// What follows may be a key: it is not said again.
			if (at < 1) throw new UsageError(refusal(at < 0 ? text : ''));
			return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
		}),
	);
}

async function runList(request: McpListRequest, host: SubcommandHost): Promise<number> {
	return (await import('./list.js')).runMcpList(request, host);
}

async function runTest(request: McpTestRequest, host: SubcommandHost): Promise<number> {
	return (await import('./test.js')).runMcpTest(request, host);
}

async function runAdd(request: McpAddRequest, host: SubcommandHost): Promise<number> {
	return (await import('./edit.js')).runMcpAdd(request, host);
}

async function runRemove(request: McpEditRequest, host: SubcommandHost): Promise<number> {
	return (await import('./edit.js')).runMcpRemove(request, host);
}
