import { isTaken, type McpEntry } from '../../core/mcp/server.js';
import type { SessionState } from '../../core/session/state.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import * as messages from './messages.js';

/** Each MCP server with where it is named, what became of it, and its command line or address. */
export function mcpText(session: SessionState): string {
	const { mcpServers } = session.profile;
	const widthOf = (cell: (entry: McpEntry) => string): number =>
		Math.max(...mcpServers.map((each) => cell(each).length));
	const nameWidth = widthOf(({ name }) => name);
	const sourceWidth = widthOf(({ source }) => messages.MCP_SOURCES[source]);
	return mcpServers
		.flatMap((entry) => {
			const { name, type, source, target } = entry;
			const start = `${name.padEnd(nameWidth)}  ${type.padEnd(5)}  ${messages.MCP_SOURCES[source].padEnd(sourceWidth)}`;
			return [`${start}  ${sanitizeLine(whatBecameOf(entry, session))}`, `  ${sanitizeLine(target)}`];
		})
		.join('\n');
}

function whatBecameOf({ type, state }: McpEntry, { agent, sessionId, mcpRefusal }: SessionState): string {
	if (state.type === 'waiting') return messages.MCP_WAITS;
	if (state.type === 'disabled') return messages.MCP_DISABLED;
	if (state.type === 'left-out') return messages.mcpLeftOut(state.why);
	if (agent === null) return messages.MCP_READY;
	if (!isTaken(type, agent.mcp)) return messages.mcpNotTaken(agent.title, type, agent.mcp.isIgnored);
	if (mcpRefusal !== undefined) return messages.mcpRefused(agent.title);
	return sessionId === null ? messages.MCP_READY : messages.mcpGiven(agent.title);
}

/** What `/mcp` says. */
export function mcpNote(session: SessionState): {
	readonly title: string;
	readonly detail: string;
	readonly hint?: string;
} {
	if (session.profile.mcpServers.length === 0) return messages.NO_MCP_SERVERS;
	return { title: 'MCP servers', detail: mcpText(session) };
}
