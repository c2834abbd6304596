import type { ToolCallPatch } from '../../../core/tool-call.js';
import { isObject, type JsonObject, objectOf, textOf } from '../../json.js';
import { isPlainlyNamed, plainName } from './walk.js';

/** Names listed, and characters of each; a longer one is unknown. */
const MOST_NAMES = 20;
const MOST_CHARS = 100;
const TOOL_NAME_FIELDS: ReadonlySet<string> = new Set(['toolname', 'functionname']);
/** Fields that may name anything: in `_meta` they count only if they name a running or writing tool. */
const NAME_FIELDS: ReadonlySet<string> = new Set(['name', 'tool', 'function']);

export function toolNamesOf(call: JsonObject): readonly string[] {
	const names: string[] = [];
	function walk(value: unknown, level: number): void {
		if (!isObject(value) || level > 4) return;
		for (const [key, item] of Object.entries(value)) {
			if (names.length >= MOST_NAMES) return;
			const field = plainName(key);
			const text = TOOL_NAME_FIELDS.has(field) || NAME_FIELDS.has(field) ? textOf(item) : undefined;
			const isTool = level === 0 || TOOL_NAME_FIELDS.has(field) || RUNS_OR_WRITES.test(text ?? '');
			if (text !== undefined && isTool) names.push(text.slice(0, MOST_CHARS));
			const server = level > 0 && /^mcp|servername$/.test(field) ? serverIn(item) : undefined;
			if (server !== undefined) names.push(`mcp:${server}`.slice(0, MOST_CHARS));
			walk(item, level + 1);
		}
	}
	const named = Object.entries(call).filter(([key]) => TOOL_NAME_FIELDS.has(plainName(key)));
	walk({ name: call['name'], ...Object.fromEntries(named), meta: call['_meta'] }, 0);
	return [...new Set(names)];
}

/** The MCP server that a field of `_meta` speaks of. */
function serverIn(value: unknown): string | undefined {
	const { server, serverName, name } = objectOf(value);
	return textOf(value) ?? textOf(server) ?? textOf(serverName) ?? textOf(name) ?? (isObject(value) ? '?' : undefined);
}

/** Every name that the tool of a call was said to have: some give it in `_meta` alone. */
export function namesOf({ name, announced, toolNames }: ToolCallPatch): readonly string[] {
	return [...new Set([...(name === undefined ? [] : [name]), ...(announced?.toolNames ?? toolNames ?? [])])];
}

export const RUNS_OR_WRITES =
	/bash|shell|exec|run|terminal|command|cmd|script|python|eval|write|edit|create|patch|replace|insert|delete|remove|move|rename|update|save|fetch|upload|kill/i;

const LOOKING = [
	...['read', 'reader', 'reading', 'view', 'viewer', 'cat', 'list', 'listing', 'ls', 'dir', 'glob', 'grep', 'rg'],
	...['ripgrep', 'search', 'searching', 'find', 'finder', 'get', 'show', 'look', 'lookup', 'inspect', 'stat', 'head'],
	...['tail', 'count', 'scan', 'check', 'explore', 'query', 'file', 'files', 'path', 'paths', 'directory'],
	...['directories', 'folder', 'folders', 'many', 'multiple', 'all', 'content', 'contents', 'text', 'lines', 'code'],
	...['codebase', 'tree', 'project', 'workspace', 'symbol', 'symbols', 'definition', 'definitions', 'references'],
	...['outline', 'diagnostics', 'diagnostic', 'errors', 'lsp', 'semantic', 'info', 'metadata', 'name', 'names', 'by'],
	...['in', 'for', 'of', 'the', 'and', 'image', 'images', 'pdf', 'notebook', 'notebooks', 'tool', 'think', 'thinker'],
	...['thinking', 'thought', 'thoughts', 'reason', 'reasoning', 'sequential', 'plan', 'todo', 'todos', 'task', 'tasks'],
	...['agent', 'agents', 'sub', 'subagent', 'investigator', 'skill', 'skills', 'docs', 'internal'],
];
const LOOKING_WORDS = wordsOf(LOOKING);
const EDITING_WORDS = wordsOf([
	...LOOKING,
	...['edit', 'editor', 'edits', 'write', 'create', 'insert', 'replace', 'str', 'string', 'apply', 'patch', 'update'],
	...['modify', 'change', 'changes', 'multi', 'append', 'overwrite', 'cell', 'new', 'diff'],
]);
/** Tools that set a task list or describe themselves, and change nothing else. */
const HARMLESS_TOOLS: ReadonlySet<string> = new Set([
	...['todowrite', 'writetodos', 'todoupdate', 'updatetodos', 'updateplan', 'managetodolist', 'clihelp'],
]);

/** True for tools known to only look. Every word must be known: another tool may do anything. */
export function isReadOnlyTool(name: string): boolean {
	return HARMLESS_TOOLS.has(plainName(name)) || isMadeOf(LOOKING_WORDS, name);
}

export function isEditingTool(name: string): boolean {
	return isMadeOf(EDITING_WORDS, name);
}

function isMadeOf(known: RegExp, name: string): boolean {
	const bare = name.trim();
	if (bare.length >= MOST_CHARS || !isPlainlyNamed(bare)) return false;
	const words = bare
		.normalize('NFKC')
		.replaceAll(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2')
		.toLowerCase()
		.split(/[^a-z]+/);
	return words.every((word) => word === '' || known.test(word));
}

export function couldBeToolName(title: string): boolean {
	return title.length < MOST_CHARS && /^[A-Za-z][\w-]*$/.test(title);
}

/** Joined words (`todoread`) count too. */
function wordsOf(words: readonly string[]): RegExp {
	return new RegExp(`^(?:${words.join('|')})+$`);
}
