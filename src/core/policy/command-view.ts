import { wordSet } from '../text/word-set.js';
import { type CommandFact, MAX_RULE_WORDS, type VariableFact } from './policy-types.js';
import { literalText, programContents } from './shell/inspect.js';
import { isTooLong, parseShell } from './shell/shell-parser.js';
import type { ShellProgram, ShellWord } from './shell/shell-types.js';

/** A program call as far as it is known: null is a word that only the shell knows. */
export type LooseCall = readonly (string | null)[];

export type CommandView = {
	/** Every call that the command may make, for deny and ask rules. */
	readonly calls: readonly LooseCall[];
	/** Texts that could not be parsed with certainty, or whose program is not known. */
	readonly opaque: readonly string[];
	/** Files that redirections read and write; null is one that only the shell knows. */
	readonly inputs: readonly (string | null)[];
	readonly outputs: readonly (string | null)[];
	/** The calls that certainly start, without those that stand in the arguments of others. */
	readonly heads: readonly LooseCall[];
	/** Names of variables that it sets for a command. */
	readonly variables: readonly string[];
	/** The same with their values, as far as these are known. */
	readonly values: readonly VariableFact[];
};

const MAX_DEPTH = 6;
/** Calls within calls multiply; what is behind these is not looked into. */
const MOST_CALLS = 4096;
/** As many words as a rule may have, and more: a call inside a call is kept this far. */
const CALL_WORDS = 2 * MAX_RULE_WORDS;
/** Programs that run the command in their arguments. */
const WRAPPERS = wordSet(
	'sudo doas env xargs nohup nice ionice chrt taskset time timeout stdbuf command builtin exec setsid',
	'chroot watch parallel strace ltrace flock busybox unshare nsenter script su runuser ssh eval',
	'sh bash zsh dash ksh ash fish mksh yash trap caffeinate unbuffer arch chronic entr systemd-run pkexec',
	'npx bunx pnpx uvx pipx docker podman kubectl tmux screen setpriv prlimit setarch numactl proot fakeroot',
	'faketime rlwrap valgrind gdb lldb perf hyperfine watchexec expect toybox coproc',
);
/** Programs that run the line behind `-c`. */
export const SHELLS: ReadonlySet<string> = wordSet('sh bash zsh dash ksh ash fish mksh yash su script');
/** Programs with a subcommand that runs what is behind it. */
const RUNNERS: readonly (readonly [program: RegExp, subcommand: RegExp])[] = [
	[/^(?:npm|pnpm|yarn|bun)$/, /^(?:exec|x|dlx)$/],
	[
		/^(?:uv|poetry|pipenv|conda|mamba|hatch|rye|pdm|bundle|mise|asdf|direnv|rustup|opam|nix|devbox)$/,
		/^(?:run|exec|x|tool|develop|shell)$/,
	],
];
/** Variable that a loop sets; the parser keeps only its words. */
const LOOP_VARIABLE = /\b(?:for|select)\s+([A-Za-z_]\w*)/g;
/** In `find`, a command is behind these. */
const FIND_ACTIONS = new Set(['-exec', '-execdir', '-ok', '-okdir']);

type Collected = { readonly [Part in keyof CommandView]: CommandView[Part][number][] };

/** Takes a command apart, as widely as denying needs. */
export function viewCommand(command: CommandFact): CommandView {
	const collected: Collected = { calls: [], opaque: [], inputs: [], outputs: [], heads: [], variables: [], values: [] };
	collected.variables.push(...command.envNames);
	collected.values.push(...(command.env ?? command.envNames.map((name) => ({ name, value: null }))));
	if (command.argv !== undefined) {
		collected.heads.push(command.argv);
		if (isTooLong(command.argv)) collected.opaque.push(command.text);
		else addCall(collected, command.argv, 0);
	} else if (command.line !== undefined) {
		const program = parseShell(command.line);
		addProgram(collected, program, command.line, 0);
	} else collected.opaque.push(command.text);
	// Standard input and an unknown shell decide what runs, too, but are only text here.
	if (command.stdin !== undefined) collected.opaque.push(command.stdin);
	if (command.shell !== undefined && !SHELLS.has(baseName(command.shell))) collected.opaque.push(command.shell);
	return collected;
}

