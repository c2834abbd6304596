import { join } from 'node:path';
import { MCP_NAME, MCP_NAME_WORDS } from '../../../core/mcp/mcp-definition.js';
import { sanitizeLine } from '../../../core/text/sanitize.js';
import { changeWaits } from '../../config/config-messages.js';
import { MCP_FILE } from '../../config/config-places.js';
import { openServerFile, refuseLinkOut, userFile, writeConfigFile } from '../../config/edit-file.js';
import { findMcpFile } from '../../config/find-config.js';
import { plainSecret, plainSecrets } from '../../config/plain-secrets.js';
import { UsageError } from '../../errors.js';
import { findWorkspace } from '../../find-workspace.js';
import { printText } from '../../output.js';
import { quote, suggestion } from '../../quote-value.js';
import type { SubcommandHost } from '../../subcommand.js';
import type { World } from '../../world.js';

/** `project`: in the project's `.mcp.json`, else in the user's config. */
type McpEditRequest = { readonly cwd?: string; readonly name: string; readonly project?: true };

type McpAddRequest = McpEditRequest & {
	readonly env?: readonly string[];
	readonly url?: string;
	readonly sse?: true;
	readonly header?: readonly string[];
	readonly literal: readonly string[];
};

type McpWritten =
	| { readonly command: string; readonly args?: readonly string[]; readonly env?: Readonly<Record<string, string>> }
	| { readonly type: 'http' | 'sse'; readonly url: string; readonly headers?: Readonly<Record<string, string>> };

/** Carries out `acp-tui mcp add`. Throws a UsageError when the file cannot be read or written. */
export async function runMcpAdd(request: McpAddRequest, { world }: SubcommandHost): Promise<number> {
	const { name, project } = request;
	const server = writtenServer(request);
	if (!MCP_NAME.test(name)) throw new UsageError(`the name ${quote(name)}: a name may have ${MCP_NAME_WORDS}`);
	if ('url' in server && !/^(?:https?:\/\/|\$\{)/i.test(server.url))
		throw new UsageError('--url: must begin with http:// or https://');
	const file = await openFile(request, world);
	const secrets = plainSecrets([], server);
	const isThere = file.names.includes(name);
	await writeConfigFile(file.file, file.with(['mcpServers', name], server), {
		isPrivate: secrets.length > 0,
		mode: project ? 0o644 : 0o600,
	});
	for (const what of secrets) process.stderr.write(`acp-tui: ${plainSecret(what)}\n`);
	if (project) process.stderr.write(`acp-tui: ${changeWaits}\n`);
	const done = isThere ? `Replaced ${quote(name)} in` : `Added ${quote(name)} to`;
	return printText(`${done} ${sanitizeLine(file.file)}\n`);
}

/** Carries out `acp-tui mcp remove`. Throws a UsageError when the file does not name the server. */
export async function runMcpRemove(request: McpEditRequest, { world }: SubcommandHost): Promise<number> {
	const { name, project } = request;
	const file = await openFile(request, world);
	if (!file.names.includes(name)) {
		throw new UsageError(`${file.file} names no MCP server ${quote(name)}${suggestion(name, file.names)}`);
	}
	// A list without servers is still one.
	const isLast = file.names.length === 1;
	const text = isLast ? file.with(['mcpServers'], {}) : file.with(['mcpServers', name], undefined);
	await writeConfigFile(file.file, text, { isPrivate: false, mode: project ? 0o644 : 0o600 });
	return printText(`Removed ${quote(name)} from ${sanitizeLine(file.file)}\n`);
}

async function openFile({ cwd, project }: McpEditRequest, world: World) {
	const workspace = await findWorkspace(cwd, world.cwd);
	if (!project) return openServerFile(await userFile(world.paths.configDir));
	const file = findMcpFile(workspace) ?? join(workspace, MCP_FILE);
	await refuseLinkOut(file);
	return openServerFile(file);
}

const ADD_NOTHING = 'say how the server is started, behind --: acp-tui mcp add NAME -- COMMAND ARGS…, or use --url';

/** The server that the words of `mcp add` describe. Throws a UsageError when they describe none. */
function writtenServer({ env = [], url, sse, header = [], literal }: McpAddRequest): McpWritten {
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
	return { command, ...(args.length === 0 ? {} : { args }), ...(env.length === 0 ? {} : { env: variables }) };
}

function pairs(texts: readonly string[], sign: string, flag: string, form: string): Record<string, string> {
	return Object.fromEntries(
		texts.map((text) => {
			const at = text.indexOf(sign);
			// The rest of the value may be a secret: it is not repeated.
			if (at < 1) throw new UsageError(`${flag} ${quote(at < 0 ? text : '')}: must be ${form}`);
			return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
		}),
	);
}
