import { limits } from '../../core/limits.js';
import type { PermissionRequest } from '../../core/ports.js';
import type { ToolCallPatch } from '../../core/tool-call.js';
import { boundedJson, compact, isObject, type JsonObject, objectOf, textOf } from '../json.js';

/** What a tool call names in structured fields: what may be judged. Titles are never looked at. */
export type Facts = Pick<PermissionRequest, 'paths' | 'command' | 'writes' | 'host' | 'mcp'>;

/**
 * Gathers the facts of a tool call, whatever kind it says that it is. Where fields can be read in several
 * ways, or say different things, it is the most dangerous reading: it is judged, and perhaps asked about once
 * more than needed.
 */
export function factsOf(patch: ToolCallPatch): Facts {
	const input = objectOf(patch.rawInput);
	return {
		paths: pathsOf(patch, input),
		...compact({
			command: commandOf(input, isChange(patch)),
			writes: holdsText(input) ? (true as const) : undefined,
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
	'filename',
	'fileName',
	'target_file',
	'targetFile',
	'notebookPath',
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

function isChange({ kind }: ToolCallPatch): boolean {
	return kind === 'edit' || kind === 'delete' || kind === 'move';
}

/** What an editing tool calls the thing that it does, in place of a command. */
const VERBS: ReadonlySet<string> = new Set(
	'view create str_replace insert undo_edit edit write append replace overwrite update patch delete remove move rename copy'.split(
		' ',
	),
);

const COMMAND_KEYS = [
	...['command', 'cmd', 'argv', 'commands', 'command_line', 'commandLine', 'cmdline'],
	...['shell_command', 'shellCommand', 'bash_command', 'bashCommand', 'script'],
];
const ARGUMENT_KEYS = ['args', 'arguments', 'argv'];
const FOLDER_KEYS = [
	...['cwd', 'workdir', 'workDir', 'working_directory', 'workingDirectory', 'working_dir', 'workingDir'],
	...['dir_path', 'directory'],
];

/** What is to be run. Several commands, under one key or several, are one line that runs all of them. */
function commandOf(input: JsonObject, isEditing: boolean): PermissionRequest['command'] {
	const found: { readonly argv?: readonly string[]; readonly line?: string }[] = [];
	for (const key of COMMAND_KEYS) {
		const value = input[key] ?? undefined;
		const isVerb = isEditing && key === 'command' && typeof value === 'string' && VERBS.has(value.trim());
		const isTaken = key === 'argv' && typeof input['command'] === 'string';
		if (value !== undefined && !isVerb && !isTaken) found.push(...readCommand(key, value, input));
	}
	const [first, ...others] = found;
	if (first === undefined) return undefined;
	const line = [first, ...others]
		.map(({ line: text, argv = [] }) => (text === undefined ? quoted(argv) : apart(text)))
		.join('\n');
	return compact({
		...(others.length === 0 ? first : { line }),
		cwd: FOLDER_KEYS.map((key) => textOf(input[key])).find((folder) => folder !== undefined),
		envNames: variablesOf(input),
	});
}

function readCommand(key: string, value: unknown, input: JsonObject): readonly { argv?: string[]; line?: string }[] {
	if (typeof value === 'string') return value.trim() === '' ? [] : [withArguments(value, input)];
	if (key === 'commands' && Array.isArray(value)) return value.flatMap((each) => readCommand('command', each, {}));
	if (isWords(value)) return [{ argv: value }];
	// A form that nobody knows is a command all the same, and nobody knows what it does.
	return isObject(value) || (Array.isArray(value) && value.length > 0) ? [{ line: unreadable(value) }] : [];
}

/** `command` beside a list of arguments is an executable; alone it is a line for a shell. */
function withArguments(command: string, input: JsonObject): { argv?: string[]; line?: string } {
	const key = ARGUMENT_KEYS.find((name) => (input[name] ?? undefined) !== undefined);
	const args = key === undefined ? undefined : input[key];
	if (args === undefined) return { line: command };
	if (Array.isArray(args) && args.every((word) => typeof word === 'string')) return { argv: [command, ...args] };
	return { line: `${command} ${typeof args === 'string' ? args : unreadable(args)}` };
}

/** A form that nobody knows, as it is shown and judged, so whole: brackets, which are no command that anybody could prove harmless. */
function unreadable(value: unknown): string {
	return `(${boundedJson(value, limits.rawChars) || '…'})`;
}

/** A line so that nothing which is open at its end, a quote say, takes in the line behind it. */
function apart(line: string): string {
	return /['"`\\]|<</.test(line) ? quoted(['sh', '-c', line]) : line;
}

/** The words as a shell would read them back. */
function quoted(argv: readonly string[]): string {
	return argv.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
}

/** Variables decide as much as words what a command does; so does the shell that reads it. */
function variablesOf(input: JsonObject): readonly string[] | undefined {
	const names: string[] = [];
	for (const key of ['env', 'environment', 'envs', 'env_vars', 'variables']) {
		const value = input[key];
		if (typeof value === 'string' && value.trim() !== '') names.push(value.split('=', 1)[0] ?? value);
		if (isObject(value)) names.push(...Object.keys(value));
		for (const item of Array.isArray(value) ? value : []) {
			names.push(textOf(objectOf(item)['name']) ?? textOf(item)?.split('=', 1)[0] ?? key);
		}
	}
	const shell = input['shell'] ?? undefined;
	const isPlain = typeof shell !== 'string' || /^(?:\/(?:usr\/)?bin\/)?(?:sh|bash|zsh)?$/.test(shell);
	if (!isPlain) names.push('SHELL');
	return names.length === 0 ? undefined : names;
}

function isWords(value: unknown): value is string[] {
	return Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string');
}

/** Fields that hold a text to be written, of the tools that are known. */
const TEXT_KEYS = [
	...['content', 'contents', 'file_text', 'fileText', 'insert_text', 'insertText', 'new_source', 'newSource'],
	...['old_string', 'oldString', 'new_string', 'newString', 'old_str', 'new_str', 'oldStr', 'newStr'],
	...['old_text', 'new_text', 'oldText', 'newText', 'replacement'],
];
/** Fields that say what to change wherever they stand. */
const CHANGE_KEYS = ['patch', 'edits', 'changes', 'diff', 'unified_diff'];

function holdsText(input: JsonObject): boolean {
	const isThere = (key: string): boolean => {
		const value = input[key] ?? undefined;
		return value !== undefined && typeof value !== 'boolean' && typeof value !== 'number';
	};
	const namesFile = PATH_KEYS.some((key) => (input[key] ?? undefined) !== undefined);
	return CHANGE_KEYS.some(isThere) || (namesFile && TEXT_KEYS.some(isThere));
}

const URL_KEYS = ['url', 'urls', 'uri', 'href'];

/** The host of a fetch; of several hosts all, with commas, which no rule that allows one host matches. */
function hostOf(input: JsonObject): string | undefined {
	const hosts = new Set<string>();
	for (const key of URL_KEYS) {
		const value = input[key];
		for (const item of Array.isArray(value) ? value : [value]) {
			const url = textOf(item) ?? textOf(objectOf(item)['url']);
			const host = url !== undefined && URL.canParse(url) ? textOf(new URL(url).hostname) : undefined;
			if (host !== undefined) hosts.add(host);
		}
	}
	return hosts.size === 0 ? undefined : [...hosts].join(',');
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
