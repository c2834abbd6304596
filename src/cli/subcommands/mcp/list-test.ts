import type { McpDefinitionAt } from '../../../core/mcp/mcp-definition.js';
import type { McpEntry } from '../../../core/mcp/server.js';
import { sanitizeLine } from '../../../core/text/sanitize.js';
import { createProcessGuard } from '../../../services/guard/process-guard.js';
import { pathOutside } from '../../../services/programs/find-program.js';
import { repositoryFolders } from '../../../services/programs/repository-folders.js';
import { withoutKnownSecrets } from '../../../services/secrets/known-secrets.js';
import { loadConfig } from '../../config/load-config.js';
import { maskedServer } from '../../config/masked-secrets.js';
import { UsageError } from '../../errors.js';
import { findWorkspace } from '../../find-workspace.js';
import { loadMcpLists, mcpEntries, mcpNotices } from '../../mcp/mcp-lists.js';
import { printText } from '../../output.js';
import { quote, suggestion } from '../../quote-value.js';
import { type Style, styleFor } from '../../style.js';
import type { SubcommandHost } from '../../subcommand.js';
import type { World } from '../../world.js';

type McpListRequest = { readonly cwd?: string; readonly json?: true };

/** Carries out `acp-tui mcp list`. Values of variables and headers are never shown. */
export async function runMcpList(request: McpListRequest, { world }: SubcommandHost): Promise<number> {
	const { servers, notices } = await listServers(request.cwd, world);
	for (const notice of notices) process.stderr.write(`acp-tui: ${notice}\n`);
	if (request.json) return printText(`${JSON.stringify(servers.map(toJson), null, 2)}\n`);
	if (servers.length === 0) return printText(`${NO_SERVERS}\n`);
	return printText(tableOf(servers, await styleFor(process.stdout, world.env)));
}

function toJson({ definition, entry, agent }: ListedServer): Readonly<Record<string, unknown>> {
	const { name, source, file, state } = entry;
	return {
		name,
		source,
		...(agent === null ? {} : { agent }),
		...maskedServer(definition.definition),
		type: entry.type,
		waits: state.type === 'waiting',
		file,
		problem: problemOf(state),
	};
}

/** Why a server is left out, in words behind a colon. */
function problemOf(state: McpEntry['state']): string | null {
	if (state.type === 'disabled') return 'it is disabled in its file';
	return state.type === 'left-out' ? state.why : null;
}

function tableOf(servers: readonly ListedServer[], style: Style): string {
	const widthOf = (cell: (server: ListedServer) => string): number =>
		Math.max(...servers.map((each) => cell(each).length));
	const name = ({ entry }: ListedServer): string => sanitizeLine(entry.name);
	const source = ({ entry, agent }: ListedServer): string =>
		agent === null ? SOURCES[entry.source] : `agent ${sanitizeLine(agent)}`;
	const nameWidth = widthOf(name);
	const sourceWidth = widthOf(source);
	const rows = servers.map((server) => {
		const { type, target, state } = server.entry;
		const start = `${name(server).padEnd(nameWidth)}  ${type.padEnd(5)}  ${source(server).padEnd(sourceWidth)}`;
		const line = `${start}  ${style.detail(sanitizeLine(target))}`;
		if (state.type === 'ready') return line;
		const words = state.type === 'waiting' ? WAITS : `left out: ${sanitizeLine(problemOf(state) ?? '')}`;
		return `${line}\n${' '.repeat(nameWidth + 2)}${style.warning(words)}`;
	});
	return `${rows.join('\n')}\n`;
}

export type ListedServer = {
	readonly definition: McpDefinitionAt;
	readonly entry: McpEntry;
	/** The agent whose own list names it; null: for all. */
	readonly agent: string | null;
};

export async function listServers(
	cwd: string | undefined,
	world: World,
): Promise<{
	readonly workspace: string;
	readonly servers: readonly ListedServer[];
	readonly notices: readonly string[];
}> {
	const workspace = await findWorkspace(cwd, world.cwd);
	const loaded = await loadConfig(world.paths, workspace);
	const lists = await loadMcpLists(loaded, { cwd: workspace, paths: world.paths, optionFiles: [] });
	const definitions = [
		...lists.shared.map((definition) => ({ definition, agent: null })),
		...[...lists.own].flatMap(([agent, own]) => own.map((definition) => ({ definition, agent }))),
	];
	const entries = await mcpEntries(
		definitions.map(({ definition }) => definition),
		{ cwd: workspace, additionalDirectories: loaded.settings.additionalDirectories, world },
	);
	const servers = definitions.flatMap((listed, index) => {
		const entry = entries[index];
		return entry === undefined ? [] : [{ ...listed, entry }];
	});
	// Reasons for servers that are left out are listed with each server.
	return { workspace, servers, notices: mcpNotices(lists, [], workspace) };
}

