import { defined } from '../../../core/defined.js';
import { limits } from '../../../core/limits.js';
import type { PermissionRequest } from '../../../core/permission-request.js';
import type { VariableFact } from '../../../core/policy/policy-types.js';
import { singleCommandWords } from '../../../core/policy/shell/inspect.js';
import { shellLine } from '../../../core/policy/shell/invocation.js';
import { quoteWords } from '../../../core/policy/shell/quote-word.js';
import { parseShell } from '../../../core/policy/shell/shell-parser.js';
import { boundedJson, isObject, type JsonObject, objectOf, textOf } from '../../json.js';
import { embeddedJson, plainName } from './walk.js';

export type Command = NonNullable<PermissionRequest['command']>;
/** Named by {@link plainName}; null counts as absent. */
type Field = { readonly name: string; readonly value: unknown };

const VERBS: ReadonlySet<string> = new Set(
	'view create str_replace insert undo_edit edit write append replace overwrite update patch delete remove move rename copy'.split(
		' ',
	),
);

export const COMMAND_NAMES: ReadonlySet<string> = new Set([
	...['command', 'cmd', 'argv', 'commands', 'cmds', 'commandline', 'cmdline', 'commandlines'],
	...['shellcommand', 'bashcommand', 'script'],
]);
const LIST_NAMES: ReadonlySet<string> = new Set(['commands', 'cmds', 'commandlines']);
export const ARGUMENT_NAMES: ReadonlySet<string> = new Set(['args', 'arguments', 'argv']);
export const FOLDER_NAMES: ReadonlySet<string> = new Set([
	...['cwd', 'workdir', 'workingdir', 'workingdirectory', 'currentworkingdirectory', 'currentdirectory', 'chdir'],
	...['dirpath', 'directory', 'dir', 'folder', 'root'],
]);
export const VARIABLE_NAMES: ReadonlySet<string> = new Set([
	...['env', 'envs', 'environment', 'envvars', 'environmentvariables', 'variables'],
]);
const CODE_NAMES: ReadonlySet<string> = new Set([
	...['program', 'executable', 'exec', 'execute', 'run', 'interpreter', 'shell'],
	...['code', 'snippet', 'sh', 'bash'],
]);
const MOST_LEVELS = 8;
const MOST_COMMANDS = 100;

/** Command of a request of any kind. Several commands are joined to one line that runs all of them. */
export function commandOf(input: JsonObject, isEditing: boolean): Command | undefined {
	const fields = Object.entries(input)
		.map(([key, value]) => ({ name: plainName(key), value: value ?? undefined }))
		.filter(({ value }) => value !== undefined);
	const hasProgram = fields.some(({ name, value }) => name === 'command' && typeof value === 'string');
	const program = fields.find(({ name }) => name === 'command')?.value;
	const args = fields
		.filter(({ name, value }) => ARGUMENT_NAMES.has(name) && !(name === 'argv' && sayTheSame([program, value])))
		.map(({ value }) => value);
	const named = fields.filter(({ name, value }) => {
		const isVerb = isEditing && name === 'command' && typeof value === 'string' && VERBS.has(value.trim());
		return COMMAND_NAMES.has(name) && !isVerb && !(name === 'argv' && hasProgram);
	});
	const isOne = named.length > 1 && sayTheSame(named.map(({ value }) => value));
	const lines = named.filter(({ value }) => typeof value === 'string');
	const found = (isOne ? [...lines, ...named].slice(0, 1) : named).flatMap(({ name, value }) =>
		readCommand(name, value, args),
	);
	const [first, ...others] = found;
	if (first === undefined) return undefined;
	const line = [first, ...others]
		.map(({ line: text, argv = [] }) => (text === undefined ? quoteWords(argv) : apart(text)))
		.join('\n');
	return defined({
		...(others.length === 0 ? first : { line }),
		cwd: fields.flatMap(({ name, value }) => (FOLDER_NAMES.has(name) ? (textOf(value) ?? []) : []))[0],
		...surroundingsOf(fields),
	});
}

