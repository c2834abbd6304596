import { isTaken, type McpEntry } from '../../core/mcp/server.js';
import { eachEntry } from '../../core/session/entries/entry-list.js';
import type { SessionState } from '../../core/session/state.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import * as messages from './slash-commands-messages.js';

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

function whatBecameOf({ name, type, state }: McpEntry, session: SessionState): string {
	const { agent, sessionId, mcpRefusal, entries } = session;
	if (state.type === 'waiting') return messages.MCP_WAITS;
	if (state.type === 'disabled') return messages.MCP_DISABLED;
	if (state.type === 'left-out') return messages.mcpLeftOut(state.why);
	if (agent === null) return messages.MCP_READY;
	if (!isTaken(type, agent.mcp)) return messages.mcpNotTaken(agent.title, type, agent.mcp.isIgnored);
	if (mcpRefusal !== undefined) return messages.mcpRefused(agent.title);
	return sessionId === null ? messages.MCP_READY : messages.mcpSent(agent.title, isUsed(name, entries));
}

/** A call names the server: some agents take servers and do nothing with them, and say nothing of it. */
function isUsed(server: string, entries: SessionState['entries']): boolean {
	const named = server.replaceAll(/[^\p{L}\d]+/gu, '[^\\p{L}\\d]+');
	const inName = new RegExp(`(?<![\\p{L}\\d])${named}(?:_{1,3}|[./:-])[\\p{L}\\d]`, 'iu');
	// A title is for people: other words may be the server's name by chance.
	const inTitle = new RegExp(`(?<![\\p{L}\\d])${named}(?:__| MCP\\b)`, 'iu');
	for (const entry of eachEntry(entries)) {
		if (entry.kind === 'tool' && (inName.test(entry.call.name ?? '') || inTitle.test(entry.call.title))) return true;
	}
	return false;
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
