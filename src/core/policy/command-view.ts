import { isHarmlessVariable } from './read-only/environment.js';
import { literalText, programContents, singleCommandWords } from './shell/inspect.js';
import { shellLine } from './shell/invocation.js';
import { parseShell } from './shell/parser.js';
import type { ShellProgram } from './shell/types.js';
import type { CommandFact } from './types.js';

/** A program call as far as it is known: null is a word that only the shell knows. */
export type LooseCall = readonly (string | null)[];

/** A command as the rules see it. */
export type CommandView = {
	/** Forms that an allow rule may match: one simple command of known words. Empty for all else. */
	readonly exact: readonly (readonly string[])[];
	/** Every call that the command may make, for deny and ask rules. */
	readonly calls: readonly LooseCall[];
	/** Texts that could not be parsed with certainty, or whose program is not known. */
	readonly opaque: readonly string[];
	/** Files that redirections read and write. */
	readonly inputs: readonly string[];
	readonly outputs: readonly string[];
};

/** A rule on a command has at most this many words. */
export const MAX_RULE_WORDS = 32;
const MAX_DEPTH = 6;
/** As many words as a rule may have, and more: a call inside a call is kept this far. */
const CALL_WORDS = 2 * MAX_RULE_WORDS;
/** Programs that run the command in their arguments. */
const WRAPPERS = new Set([
	...'sudo doas env xargs nohup nice ionice chrt taskset time timeout stdbuf command builtin exec setsid'.split(' '),
	...'chroot watch parallel strace ltrace flock busybox unshare nsenter script su runuser ssh eval'.split(' '),
	...'sh bash zsh dash ksh ash fish trap caffeinate unbuffer arch chronic entr systemd-run pkexec'.split(' '),
]);
/** In `find`, a command stands behind these. */
const FIND_ACTIONS = new Set(['-exec', '-execdir', '-ok', '-okdir']);

type Collected = {
	readonly calls: LooseCall[];
	readonly opaque: string[];
	readonly inputs: string[];
	readonly outputs: string[];
};

/** Takes a command apart, as strictly as allowing needs and as widely as denying needs. */
export function viewCommand(command: CommandFact): CommandView {
	const collected: Collected = { calls: [], opaque: [], inputs: [], outputs: [] };
	const exact: (readonly string[])[] = [];
	if (command.argv !== undefined) {
		addCall(collected, command.argv, 0);
		exact.push(...exactForms(command.argv));
	} else if (command.line !== undefined) {
		const program = parseShell(command.line);
		addProgram(collected, program, command.line, 0);
		const words = program === null ? null : singleCommandWords(program);
		if (words !== null) exact.push(...exactForms(words));
	} else collected.opaque.push(command.text);
	// Another place or another environment makes it another command.
	const isPlain = command.envNames.every(isHarmlessVariable) && command.cwd?.isInside !== false;
	return { exact: isPlain ? exact : [], ...collected };
}

/** The words themselves and, for `bash -lc LINE`, those of a single command in the line. */
function exactForms(words: readonly string[]): readonly (readonly string[])[] {
	const line = shellLine(words);
	if (line === null) return [words];
	const program = parseShell(line);
	const inner = program === null ? null : singleCommandWords(program);
	return inner === null ? [words] : [words, inner];
}

function addProgram(collected: Collected, program: ShellProgram | null, source: string, depth: number): void {
	if (program === null || depth > MAX_DEPTH) {
		collected.opaque.push(source);
		return;
	}
	const contents = programContents(program);
	for (const redirection of contents.redirections) {
		const text = literalText(redirection.target);
		if (text === null) continue;
		if (redirection.operator.startsWith('<') && redirection.operator !== '<<<') collected.inputs.push(text);
		if (redirection.operator.includes('>')) collected.outputs.push(text);
	}
	for (const { words } of contents.commands) {
		const call = words.map(literalText);
		if (call[0] === null) collected.opaque.push(source);
		else if (call.length > 0) addCall(collected, call, depth);
	}
}

function addCall(collected: Collected, call: LooseCall, depth: number): void {
	collected.calls.push(call);
	const program = baseName(call[0] ?? '');
	const isFind = program === 'find' || program === 'fd' || program === 'fdfind';
	if (!isFind && !WRAPPERS.has(program)) return;
	for (let index = 1; index < call.length; index += 1) {
		const word = call[index] ?? null;
		if (word === null) {
			collected.opaque.push(call.map((part) => part ?? '').join(' '));
			continue;
		}
		const before = call[index - 1] ?? '';
		const isStart = !isFind || FIND_ACTIONS.has(before) || /^(?:-[xX]|--exec(?:-batch)?)$/.test(before);
		const inner = call.slice(index, index + CALL_WORDS);
		if (isStart && isFind && depth < MAX_DEPTH) addCall(collected, inner, depth + 1);
		else if (isStart) collected.calls.push(inner);
		if (/[\s;|&`$()<>]/.test(word)) addProgram(collected, parseShell(word), word, depth + 1);
	}
	if (program === 'eval') {
		const line = call
			.slice(1)
			.map((part) => part ?? '')
			.join(' ');
		addProgram(collected, depth < MAX_DEPTH ? parseShell(line) : null, line, depth + 1);
	}
}

/** The last part of a program's path. */
export function baseName(program: string): string {
	return program.slice(program.lastIndexOf('/') + 1);
}
