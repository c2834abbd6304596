import { defined } from '../defined.js';
import { byName } from '../text/word-set.js';
import { STARTS_NOTHING } from './known-programs.js';
import { UNPROVEN } from './policy-messages.js';
import type { CommandFact } from './policy-types.js';
import { isInsideOperand, toArgument } from './read-only/argument.js';
import { harmfulVariable } from './read-only/harmless-variables.js';
import { checkPart, doubtAround, placeOf, startFolder } from './read-only/read-only-command.js';
import type { Doubt } from './read-only/verdict.js';
import { innerLine, wrappedWords } from './read-only/wrappers.js';
import { literalText, literalWords } from './shell/inspect.js';
import { programName } from './shell/invocation.js';
import { isInput, type LinePart, partsOfLine } from './shell/line-parts.js';
import { quoteWords } from './shell/quote-word.js';
import { renderSimple } from './shell/render-command.js';
import { isTooLong, parseShell } from './shell/shell-parser.js';
import type { ShellRedirection, ShellSimple, ShellWord } from './shell/shell-types.js';

/** A simple command of what would run, as allow rules see it. */
export type CommandPart = {
	/**
	 * The words that a rule may name it by, patterns of names below a folder as written; none where anything else in it
	 * expands, or where it may run what it is fed.
	 */
	readonly forms: readonly (readonly string[])[];
	/** Some words are patterns, which the shell expands to file names. */
	readonly hasPatterns?: true;
	/** Why it may do more than read, apart from its redirections. */
	readonly doubt: Doubt;
	/** The files that its redirections write, as written; null is one that only the shell knows. */
	readonly outputs: readonly (string | null)[];
	/** Files among its words, where creating or writing them is all it does (`tee`, `mkdir`). */
	readonly makes?: readonly string[];
	/** The folders that they count from, see `LinePart`. */
	readonly folders: readonly string[] | null;
	/** Source of the command as a line of its own, without redirections that write. */
	readonly source: string;
};

const MOST_SHELLS = 3;

/** The simple commands that a command consists of, those of the lines that it gives to shells too; else why nobody can tell. */
export function commandParts(
	command: CommandFact,
): { readonly parts: readonly CommandPart[] } | { readonly because: string } {
	const because = doubtAround(command);
	if (because !== null) return { because };
	const folders = [startFolder(command)];
	const isFed = command.stdin !== undefined;
	if (command.line !== undefined && command.argv === undefined)
		return partsOf(command.line, { folders, isFed }, command, 0);
	if (command.argv === undefined || command.argv.length === 0) return { because: UNPROVEN.nothingSaid };
	if (isTooLong(command.argv)) return { because: UNPROVEN.notParsed };
	if (command.argv.some((word) => word.includes('\0'))) return { because: UNPROVEN.controlCharacters };
	const part = { type: 'simple', assignments: [], words: command.argv.map(wordOf), redirections: [] } as const;
	return toParts({ command: part, folders, isFed }, command, 0);
}

/** Where a line starts, and whether something reaches its standard input. */
type Start = { readonly folders: readonly string[]; readonly isFed: boolean };

function partsOf(line: string, { folders, isFed }: Start, command: CommandFact, depth: number) {
	const program = parseShell(line);
	if (program === null) return { because: UNPROVEN.notParsed };
	const found = partsOfLine(program, folders);
	if ('because' in found) return found;
	const parts: CommandPart[] = [];
	for (const part of found.parts) {
		const own = toParts({ ...part, isFed: isFed || part.isFed === true }, command, depth);
		if ('because' in own) return own;
		parts.push(...own.parts);
	}
	return { parts };
}

function toParts(
	part: LinePart,
	command: CommandFact,
	depth: number,
): { readonly parts: readonly CommandPart[] } | { readonly because: string } {
	const { folders } = part;
	const simple = { ...part.command, redirections: part.command.redirections.filter((each) => !isOutput(each)) };
	const outputs = part.command.redirections.filter(isOutput).map(outputOf);
	const inputs = simple.redirections.filter(isInput);
	const isFed = part.isFed === true || inputs.length > 0;
	const words = literalWords(simple.words);
	const line = words === null ? null : innerLine(words);
	const place = placeOf(command);
	const checked = { command: simple, folders };
	const doubt = checkPart(checked, placeOf(command, null)) ?? checkPart(checked, place);
	const named = wordsForRules(simple.words);
	const isUnnamed = named === null || named.length === 0 || setsMore(simple) || part.hasRemark === true;
	const forms = isUnnamed ? [] : formsOf(named);
	const mayRunInput = isFed && line === null && !takesData(forms.at(-1) ?? []);
	const isNotXargs = forms.length > 0 && forms.at(-1)?.[0] !== 'xargs';
	const own: CommandPart = {
		forms: mayRunInput ? [] : forms,
		...(words === null ? { hasPatterns: true } : {}),
		doubt:
			doubt === null
				? null
				: part.hasRemark
					? UNPROVEN.comment
					: mayRunInput && isNotXargs
						? UNPROVEN.runsInput
						: doubt,
		outputs,
		...defined({ makes: isUnnamed ? undefined : madeBy(simple.words.map(knownName)) }),
		folders,
		source: renderSimple(simple),
	};
	// A rule that names the command is not about the files that it reads by redirections.
	const reads = { type: 'simple', assignments: [], words: [], redirections: inputs } as const;
	const read: readonly CommandPart[] =
		inputs.length === 0 || simple.words.length === 0
			? []
			: [
					{
						forms: [],
						doubt: checkPart({ command: reads, folders }, place),
						outputs: [],
						folders,
						source: renderSimple(reads),
					},
				];
	// The line that a shell is given is parsed where a rule may match it.
	if (line === null || doubt === null || folders === null || depth >= MOST_SHELLS || setsMore(simple))
		return { parts: [own, ...read] };
	const inner = partsOf(line, { folders, isFed }, command, depth + 1);
	if ('because' in inner) return { parts: [{ ...own, doubt: inner.because }] };
	const [only, ...others] = inner.parts;
	// A rule may name the shell's line as well, which then stands for all of it.
	if (only !== undefined && others.length === 0)
		return {
			parts: [{ ...only, forms: [...own.forms, ...only.forms], outputs: [...outputs, ...only.outputs] }, ...read],
		};
	return { parts: [...inner.parts, ...read, ...(outputs.length === 0 ? [] : [{ ...own, doubt: null, source: ':' }])] };
}

