import type { PermissionRequest } from '../../core/ports.js';
import type { ToolCallPatch } from '../../core/tool-call.js';
import { compact, isObject, type JsonObject, objectOf, textOf } from '../json.js';

/** What a tool call names in structured fields: what may be judged. Titles are never looked at. */
export type Facts = Pick<PermissionRequest, 'paths' | 'command' | 'host' | 'mcp'>;

/** Gathers the facts of a tool call. */
export function factsOf(patch: ToolCallPatch): Facts {
	const input = objectOf(patch.rawInput);
	return {
		paths: pathsOf(patch, input),
		...compact({
			command: mayCarryCommand(patch) ? commandOf(input) : undefined,
			host: hostOf(input),
			mcp: mcpOf(patch.name, input),
		}),
	};
}

const PATH_KEYS = [
	'file_path',
	'filePath',
	'path',
	'abs_path',
	'absolute_path',
	'absolutePath',
	'notebook_path',
	'dir_path',
	'directory',
	'old_path',
	'oldPath',
	'new_path',
	'newPath',
	'source_path',
	'sourcePath',
	'source',
	'destination_path',
	'destinationPath',
	'destination',
	'paths',
	'file_paths',
	'files',
] as const;

function pathsOf(patch: ToolCallPatch, input: JsonObject): readonly string[] {
	const paths = new Set<string>();
	for (const location of patch.locations ?? []) paths.add(location.path);
	for (const item of patch.content ?? []) if (item.type === 'diff') paths.add(item.path);
	const add = (value: unknown) => {
		const path = textOf(value) ?? textOf(objectOf(value)['path']) ?? textOf(objectOf(value)['file_path']);
		if (path !== undefined) paths.add(path);
	};
	for (const key of PATH_KEYS) {
		const value = input[key];
		for (const item of Array.isArray(value) ? value : [value]) add(item);
	}
	// A patch of several files: `changes` is keyed by path, or a list of objects that name one.
	const { changes } = input;
	for (const item of Array.isArray(changes) ? changes : Object.keys(objectOf(changes))) add(item);
	for (const change of Object.values(objectOf(changes))) add(objectOf(change)['move_path']);
	return [...paths];
}

/** An editing tool's `command` is a verb of its own («create», «str_replace»), not something to run. */
function mayCarryCommand(patch: ToolCallPatch): boolean {
	const { kind } = patch;
	return kind !== 'edit' && kind !== 'delete' && kind !== 'move';
}

function commandOf(input: JsonObject): PermissionRequest['command'] {
	const cwd = textOf(input['cwd']) ?? textOf(input['workdir']) ?? textOf(input['working_directory']);
	for (const key of ['command', 'cmd', 'argv'] as const) {
		const value = input[key];
		if (typeof value === 'string' && value.trim() !== '') return withArguments(value, input['args'], cwd);
		if (isWords(value)) return compact({ argv: value, cwd });
	}
	return undefined;
}

/** `command` beside a list of `args` is an executable; alone it is a line for a shell. */
function withArguments(command: string, args: unknown, cwd: string | undefined): PermissionRequest['command'] {
	return isWords(args) ? compact({ argv: [command, ...args], cwd }) : compact({ line: command, cwd });
}

function isWords(value: unknown): value is string[] {
	return Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string');
}

function hostOf(input: JsonObject): string | undefined {
	const url = textOf(input['url']);
	return url !== undefined && URL.canParse(url) ? textOf(new URL(url).hostname) : undefined;
}

function mcpOf(name: string | undefined, input: JsonObject): Facts['mcp'] {
	const named = /^mcp__(.+?)__(.+)$/s.exec(name ?? '');
	if (named?.[1] !== undefined && named[2] !== undefined) return { server: named[1], tool: named[2] };
	const { server, tool } = input;
	// Both, and arguments for them: other tools have a `tool` field of their own.
	const isCall = isObject(input['arguments']) || input['arguments'] === null || input['arguments'] === undefined;
	return isCall && textOf(server) !== undefined && textOf(tool) !== undefined
		? { server: String(server), tool: String(tool) }
		: undefined;
}
