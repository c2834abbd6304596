import type { ActionRequest, McpTool } from '../core/policy/types.js';
import type { SessionState } from '../core/session/state.js';
import type { ToolCallPatch } from '../core/tool-call.js';

/** Signs that agents put between a server and its tool, and that hardly stand in the name of a tool of their own. */
const SIGNS = '___|__|[./:]';
/** Some put these, which stand in other names as well: then something must say that it is MCP. */
const WEAK_SIGNS = `${SIGNS}|[_-]`;

/** Agents send a title for people, so only signs that hardly stand in one mark it as the name of a tool. */
const TITLE_SIGNS = '___|__';

/**
 * The request as one for a tool of a server that was given to the agent, where its name is that server and a tool.
 * Only then may a rule allow it by that name. Whatever runs, writes, names files or addresses is judged by that
 * instead, and so is a name that more than one server could have. A title counts only where there is no name, and
 * nothing else says what the call may be.
 */
export function asGivenTool(
	action: ActionRequest,
	{ name, title }: Pick<ToolCallPatch, 'name' | 'title'>,
	servers: readonly string[],
): ActionRequest {
	const isPlain = action.kind === 'other' && action.diffs.length === 0 && action.paths.length === 0;
	const { command, host, writes, asksUser, mcp } = action;
	const holdsMore = command !== undefined || host !== undefined || writes === true || asksUser === true;
	if (!isPlain || holdsMore || mcp !== undefined) return action;
	const { possibleHosts = [], toolInput } = action;
	const isTitleAlone = possibleHosts.length === 0 && (toolInput?.possibleCommands ?? []).length === 0;
	const text = name ?? (isTitleAlone ? title : undefined);
	if (text === undefined) return action;
	const plain = text.replace(/^[`"']|[`"']$/g, '').trim();
	const found = servers.flatMap((server) => toolOf(plain, server, name === undefined) ?? []);
	const [first, ...others] = found;
	const isSame = (other: McpTool): boolean => other.server === first?.server && other.tool === first.tool;
	if (first !== undefined && others.every(isSame)) return { ...action, mcp: first };
	// Nothing is allowed by a sign that other names have as well, but what is denied may be meant (`loud_shout`).
	const possible = servers.flatMap((server) => toolBy(WEAK_SIGNS, plain, server) ?? []);
	return possible.length === 0 ? action : { ...action, possibleMcp: [...(action.possibleMcp ?? []), ...possible] };
}

/** The names of the servers that the session's agent was given. */
export function givenServers({ profile }: Pick<SessionState, 'profile'>): readonly string[] {
	return profile.mcpServers.flatMap(({ name, state }) => (state.type === 'ready' ? [name] : []));
}

function toolOf(text: string, server: string, isTitle: boolean): McpTool | undefined {
	const isMarked = /^mcp[_./:-]/i.test(text);
	const signs = isTitle ? TITLE_SIGNS : isMarked ? WEAK_SIGNS : SIGNS;
	// A point in a title is most often that of a file's name.
	return isTitle ? toolBy(signs, text, server, '(?:mcp__)?', '[\\p{L}\\d_-]*') : toolBy(signs, text, server);
}

function toolBy(
	signs: string,
	text: string,
	server: string,
	prefix = '(?:mcp[_./:-]{1,3})?',
	rest = '[\\p{L}\\d_.-]*',
): McpTool | undefined {
	// Agents write the same server with other signs between its words.
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