export function joinViews(views: readonly CommandView[]): CommandView {
	return {
		calls: views.flatMap(({ calls }) => calls),
		opaque: views.flatMap(({ opaque }) => opaque),
		inputs: views.flatMap(({ inputs }) => inputs),
		outputs: views.flatMap(({ outputs }) => outputs),
		heads: views.flatMap(({ heads }) => heads),
		variables: views.flatMap(({ variables }) => variables),
		values: views.flatMap(({ values }) => values),
	};
}

function addProgram(collected: Collected, program: ShellProgram | null, source: string, depth: number): void {
	if (program === null || depth > MAX_DEPTH) {
		collected.opaque.push(source);
		return;
	}
	const contents = programContents(program);
	for (const [, name = ''] of source.matchAll(LOOP_VARIABLE)) collected.variables.push(name);
	for (const redirection of contents.redirections) {
		const text = literalText(redirection.target);
		// A here-document, or a string in its place, is what a shell may run.
		if (redirection.operator.startsWith('<<')) collected.opaque.push(text ?? source);
		else if (redirection.operator.startsWith('<')) collected.inputs.push(text);
		if (redirection.operator.includes('>')) collected.outputs.push(text);
	}
	for (const { words, assignments } of contents.commands) {
		const call = words.map(wordText);
		collected.variables.push(...assignments.map(({ name }) => name));
		collected.values.push(...assignments.map(({ name, value }) => ({ name, value: literalText(value) })));
		// Where a number is expected, shells run what such a text names.
		collected.opaque.push(...assignments.map(({ value }) => literalText(value) ?? '').filter(hasSubstitution));
		if (call.length === 0) continue;
		collected.values.push(...words.slice(1).flatMap(assignedBy));
		collected.heads.push(call);
		if (call[0] === null) collected.opaque.push(source);
		else addCall(collected, call, depth);
	}
}

/** The variables that `export`, `env` and their kin set. */
function assignedBy(word: ShellWord): readonly VariableFact[] {
	const [first] = word.parts;
	const [, name] = (first?.type === 'literal' ? /^([A-Za-z_]\w*)=/.exec(first.text) : null) ?? [];
	return name === undefined ? [] : [{ name, value: literalText(word)?.slice(name.length + 1) ?? null }];
}

/** The word as far as it is known; an empty pair of braces, which `find` and `xargs` use, stands for itself. */
function wordText(word: ShellWord): string | null {
	return word.source === '{}' ? word.source : literalText(word);
}

function addCall(collected: Collected, call: LooseCall, depth: number): void {
	if (collected.calls.length > MOST_CALLS) {
		collected.opaque.push(call.map((part) => part ?? '').join(' '));
		return;
	}
	collected.calls.push(call);
	const program = baseName(call[0] ?? '');
	const isFind = program === 'find' || program === 'fd' || program === 'fdfind';
	const isRunner = RUNNERS.some(([name, subcommand]) => name.test(program) && subcommand.test(call[1] ?? ''));
	if (!isFind && !isRunner && !WRAPPERS.has(program) && !isLoader(program)) return;
	// The subcommand is no program.
	for (let index = isRunner ? 2 : 1; index < call.length; index += 1) {
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
		// A shell's argument is a command line, even without a blank (`{rm,x}`).
		const isLine = /[\s;|&`$()<>]/.test(word) || (SHELLS.has(program) && /^-\w*c/.test(before));
		if (isLine) addProgram(collected, parseShell(word), word, depth + 1);
	}
	if (program === 'eval') {
		const line = call
			.slice(1)
			.map((part) => part ?? '')
			.join(' ');
		addProgram(collected, depth < MAX_DEPTH ? parseShell(line) : null, line, depth + 1);
	}
}

function hasSubstitution(text: string): boolean {
	return /\$\(|`/.test(text);
}

/** The dynamic loader, called by hand. */
function isLoader(program: string): boolean {
	return /^ld(?:-linux.*|-musl.*)?\.so/.test(program);
}

export function baseName(program: string): string {
	return program.slice(program.lastIndexOf('/') + 1);
}

/** No file has a longer path. */
const MOST_CHARS = 4096;

/**
 * Possible values of an option of letters that have it glued to the last of them (`-czfNAME`): all behind
 * each of the letters. Null where the word is too long to be looked at; nothing for all other words.
 */
export function gluedValues(word: string): readonly string[] | null {
	const letters = /^-([a-zA-Z0-9]+)./s.exec(word)?.[1];
	if (letters === undefined) return [];
	if (word.length > MOST_CHARS) return null;
	return Array.from(letters, (_, index) => word.slice(2 + index)).filter((value) => value !== '');
}
