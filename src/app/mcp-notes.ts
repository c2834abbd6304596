import type { AgentInfo } from '../core/agent-info.js';
import { type McpEntry, serversNotTaken } from '../core/mcp/server.js';
import { serversIgnored, serversOfTypeNotTaken, serversRefused } from './messages.js';

type Words = { readonly title: string; readonly detail?: string; readonly hint?: string };

/** Note about MCP servers that the agent did not get; null when it got all. */
export function mcpNote(
	entries: readonly McpEntry[],
	{ title, mcp }: Pick<AgentInfo, 'title' | 'mcp'>,
	refusal: string | undefined,
): Words | null {
	const ready = entries.filter(({ state }) => state.type === 'ready');
	if (refusal !== undefined) return serversRefused(title, namesOf(ready), refusal);
	const left = serversNotTaken(entries, mcp);
	if (left.length === 0) return null;
	if (mcp.isIgnored) return serversIgnored(title, namesOf(left));
	return serversOfTypeNotTaken(title, [...new Set(left.map(({ type }) => type))], namesOf(left));
}

function namesOf(entries: readonly McpEntry[]): readonly string[] {
	return entries.map(({ name }) => name);
}