/** The words of a command, of which only names below a folder (`src/*.ts`) may expand: these are no options. */
function wordsForRules([program, ...operands]: readonly ShellWord[]): readonly string[] | null {
	const first = program === undefined ? null : literalText(program);
	const others = operands.map((word) => literalText(word) ?? patternBelowFolder(word));
	return first === null || others.includes(null) ? null : [first, ...others.filter((text) => text !== null)];
}

function patternBelowFolder(word: ShellWord): string | null {
	const argument = toArgument(word);
	if (typeof argument === 'string' || argument.startsWithGlob === true) return null;
	// A path outside may be another name of standard input (`/dev/stdin`).
	return /^[^*?[]*\//.test(argument.text) && isInsideOperand(argument.text) ? argument.text : null;
}

/** The words, and those behind programs that only start them (`timeout 60 npm test`). */
function formsOf(words: readonly string[]): readonly (readonly string[])[] {
	const inner = wrappedWords(words);
	return inner === null ? [words] : [words, ...formsOf(inner)];
}

/** Sets a variable that may load code, or that is not known. */
function setsMore({ assignments }: ShellSimple): boolean {
	return assignments.some(({ name, value }) => {
		const text = literalText(value);
		return text === null || harmfulVariable({ envNames: [name], env: [{ name, value: text }] }) !== null;
	});
}

/** True for a redirection that writes to a file; `2>&1` and `/dev/null` are none. */
function isOutput({ operator, target }: ShellRedirection): boolean {
	if (!operator.includes('>')) return false;
	const text = literalText(target);
	if (operator === '>&' && text !== null && /^(?:\d|-)$/.test(text)) return false;
	return text !== '/dev/null' || operator === '<>';
}

function outputOf({ operator, target }: ShellRedirection): string | null {
	return operator === '<>' ? null : knownName(target);
}

/** The name that every shell makes of a word; null where one of them makes another (`=ls` in zsh). */
function knownName(word: ShellWord): string | null {
	const argument = toArgument(word);
	return typeof argument === 'string' || argument.isGlob ? null : argument.text;
}

/** Programs that make the files or folders in their words, and do nothing else, with the options that leave it at that. */
const MAKERS = byName<RegExp>({ tee: /^-[ai]+$|^--append$/, touch: /^-c$/, mkdir: /^-[pv]+$|^--parents$/ });

/** The files that such a program makes or writes to, by plain names; undefined for any other command. */
function madeBy([program, ...words]: readonly (string | null)[]): readonly string[] | undefined {
	const options = MAKERS.get(programName(program ?? '') ?? '');
	const names = words.filter((word) => word === null || (options?.test(word) !== true && word !== '/dev/null'));
	const isPlain = (name: string | null): name is string => name !== null && name !== '' && !/^-|[*?[]/.test(name);
	return options !== undefined && names.every(isPlain) ? names : undefined;
}

function wordOf(text: string): ShellSimple['words'][number] {
	return { parts: [{ type: 'literal', text, quoting: 'single' }], source: quoteWords(['x', text]).slice(2) };
}

const FIRST_WORD = byName<RegExp>({
	'npm pnpm yarn': /^(?:test|t|run|run-script)$/,
	bun: /^test$/,
	npx: /^(?:vitest|jest|mocha|ava|tsc|eslint|prettier|biome)$/,
	cargo: /^(?:test|build|check|clippy|fmt|doc|nextest|bench)$/,
	go: /^(?:test|build|vet|fmt)$/,
	git: /^(?:add|commit|status|diff|log|show|tag|stash|checkout|switch|restore|fetch|pull|push)$/,
});
const PROGRAMS = /^(?:vitest|jest|mocha|pytest|tsc|eslint|prettier|biome|make|ctest|phpunit|rspec)$/;
const PYTHON_TOOLS = /^-m (?:pytest|unittest|mypy|black|ruff|isort|flake8|pylint)\b/;
/** The input by a name: a makefile or a configuration may be read from it. */
const NAMES_INPUT = /^-$|^-[A-Za-z]+-$|=-$|\/dev\/|\/proc\//;

/**
 * True for a command that takes its standard input for data, or does not read it. Any other may run it, as interpreters,
 * database shells and `xargs` do: a rule that names the command says nothing about what it is fed.
 */
function takesData([program = '', ...words]: readonly string[]): boolean {
	const name = programName(program);
	if (name === null) return false;
	if (name === 'git' && words[0] === 'commit') return true;
	if (words.some((word) => NAMES_INPUT.test(word))) return false;
	if (STARTS_NOTHING.has(name) || PROGRAMS.test(name)) return true;
	if (/^python[\d.]*$/.test(name)) return PYTHON_TOOLS.test(words.join(' '));
	return FIRST_WORD.get(name)?.test(words[0] ?? '') === true;
}
