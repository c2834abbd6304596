import type { McpTool } from '../../../core/policy/policy-types.js';
import { isObject, type JsonObject, textOf } from '../../json.js';
import { embeddedJson, plainName } from './walk.js';

const SERVER_NAMES = ['server', 'servername', 'mcpserver', 'mcpservername', 'serverid', 'namespace', 'provider'];
const OWN_TOOL_NAMES = ['tool', 'toolname', 'mcptool', 'mcptoolname', 'function', 'functionname'];
const TOOL_NAMES = [...OWN_TOOL_NAMES, 'method', 'name'];
const MOST_TOOLS = 100;
const MOST_CHARS = 300;
const MOST_WORDS = 20;
/** Matches a whole title, so that no sentence, path or address counts as a tool. */
const TWO_NAMES = /^[\w-]+(?:[./:]|__)[\w-]+$/;
const MOST_LEVELS = 6;

/** MCP tool that a request names: by `mcp__server__tool`, or by server and tool fields. */
export function mcpOf(name: string | undefined, input: JsonObject): McpTool | undefined {
	const named = /^mcp__(.+?)__(.+)$/s.exec(name ?? '');
	if (named?.[1] !== undefined && named[2] !== undefined) return { server: named[1], tool: named[2] };
	const { server, tool } = input;
	// Only with both fields and arguments: other tools have a `tool` field, too.
	const isCall = isObject(input['arguments']) || input['arguments'] === null || input['arguments'] === undefined;
	return isCall && textOf(server) !== undefined && textOf(tool) !== undefined
		? { server: String(server), tool: String(tool) }
		: undefined;
}

/** `isOpen`: the title names nothing else, such as a file. */
export type ToolNames = {
	readonly name: string | undefined;
	/** Every name of the tool in the message. */
	readonly toolNames: readonly (string | undefined)[];
	readonly title: string | undefined;
	readonly isOpen: boolean;
	/** Paths and search terms that the title may repeat. */
	readonly values: readonly string[];
};

/** MCP tools that a request may stand for, in any spelling. `isLikely`: it says so; `isCut`: not all were checked. */
export function possibleMcpOf(
	{ name, toolNames, title, isOpen, values }: ToolNames,
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
		// Whichever of its tools.
		add(
			textsUnder(entries, SERVER_NAMES.slice(0, 4))
				.slice(0, MOST_TOOLS + 1)
				.map((server) => ({ server, tool: '' })),
		);
		for (const tool of textsUnder(entries, TOOL_NAMES)) {
			// One more than the limit, so that the cut is noticed.
			add(servers.slice(0, MOST_TOOLS + 1).map((server) => ({ server, tool })));
			add(markedTools(tool));
			if (servers.length > 0 || markedTools(tool).length > 0) isLikely = true;
		}
		for (const tool of textsUnder(entries, OWN_TOOL_NAMES)) add(joinedNames(tool));
		for (const [, item] of entries) walk(item, level + 1);
	}

	walk(input, 0);
	for (const text of [...toolNames, title]) add(markedTools(text ?? ''));
	if (toolNames.some((text) => saysMcp(text ?? '')) || titleSaysMcp(title ?? '', values)) isLikely = true;
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

/** Whether a title speaks of MCP, but for words that repeat a path or search term (`mcp.ts`). */
function titleSaysMcp(title: string, values: readonly string[]): boolean {
	const words = title.split(/\s+/).filter(saysMcp);
	if (words.length > MOST_WORDS) return true;
	return words.some((word) => {
		const bare = word.replace(/^["'`([{]+|["'`)\]},:;]+$/g, '');
		return !values.some((value) => value.includes(bare));
	});
}

function markedTools(text: string): readonly McpTool[] {
	if (text.length > MOST_CHARS) return [];
	const titled = /^\s*(\S+)\s+\((.+?)\s+MCP\b.*\)/i.exec(text);
	const tools = titled?.[1] === undefined || titled[2] === undefined ? [] : [{ server: titled[2], tool: titled[1] }];
	const words = [...text.matchAll(/(?<![\p{L}\d])mcp[_./:-]+([\p{L}\d_./:-]+)/giu)];
	const servers = words.map(([, server = '']) => ({ server, tool: '' }));
	return [...tools, ...servers, ...words.flatMap(([, rest = '']) => splits(rest, ['__', '_', '-', '.', '/', ':']))];
}

function joinedNames(name: string): readonly McpTool[] {
	return name.length <= MOST_CHARS && /^[\p{L}\d_./:-]+$/u.test(name) ? splits(name, ['__', '.', '/', ':']) : [];
}

/** Every split, as both names may contain the separator. */
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
