import type { McpEntry } from '../../../core/mcp/server.js';
import { sanitizeLine } from '../../../core/text/sanitize.js';
import { maskedServer } from '../../config/masked.js';
import { printText } from '../../print-text.js';
import { type Style, styleFor } from '../../style.js';
import type { SubcommandHost } from '../subcommand.js';
import * as messages from './messages.js';
import type { McpListRequest } from './requests.js';
import { type ListedServer, listServers } from './servers.js';

/** Carries out `acp-tui mcp list`. Values of variables and headers are never shown. */
export async function runMcpList(request: McpListRequest, { world }: SubcommandHost): Promise<number> {
	const { servers, notices } = await listServers(request.cwd, world);
	for (const notice of notices) process.stderr.write(`acp-tui: ${notice}\n`);
	if (request.isJson) return printText(`${JSON.stringify(servers.map(toJson), null, 2)}\n`);
	if (servers.length === 0) return printText(`${messages.NO_SERVERS}\n`);
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
	if (state.type === 'disabled') return messages.DISABLED;
	return state.type === 'left-out' ? state.why : null;
}

function tableOf(servers: readonly ListedServer[], style: Style): string {
	const widthOf = (cell: (server: ListedServer) => string): number =>
		Math.max(...servers.map((each) => cell(each).length));
	const name = ({ entry }: ListedServer): string => sanitizeLine(entry.name);
	const source = ({ entry, agent }: ListedServer): string =>
		agent === null ? messages.SOURCES[entry.source] : messages.ofAgent(agent);
	const nameWidth = widthOf(name);
	const sourceWidth = widthOf(source);
	const rows = servers.map((server) => {
		const { type, target, state } = server.entry;
		const start = `${name(server).padEnd(nameWidth)}  ${type.padEnd(5)}  ${source(server).padEnd(sourceWidth)}`;
		const line = `${start}  ${style.detail(sanitizeLine(target))}`;
		if (state.type === 'ready') return line;
		const words = state.type === 'waiting' ? messages.WAITS : messages.leftOut(problemOf(state) ?? '');
		return `${line}\n${' '.repeat(nameWidth + 2)}${style.warning(words)}`;
	});
	return `${rows.join('\n')}\n`;
}