const TIMEOUT_SECONDS = 30;
const MOST_SHOWN = 200;

/** Carries out `acp-tui mcp test NAME`: 0 when the server answers. Throws a UsageError when it may not be started. */
export async function runMcpTest(
	request: McpListRequest & { readonly name: string; readonly timeout?: number },
	{ world, stop }: SubcommandHost,
): Promise<number> {
	const { name, json, timeout: seconds = TIMEOUT_SECONDS } = request;
	const { workspace, servers } = await listServers(request.cwd, world);
	const entry = servers.find((server) => server.entry.name === name)?.entry;
	if (entry === undefined) {
		const meant = suggestion(
			name,
			servers.map((server) => server.entry.name),
		);
		throw new UsageError(`there is no MCP server ${quote(name)}${meant} ("acp-tui mcp list" lists them)`);
	}
	const { state } = entry;
	if (state.type === 'waiting') {
		throw new UsageError(
			`the MCP server ${quote(name)} is a project's that is not trusted yet; review it with "acp-tui config trust"`,
		);
	}
	if (state.type === 'disabled') {
		throw new UsageError(`the MCP server ${quote(name)} is disabled in ${sanitizeLine(entry.file)} ("disabled": true)`);
	}
	const outcome =
		state.type === 'left-out'
			? { tools: [], error: sanitizeLine(state.why) }
			: await startAndAsk(state.server, workspace, { world, stop, seconds });
	if (stop.signal.aborted) return Number(stop.signal.reason);
	// Servers that tell what they were started with are not rare.
	const tools = outcome.tools.map(({ name, description }) => ({
		name: withoutKnownSecrets(name),
		description: withoutKnownSecrets(description),
	}));
	const { error } = outcome;
	if (json) await printText(`${JSON.stringify({ name, ok: error === null, tools, error }, null, 2)}\n`);
	else if (error === null) await printText(toolLines(name, tools, await styleFor(process.stdout, world.env)));
	else process.stderr.write(`acp-tui: the MCP server ${quote(name)} does not work: ${sanitizeLine(error)}\n`);
	return error === null ? 0 : 1;
}

type Server = Parameters<typeof import('../../../services/mcp/test-server.js').testServer>[0];

async function startAndAsk(
	server: Server,
	cwd: string,
	{ world, stop, seconds }: Pick<SubcommandHost, 'world' | 'stop'> & { readonly seconds: number },
) {
	const { testServer } = await import('../../../services/mcp/test-server.js');
	const guard = createProcessGuard();
	const folders = await repositoryFolders({ workspace: cwd, additionalDirectories: [], home: world.home });
	const env = { ...world.env, PATH: (await pathOutside(folders, world.env)).join(':') };
	try {
		return await testServer(server, {
			clientVersion: world.version,
			cwd,
			env,
			guard,
			timeoutSeconds: seconds,
			signal: stop.signal,
		});
	} finally {
		guard.close();
	}
}

/** The names and the first lines of what the tools do: both are the server's words. */
function toolLines(
	name: string,
	tools: readonly { readonly name: string; readonly description: string }[],
	style: Style,
): string {
	const lines = tools.slice(0, MOST_SHOWN).map((tool) => {
		const [first = ''] = tool.description.trim().split('\n');
		return `  ${sanitizeLine(tool.name)}  ${style.detail(sanitizeLine(first))}`.trimEnd();
	});
	const more = tools.length - lines.length;
	const all = [
		works(sanitizeLine(name), tools.length),
		...lines,
		...(more > 0 ? [`  … and ${more} more (--json prints all)`] : []),
	];
	return `${all.join('\n')}\n`;
}

const NO_SERVERS = 'No MCP servers. Add one: acp-tui mcp add NAME -- COMMAND ARGS…';
const SOURCES = { option: '--mcp-config', agent: 'agent', config: 'your config', project: 'project' } as const;
const WAITS = 'waits for trust: acp-tui config trust';

const works = (name: string, tools: number): string =>
	`${name} works${tools === 0 ? ' and has no tools' : `: ${tools === 1 ? '1 tool' : `${tools} tools`}`}`;
