import { fieldsOf } from './is-record.js';
import type { ActionRequest } from './policy/policy-types.js';
import type { ToolCall } from './tool-call.js';

const BARE =
	/^(?:bash|zsh|sh|shell|terminal|command|exec|execute|run|(?:run|execute|exec)[ _]?(?:(?:shell|terminal)[ _]?)?commands?)$/i;
const WRAPPED = /^(?:\S*\/)?(?:ba|z|da|k)?sh\s+-\w*c\s/;
/** Characters of an agent's words beside a command. */
const MOST_WORDS = 120;

/** The command line, and behind it in brackets the agent's title where that says more; never the title alone. */
export function commandTitle(command: string, title: string): string {
	const line = plain(command);
	const words = plain(title.replaceAll('`', ''));
	if (line === '') return words;
	// A command of the user's own has its sign.
	if (words === `! ${line}`) return words;
	if (words !== '' && WRAPPED.test(line) && line.includes(words)) return words;
	const more = additionalWords(line, words);
	return more === '' ? line : `${line} (${more})`;
}

function additionalWords(line: string, words: string): string {
	if (words === '' || BARE.test(words) || line.includes(words)) return '';
	// The line itself, with a tool's name, a verb or a mark beside it, and perhaps cut.
	if (words.includes(line) || line.startsWith(withoutName(words).replace(/(?:…|\.{3})$/, ''))) return '';
	return words.length > MOST_WORDS ? `${words.slice(0, MOST_WORDS - 1)}…` : words;
}

function withoutName(words: string): string {
	return words.replace(/^[\w-]{1,40}: /, '');
}

function plain(text: string): string {
	return text.replaceAll(/\s+/g, ' ').trim();
}

const COMMAND_KEYS = ['command', 'cmd', 'command_line', 'commandLine', 'shell_command', 'script', 'argv', 'commands'];

export function commandOfCall({ rawInput, terminals }: Pick<ToolCall, 'rawInput' | 'terminals'>): string {
	const record = fieldsOf(rawInput);
	for (const key of COMMAND_KEYS) {
		const value = record[key];
		if (typeof value === 'string' && value.trim() !== '') return value;
		if (Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string'))
			return value.join(key === 'commands' ? '\n' : ' ');
	}
	return terminals.find(({ command }) => command !== '')?.command ?? '';
}

export function titleOfRequest({
	command,
	title,
	kind,
	paths,
}: Pick<ActionRequest, 'command' | 'title' | 'kind' | 'paths'>): string {
	if (command !== undefined) return commandTitle(command.text, title);
	const named = paths.map(({ relative, given }) => relative ?? given);
	// A tool's name alone: what it is used on says more.
	if (/^[a-z_-]{1,20}$/.test(title) && named.length > 0) return `${title} ${named.join(', ')}`;
	const tool = toolOfTitle(title);
	if (tool === null) return title;
	return named.length > 0 ? `${kind} ${named.join(', ')}` : tool === '' ? title : tool;
}

const INPUT_AS_TITLE = /^(?:([\w.-]{1,60})(?::\s*|\s+|\())?(?:\{\s*"|\[\s*["{])/;

/** The tool of a title that says only a tool and its input as JSON, empty where it names none; null for other titles. */
export function toolOfTitle(title: string): string | null {
	const found = INPUT_AS_TITLE.exec(title.trim());
	return found === null ? null : (found[1] ?? '');
}

/** A title without Markdown code marks; a command may hold such marks itself, so it loses only those around all of it. */
export function withoutCodeMarks(title: string, kind: ToolCall['kind']): string {
	return title.replace(kind === 'execute' ? /^(`+)([^`]+)\1$/ : /(`+)([^`]+)\1/g, '$2').trim();
}

export function titleOfCall(call: Pick<ToolCall, 'kind' | 'title' | 'rawInput' | 'terminals'>): string {
	const command = call.kind === 'execute' ? commandOfCall(call) : '';
	return command === '' ? call.title : commandTitle(command, call.title);
}
