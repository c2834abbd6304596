import type { AgentInfo } from '../core/agent-info.js';
import { type McpEntry, serversNotTaken } from '../core/mcp/server.js';
import type { ActionRequest, McpTool } from '../core/policy/policy-types.js';
import type { SessionState } from '../core/session/state.js';
import type { ToolCallPatch } from '../core/tool-call.js';

/** Separators between server and tool that hardly occur in other tool names. */
const SIGNS = '___|__|[./:]';
/** Separators that other names contain too: they count only in names marked as MCP. */
const WEAK_SIGNS = `${SIGNS}|[_-]`;

/** Titles are for people: only separators that hardly occur in prose count. */
const TITLE_SIGNS = '___|__';

/**
 * Marks the request as a tool of a given server where its name is that server and a tool; only then may a rule allow it
 * by that name. Whatever runs, writes, or names files or addresses is judged by that instead, and so is an ambiguous
 * name. A title counts only without a name, and when nothing else says what the call may be.
 */
export function asGivenTool(
	action: ActionRequest,
	{ name, title }: Pick<ToolCallPatch, 'name' | 'title'>,
	servers: readonly string[],
): ActionRequest {
	const isPlain = action.kind === 'other' && action.diffs.length === 0 && action.paths.length === 0;
	const { command, host, writes, asksUser, mcp } = action;
	const holdsMore = command !== undefined || host !== undefined || writes === true || asksUser === true;
	const { possibleHosts = [], toolInput } = action;
	const isTitleAlone = possibleHosts.length === 0 && (toolInput?.possibleCommands ?? []).length === 0;
	const plain = (name ?? title ?? '').replace(/^[`"']|[`"']$/g, '').trim();
	if (plain === '' || mcp !== undefined) return action;
	const isOpen = isPlain && !holdsMore && (name !== undefined || isTitleAlone);
	const found = isOpen ? servers.flatMap((server) => toolOf(plain, server, name === undefined) ?? []) : [];
	const [first, ...others] = found;
	const isSame = (other: McpTool): boolean => other.server === first?.server && other.tool === first.tool;
	if (first !== undefined && others.every(isSame)) return { ...action, mcp: first };
	// What a name may mean beside what is seen allows nothing, but may match what is denied (`loud_shout`).
	const possible = servers.flatMap((server) => toolBy(WEAK_SIGNS, plain, server) ?? []);
	return possible.length === 0 ? action : { ...action, possibleMcp: [...(action.possibleMcp ?? []), ...possible] };
}

export function givenServers({ profile }: Pick<SessionState, 'profile'>): readonly string[] {
	return profile.mcpServers.filter(isReady).map(({ name }) => name);
}

function toolOf(text: string, server: string, isTitle: boolean): McpTool | undefined {
	const isMarked = /^mcp[_./:-]/i.test(text);
	const signs = isTitle ? TITLE_SIGNS : isMarked ? WEAK_SIGNS : SIGNS;
	// A dot in a title is usually part of a file name.
	return isTitle ? toolBy(signs, text, server, '(?:mcp__)?', '[\\p{L}\\d_-]*') : toolBy(signs, text, server);
}

function toolBy(
	signs: string,
	text: string,
	server: string,
	prefix = '(?:mcp[_./:-]{1,3})?',
	rest = '[\\p{L}\\d_.-]*',
): McpTool | undefined {
	// Agents write the same server with other separators.
	const named = server
		.split(/[-_. ]/)
		.map(escaped)
		.join('[-_. ]');
	const tool = new RegExp(`^${prefix}${named}(?:${signs})([\\p{L}\\d]${rest})$`, 'iu').exec(text)?.[1];
	return tool === undefined ? undefined : { server, tool };
}

function escaped(text: string): string {
	return text.replaceAll(/[*+?^${}()|[\]\\/]/g, '\\$&');
}

/** Note about MCP servers that the agent did not get; null when it got all. */
export function mcpNote(
	entries: readonly McpEntry[],
	{ title, mcp }: Pick<AgentInfo, 'title' | 'mcp'>,
	refusal: string | undefined,
): { readonly title: string; readonly detail?: string; readonly hint?: string } | null {
	if (refusal !== undefined)
		return {
			title: `${title} refused the MCP servers, so the session goes on without ${namesOf(entries.filter(isReady))}.`,
			detail: refusal,
			hint: '"acp-tui mcp test NAME" tells whether one works',
		};
	const left = serversNotTaken(entries, mcp);
	if (left.length === 0) return null;
	if (mcp.isIgnored)
		return {
			title: `${title} does nothing with MCP servers, so it was not given ${namesOf(left)}.`,
			hint: 'its own documentation may say how it gets tools',
		};
	const types = [...new Set(left.map(({ type }) => type))].join(' or ');
	return {
		title: `${title} takes no MCP servers of type ${types}, so it was not given ${namesOf(left)}.`,
		hint: '/mcp shows all of them',
	};
}

function isReady({ state }: McpEntry): boolean {
	return state.type === 'ready';
}

const MOST_NAMES = 8;

function namesOf(entries: readonly McpEntry[]): string {
	const more = entries.length - MOST_NAMES;
	const shown = entries.slice(0, MOST_NAMES).map(({ name }) => name);
	return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}
