import { sanitizeLine } from '../../../core/text/sanitize.js';
import { createProcessGuard } from '../../../services/guard/process-guard.js';
import { pathOutside } from '../../../services/programs/find-program.js';
import { repositoryFolders } from '../../../services/programs/repository-folders.js';
import { withoutKnownSecrets } from '../../../services/secrets/known-secrets.js';
import { printText } from '../../print-text.js';
import { type Style, styleFor } from '../../style.js';
import { UsageError } from '../../usage-error.js';
import type { SubcommandHost } from '../subcommand.js';
import * as messages from './messages.js';
import type { McpTestRequest } from './requests.js';
import { listServers } from './servers.js';

const TIMEOUT_SECONDS = 30;
const MOST_SHOWN = 200;

/** Carries out `acp-tui mcp test NAME`: 0 when the server answers. Throws a UsageError when it may not be started. */
export async function runMcpTest(request: McpTestRequest, { world, stop }: SubcommandHost): Promise<number> {
	const { name, isJson, timeoutSeconds } = request;
	const { workspace, servers } = await listServers(request.cwd, world);
	const entry = servers.find((server) => server.entry.name === name)?.entry;
	if (entry === undefined) {
		throw new UsageError(
			messages.unknownServer(
				name,
				servers.map((server) => server.entry.name),
			),
		);
	}
	const { state } = entry;
	if (state.type === 'waiting') throw new UsageError(messages.serverWaits(name));
	if (state.type === 'disabled') throw new UsageError(messages.serverDisabled(name, entry.file));
	const outcome =
		state.type === 'left-out'
			? { tools: [], error: sanitizeLine(state.why) }
			: await startAndAsk(state.server, workspace, { world, stop, seconds: timeoutSeconds ?? TIMEOUT_SECONDS });
	if (stop.signal.aborted) return Number(stop.signal.reason);
	// Servers that tell what they were started with are not rare.
	const tools = outcome.tools.map(({ name, description }) => ({
		name: withoutKnownSecrets(name),
		description: withoutKnownSecrets(description),
	}));
	const { error } = outcome;
	if (isJson) await printText(`${JSON.stringify({ name, ok: error === null, tools, error }, null, 2)}\n`);
	else if (error === null) await printText(toolLines(name, tools, await styleFor(process.stdout, world.env)));
	else process.stderr.write(`acp-tui: ${messages.failed(name, error)}\n`);
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
		messages.works(sanitizeLine(name), tools.length),
		...lines,
		...(more > 0 ? [`  ${messages.moreTools(more)}`] : []),
	];
	return `${all.join('\n')}\n`;
}