/** One line that runs the command, of a shell's line that itself. */
export function lineOf({ line, argv = [] }: Pick<Command, 'line' | 'argv'>): string {
	return (line ?? shellLine(argv) ?? quoteWords(argv)).trim();
}

/** Commands that an earlier update of the call had in this one's place; what it begins with was sent in pieces. */
export function otherCommands(announced: readonly string[], command: Command | undefined): readonly string[] {
	const line = command === undefined ? '' : lineOf(command);
	return announced.filter((text) => !line.startsWith(text));
}

/** The line that a tool makes of a program and its arguments where it starts a shell, and other words come of it. */
export function joinedLine(command: Command | undefined, input: JsonObject): string | null {
	if (command?.argv === undefined) return null;
	const [first] = command.argv;
	if (!Object.entries(input).some(([key, value]) => COMMAND_NAMES.has(plainName(key)) && value === first)) return null;
	const line = command.argv.join(' ');
	const program = parseShell(line);
	const words = program === null ? null : singleCommandWords(program);
	return words !== null && quoteWords(words) === quoteWords(command.argv) ? null : line;
}

/** Common form of values that mean the same: a list of one, a line and its words. */
export function sameForm(value: unknown): string {
	if (typeof value === 'string') return value.trim();
	if (isWords(value) && value.length === 1) return (value[0] ?? '').trim();
	return isWords(value) ? quoteWords(value) : boundedJson(value, limits.rawChars);
}

/** True where several fields name one command: as a line, as its words, or as the commands that the line has. */
export function sayTheSame(values: readonly unknown[]): boolean {
	const [line = ''] = values.flatMap((value) => (typeof value === 'string' ? [value.trim()] : []));
	if (line === '') return new Set(values.map(sameForm)).size === 1;
	const parts = line.split(/\s*(?:&&|\|\|?|[;\n])\s*/).filter(Boolean);
	return values.every(
		(value) =>
			sameForm(value) === line ||
			(isWords(value) &&
				(value.join(' ') === line ||
					(value.length === parts.length && parts.every((part, index) => part === value[index]?.trim())))),
	);
}

/** Lines that an input may run, at any depth and under ambiguous names. */
export function possibleCommandsOf(input: unknown, isEditing: boolean): readonly string[] {
	const lines = new Set<string>();

	function walk(value: unknown, level: number): void {
		if (lines.size >= MOST_COMMANDS) return;
		if (level === MOST_LEVELS && (isObject(value) || Array.isArray(value))) {
			lines.add(unreadable(value));
			return;
		}
		const embedded = typeof value === 'string' ? embeddedJson(value) : undefined;
		if (embedded !== undefined) walk(embedded, level + 1);
		if (Array.isArray(value)) for (const item of value) walk(item, level + 1);
		if (!isObject(value)) return;
		const fields = Object.entries(value).map(([key, item]) => ({ name: plainName(key), value: item ?? undefined }));
		const args = fields.filter(({ name }) => ARGUMENT_NAMES.has(name)).map((field) => field.value);
		for (const field of fields) {
			if (mayBeCommand(field, isEditing)) {
				for (const { line, argv = [] } of readCommand(field.name, field.value, args))
					lines.add(line ?? quoteWords(argv));
			}
			walk(field.value, level + 1);
		}
	}

	walk(input, 0);
	// Beyond the limit nobody knows which one is meant.
	return lines.size < MOST_COMMANDS ? [...lines] : [...lines, unreadable(input)];
}

function mayBeCommand({ name, value }: Field, isEditing: boolean): boolean {
	if (name === 'shell' && isUsualShell(value)) return false;
	if (isEditing && typeof value === 'string' && VERBS.has(value.trim())) return false;
	return COMMAND_NAMES.has(name) || CODE_NAMES.has(name);
}

