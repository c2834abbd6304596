import type { McpTool } from '../../../core/policy/types.js';
import { isObject, type JsonObject, textOf } from '../../json.js';
import { embeddedJson, plainName } from './walk.js';

const SERVER_NAMES = ['server', 'servername', 'mcpserver', 'mcpservername', 'serverid', 'namespace', 'provider'];
const OWN_TOOL_NAMES = ['tool', 'toolname', 'mcptool', 'mcptoolname', 'function', 'functionname'];
const TOOL_NAMES = [...OWN_TOOL_NAMES, 'method', 'name'];
const MOST_TOOLS = 100;
const MOST_CHARS = 300;
const MOST_WORDS = 20;
/** All of a title, so that no sentence, path or address is taken for a tool. */
const TWO_NAMES = /^[\w-]+(?:[./:]|__)[\w-]+$/;
const MOST_LEVELS = 6;

/** The tool of an MCP server that a request says it is: by its name, or by a server and a tool in its input. */
export function mcpOf(name: string | undefined, input: JsonObject): McpTool | undefined {
	const named = /^mcp__(.+?)__(.+)$/s.exec(name ?? '');
	if (named?.[1] !== undefined && named[2] !== undefined) return { server: named[1], tool: named[2] };
	const { server, tool } = input;
	// Both, and arguments for them: other tools have a `tool` field of their own.
	const isCall = isObject(input['arguments']) || input['arguments'] === null || input['arguments'] === undefined;
	return isCall && textOf(server) !== undefined && textOf(tool) !== undefined
		? { server: String(server), tool: String(tool) }
		: undefined;
}

/** Where a request may name a tool; `isOpen` for a title that names nothing else, such as a file. */
export type ToolNames = {
	readonly name: string | undefined;
	readonly title: string | undefined;
	readonly isOpen: boolean;
	/** What the title may name besides: paths, what is searched for. */
	readonly values: readonly string[];
};

/**
 * The tools that a request may stand for: by the forms that clients and agents give their names (`mcp__s__t`,
 * `mcp_s_t`, `s.t`, `s/t`, `t (s MCP Server)`), in its name, its title or its input, and by any server and tool
 * that stand side by side in the input. `isLikely`: it says in some way that it is a tool of a server.
 * `isCut`: there are more than were looked at.
 */
export function possibleMcpOf(
	{ name, title, isOpen, values }: ToolNames,
	input: unknown,
): { readonly tools: readonly McpTool[]; readonly isLikely: boolean; readonly isCut: boolean } {
	const tools = new Map<string, McpTool>();
	let isLikely = false;
	let isCut = false;
	const add = (found: readonly McpTool[]): void => {
		for (const tool of found) {
			if (tools.size < MOST_TOOLS) tools.set(JSON.stringify([tool.server, tool.tool]), tool);
			else isCut = true;
		}
	};

	function walk(value: unknown, level: number): void {
		if (level > MOST_LEVELS) return;
		const embedded = typeof value === 'string' ? embeddedJson(value) : undefined;
		if (embedded !== undefined) walk(embedded, level + 1);
		if (Array.isArray(value)) for (const item of value) walk(item, level + 1);
		if (!isObject(value)) return;
		const entries = Object.entries(value).map(([key, item]) => [plainName(key), item] as const);
		const servers = textsUnder(entries, SERVER_NAMES);
		for (const tool of textsUnder(entries, TOOL_NAMES)) {
			// One more than are kept, so that the cut is seen.
			add(servers.slice(0, MOST_TOOLS + 1).map((server) => ({ server, tool })));
			add(markedTools(tool));
			if (servers.length > 0 || markedTools(tool).length > 0) isLikely = true;
		}
		for (const tool of textsUnder(entries, OWN_TOOL_NAMES)) add(joinedNames(tool));
		for (const [, item] of entries) walk(item, level + 1);
	}

	walk(input, 0);
	for (const text of [name, title]) add(markedTools(text ?? ''));
	if (saysMcp(name ?? '') || titleSaysMcp(title ?? '', values)) isLikely = true;
	const ownName = joinedNames(name ?? '');
	if (ownName.length > 0) isLikely = true;
	add(ownName);
	if (isOpen && TWO_NAMES.test(title ?? '')) add(joinedNames(title ?? ''));
	return { tools: [...tools.values()], isLikely, isCut };
}

function textsUnder(entries: readonly (readonly [string, unknown])[], names: readonly string[]): readonly string[] {
	return entries.flatMap(([key, item]) => {
		const text = textOf(item);
		return text !== undefined && text.length <= MOST_CHARS && names.includes(key) ? [text] : [];
	});
}

function saysMcp(text: string): boolean {
	return /(?<![a-z])mcp(?![a-z])/i.test(text);
}

/**
 * Whether a title says that it is about MCP. Words that only repeat what the request is about do not: a file may be
 * called `mcp.ts`. In a title with more such words than anybody writes, nothing is looked up.
 */
function titleSaysMcp(title: string, values: readonly string[]): boolean {
	const words = title.split(/\s+/).filter(saysMcp);
	if (words.length > MOST_WORDS) return true;
	return words.some((word) => {
		const bare = word.replace(/^["'`([{]+|["'`)\]},:;]+$/g, '');
		return !values.some((value) => value.includes(bare));
	});
}

/** The tools that a text names in a form that says that they are MCP tools. */
function markedTools(text: string): readonly McpTool[] {
	if (text.length > MOST_CHARS) return [];
	const titled = /^\s*(\S+)\s+\((.+?)\s+MCP\b.*\)/i.exec(text);
	const tools = titled?.[1] === undefined || titled[2] === undefined ? [] : [{ server: titled[2], tool: titled[1] }];
	const words = [...text.matchAll(/(?<![\p{L}\d])mcp[_./:-]+([\p{L}\d_./:-]+)/giu)];
	return [...tools, ...words.flatMap(([, rest = '']) => splits(rest, ['__', '_', '-', '.', '/', ':']))];
}

/** Every reading of a name as a server and its tool with a sign between them. */
function joinedNames(name: string): readonly McpTool[] {
	return name.length <= MOST_CHARS && /^[\p{L}\d_./:-]+$/u.test(name) ? splits(name, ['__', '.', '/', ':']) : [];
}

/** The border of the two names is not known where both may hold the sign between them. */
function splits(text: string, signs: readonly string[]): readonly McpTool[] {
	return signs.flatMap((sign) => {
		const pieces = text.split(sign);
		return pieces.slice(1, 8).flatMap((_, index) => {
			const server = pieces.slice(0, index + 1).join(sign);
			const tool = pieces.slice(index + 1).join(sign);
			return server === '' || tool === '' ? [] : [{ server, tool }];
		});
	});
}
