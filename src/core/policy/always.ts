import { isHarmlessVariable } from './read-only/environment.js';
import { matchRule, parseRule } from './rules.js';
import { singleCommandWords } from './shell/inspect.js';
import { shellLine } from './shell/invocation.js';
import { parseShell } from './shell/parser.js';
import type { ActionRequest, Rule } from './types.js';

/** Control characters cannot be shown as they are, so nothing is promised about them. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/**
 * The session rule that «allow always» writes for a request of the client's own doors, and the same
 * in words. Exactly this file or this command, no more. Null when that cannot be stated.
 */
export function alwaysRule(request: ActionRequest): { readonly rule: Rule; readonly words: string } | null {
	const stated =
		request.source === 'fs-write' ? stateEdit(request) : request.source === 'terminal' ? stateCommand(request) : null;
	if (stated === null || CONTROL.test(stated.text)) return null;
	const parsed = parseRule(stated.text, 'allow', 'session');
	if (!parsed.ok || !matchRule(parsed.value, request)) return null;
	return { rule: parsed.value, words: stated.words };
}

type Stated = { readonly text: string; readonly words: string };

function stateEdit(request: ActionRequest): Stated | null {
	const [path, ...others] = request.paths;
	if (path === undefined || others.length > 0 || !path.isInside || path.relative === null || path.relative === '')
		return null;
	// The parser of rules trims, so a name that starts or ends with a blank would become another.
	if (path.relative !== path.relative.trim()) return null;
	return { text: `Edit(${path.relative.replaceAll(/[\\*?[\]{}]/g, '\\$&')})`, words: `edits of ${path.relative}` };
}

function stateCommand(request: ActionRequest): Stated | null {
	const { command } = request;
	if (command === undefined || !command.envNames.every(isHarmlessVariable)) return null;
	const words = command.argv === undefined ? lineWords(command.line ?? '') : argvWords(command.argv);
	if (words === null || words.length === 0) return null;
	const text = words.map(quoted).join(' ');
	return { text: `Execute(${text})`, words: `the command ${text}` };
}

/** A shell that runs one simple command is that command; one that runs more cannot be stated. */
function argvWords(argv: readonly string[]): readonly string[] | null {
	const line = shellLine(argv);
	return line === null ? argv : lineWords(line);
}

function lineWords(line: string): readonly string[] | null {
	const program = parseShell(line);
	const words = program === null ? null : singleCommandWords(program);
	return words !== null && shellLine(words) === null ? words : null;
}

function quoted(word: string): string {
	return /^[\w@%+=:,./-]+$/.test(word) && !word.includes('=') ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