function readCommand(
	name: string,
	value: unknown,
	args: readonly unknown[],
): readonly { argv?: readonly string[]; line?: string }[] {
	if (typeof value === 'string') return value.trim() === '' ? [] : [withArguments(value, args)];
	if (LIST_NAMES.has(name) && Array.isArray(value)) {
		return value.flatMap((each) => readCommand('command', isObject(each) ? (onlyCommandOf(each) ?? each) : each, []));
	}
	if (isWords(value)) return [{ argv: value }];
	// An unknown form is a command all the same, with unknown effect.
	return isObject(value) || (Array.isArray(value) && value.length > 0) ? [{ line: unreadable(value) }] : [];
}

function onlyCommandOf(object: JsonObject): unknown {
	const [field, ...others] = Object.entries(object).filter(([, value]) => value !== null);
	return field !== undefined && others.length === 0 && COMMAND_NAMES.has(plainName(field[0])) ? field[1] : undefined;
}

/** A command beside a list of arguments is an executable; alone it is a line for a shell. */
function withArguments(command: string, [args, ...others]: readonly unknown[]): { argv?: string[]; line?: string } {
	if (args === undefined) return { line: command };
	if (others.length === 0 && Array.isArray(args) && args.every((word) => typeof word === 'string')) {
		return { argv: [command, ...args] };
	}
	const texts = [args, ...others].map((each) => (typeof each === 'string' ? each : unreadable(each)));
	return { line: [command, ...texts].join(' ') };
}

/** An unknown form, whole and in brackets: no command that could be proven harmless. */
function unreadable(value: unknown): string {
	return `(${boundedJson(value, limits.rawChars) || '…'})`;
}

/** Quotes a line so that an open quote or here-document does not swallow the next one. */
function apart(line: string): string {
	return /['"`\\]|<</.test(line) ? quoteWords(['sh', '-c', line]) : line;
}

/** Variables, input and shell decide as much as words what a command does. */
function surroundingsOf(fields: readonly Field[]): Pick<Command, 'env' | 'shell' | 'stdin'> {
	const env = fields
		.filter(({ name }) => VARIABLE_NAMES.has(name))
		.flatMap(({ name, value }) => variablesIn(name, value));
	const shell = fields.find(({ name, value }) => name === 'shell' && !isUsualShell(value))?.value;
	const interpreter = fields.find(({ name }) => name === 'interpreter')?.value;
	const stdin = fields.find(({ name }) => name === 'stdin' || name === 'standardinput')?.value;
	if (shell !== undefined) env.push({ name: 'SHELL', value: textOf(shell) ?? null });
	return defined({
		env: env.length === 0 ? undefined : env,
		shell: shownText(shell ?? interpreter),
		stdin: shownText(stdin),
	});
}

function variablesIn(field: string, value: unknown): VariableFact[] {
	if (typeof value === 'string') return value.trim() === '' ? [] : [assignmentOf(value)];
	if (isObject(value)) return Object.entries(value).map(([name, each]) => variableOf(name, each));
	return (Array.isArray(value) ? value : []).map((item) => {
		const name = textOf(objectOf(item)['name']);
		const text = textOf(item);
		if (name !== undefined) return variableOf(name, objectOf(item)['value']);
		return text === undefined ? { name: field, value: null } : assignmentOf(text);
	});
}

export function isUsualShell(shell: unknown): boolean {
	return typeof shell === 'string' && /^(?:\/(?:usr\/)?bin\/)?(?:sh|bash|zsh)?$/.test(shell);
}

function shownText(value: unknown): string | undefined {
	return value === undefined ? undefined : (textOf(value) ?? boundedJson(value, limits.rawChars));
}

function variableOf(name: string, value: unknown): VariableFact {
	return { name, value: typeof value === 'string' ? value : null };
}

function assignmentOf(text: string): VariableFact {
	const at = text.indexOf('=');
	return at < 0 ? { name: text, value: null } : { name: text.slice(0, at), value: text.slice(at + 1) };
}

function isWords(value: unknown): value is string[] {
	return Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string');
}
