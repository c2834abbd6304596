import { wordSet } from '../text/word-set.js';
import { baseName, type CommandView, type LooseCall, SHELLS } from './command-view.js';
import { INTERPRETER_FLAGS, INTERPRETERS } from './interpreters.js';
import {
	CHOOSES_PROGRAM,
	COPIES,
	NAMES_PROGRAM,
	NAMES_SETTINGS,
	RUNS_REPOSITORY,
	STARTS_BY_WORD,
	STARTS_NOTHING,
	TOOL_MODULES,
} from './known-programs.js';
import { LONGEST_NAME } from './read-only/harmless-variables.js';

const SYSTEM_FOLDERS = /^\/(?:usr\/(?:local\/)?|opt\/homebrew\/)?s?bin\/(?=[^/]+$)/;
const NO_FILES: ReadonlySet<string | null> = new Set(['/dev/null', '/dev/stdout', '/dev/stderr', '0', '1', '2']);
const MAX_DEPTH = 8;
/** Programs that may run commands found in their arguments: no rule for the program alone allows them. */
const RUNS_WORDS =
	/^(?:\.|source|eval|alias|trap|hash|enable|env|sudo|doas|xargs|parallel|git|find|fd|tar|sort|rg|sed|[gmn]?awk|deno|bun|ld.*)$/;

/** Of `STARTS_BY_WORD` those of which nothing else can start a program. */
const KNOWN_BY_WORDS = wordSet('sort tar rg');

/** The shell's own commands that take names of variables, or numbers to compute with. */
const COMPUTES =
	/^(?:\[|\[\[|test|export|declare|typeset|local|readonly|read|printf|unset|wait|return|exit|shift|break|continue|ulimit)$/;

/**
 * True when nobody can tell by its words which programs a command starts: their names are the shell's, they
 * stand in code, come from a pipe, or the program is not known. What the repository's own scripts and tests
 * start is not counted: that no rule for commands can tell. `isNamed`: rules of the user's allow by name what
 * does more than read, so that such a program is not known here does not count.
 */
export function mayStartAnything(view: CommandView, isNamed: boolean): boolean {
	if (view.opaque.length > 0 || view.variables.some(choosesProgram)) return true;
	const isWriting = mayMakePrograms(view);
	return view.heads.some((call) => !(isNamed && isMerelyUnknown(call)) && !isSettled(call, isWriting, 0));
}

function choosesProgram(name: string): boolean {
	return name.length > LONGEST_NAME || CHOOSES_PROGRAM.test(name) || NAMES_SETTINGS.test(name);
}

/** A program of which nothing is known, with known words: no shell, and none that is known to run its words. */
function isMerelyUnknown(call: LooseCall): boolean {
	const name = baseName(call[0] ?? '');
	const isKnown = SHELLS.has(name) || INTERPRETERS.test(name) || STARTS_NOTHING.has(name) || RUNS_REPOSITORY.has(name);
	return !isKnown && !call.includes(null) && !RUNS_WORDS.test(name) && !startsByWord(name, call.slice(1));
}

/** True where words of a program start another, or are the shell's and might. */
function startsByWord(name: string, words: LooseCall): boolean {
	const form = STARTS_BY_WORD.get(name);
	return form !== undefined && words.some((word) => word === null || form.test(word));
}

/** Starts nothing, whatever it is given. */
function neverStarts(name: string): boolean {
	return STARTS_NOTHING.has(name) && !STARTS_BY_WORD.has(name);
}

/** True when a word of a call that is not settled, or that gives programs other names, is this program. */
export function mentions(view: CommandView, program: string): boolean {
	const isWriting = mayMakePrograms(view);
	if (view.inputs.some((input) => baseName(input ?? '').toLowerCase() === program)) return true;
	return view.heads.some((call) => {
		const [name, ...words] = call;
		if (!COPIES.has(baseName(name ?? '')) && isSettled(call, isWriting, 0)) return false;
		return words.some((word) =>
			(word ?? '').split(/[\s;|&()<>`$=,:'"!]+/).some((part) => baseName(part).toLowerCase() === program),
		);
	});
}

/** A line that writes a file or goes elsewhere may run what is there under a name of its own. */
function mayMakePrograms({ outputs, heads }: CommandView): boolean {
	return (
		outputs.some((target) => !NO_FILES.has(target)) ||
		heads.some(([program]) => COPIES.has(baseName(program ?? '')) || /^(?:cd|pushd)$/.test(program ?? ''))
	);
}

/** True when what the call starts is known by its words. */
function isSettled(call: LooseCall, isWriting: boolean, depth: number): boolean {
	const [program, ...args] = call;
	if (program === null || program === undefined || depth > MAX_DEPTH) return false;
	const name = program.replace(SYSTEM_FOLDERS, '');
	// A program of the repository; in a line that writes or goes elsewhere it may be any other.
	if (name.includes('/'))
		return !isWriting && /^(?:\.\/)?[\w@][\w@.-]*(?:\/[\w@.-]+)*$/.test(name) && !name.includes('..');
	// Some shells run what is in the index of a name or a number (`[ 'a[$(x)]' -eq 1 ]`).
	if (COMPUTES.test(name) && args.some((word) => word !== null && /\$[({]|`/.test(word))) return false;
	// `[[` evaluates the names of variables as arithmetic.
	if (name === '[[' && args.some((word) => word === null || /^-(?:[lg][te]|eq|ne|[vR])$/.test(word))) return false;
	// Builtins that set variables.
	if (/^(?:export|declare|typeset|local|readonly|read|printf|unset)$/.test(name)) {
		return !args.some((word) => choosesProgram(variableOf(word)));
	}
	if (STARTS_NOTHING.has(name) || KNOWN_BY_WORDS.has(name)) return !startsByWord(name, args);
	if (name === 'git') return isSettledGit(args);
	if (name === 'find' || name === 'fd') return isSettledFind(args, isWriting, depth);
	if (name === 'sed') return isPlainSed(args);
	if (/^[gmn]?awk$/.test(name)) return isPlainAwk(args);
	if (SHELLS.has(name)) return isSettledShell(args, isWriting);
	if (INTERPRETERS.test(name)) return isSettledInterpreter(args, isWriting);
	const inner = innerCall(name, args);
	if (inner !== null) return isSettled(inner, isWriting, depth + 1);
	return runsRepositoryOnly(name, args);
}

function runsRepositoryOnly(name: string, args: LooseCall): boolean {
	const known = RUNS_REPOSITORY.get(name);
	if (known === undefined) return false;
	const dashes = args.indexOf('--');
	const own = dashes < 0 ? args : args.slice(0, dashes);
	if (own.some((word) => word === null || NAMES_PROGRAM.test(word) || word.startsWith('@') || word.startsWith('+')))
		return false;
	// Assignments set what a Makefile or a task runs with.
	if (own.some((word) => /^[A-Za-z_]\w*[:+?]?=/.test(word ?? ''))) return false;
	const first = own.find((word) => word !== null && !word.startsWith('-'));
	return (first ?? null) === null || known.test(first ?? '');
}

/** A line was taken apart on its own; a file of the repository is the repository's. */
function isSettledShell(args: LooseCall, isWriting: boolean): boolean {
	const at = args.findIndex((word) => word === null || !/^-[a-z]*$/.test(word) || /^-[a-z]*c/.test(word));
	const word = args[at];
	if (word === undefined || word === null) return false;
	// Words behind the line are its arguments, which it may run.
	if (/^-[a-z]*c/.test(word)) return args.length === at + 2 && args[at + 1] !== null;
	return !isWriting && isRepositoryFile(word) && !args.includes(null);
}

function isSettledInterpreter(args: LooseCall, isWriting: boolean): boolean {
	const at = args.findIndex((word) => word === null || !INTERPRETER_FLAGS.test(word));
	const word = at < 0 ? undefined : args[at];
	if (word === undefined) return args.length > 0 && args.every((flag) => /^(?:--version|-V|--test)$/.test(flag ?? ''));
	if (word === '-m') return TOOL_MODULES.has(args[at + 1] ?? '');
	return word !== null && !isWriting && isRepositoryFile(word) && !args.includes(null);
}

function isRepositoryFile(word: string): boolean {
	// A bare word may be a command of the interpreter's own (`node inspect`).
	return /^(?:\.\/)?[\w@][\w@. -]*(?:\/[\w@. -]+)*$/.test(word) && /[./]/.test(word) && !word.split('/').includes('..');
}

/** Programs that start the call behind them; null where what is there cannot be found with certainty. */
function innerCall(name: string, args: LooseCall): LooseCall | null {
	const skipped =
		/^(?:sudo|doas|nohup|time|command|builtin|exec|setsid|npx|bunx|uvx|caffeinate|chronic|unbuffer)$/.test(name)
			? 0
			: name === 'env'
				? args.findIndex((word) => word === null || !/^[A-Za-z_]\w*=/.test(word))
				: name === 'timeout'
					? 1
					: name === 'nice' && args[0] !== '-n'
						? 0
						: name === 'nice'
							? 2
							: /^(?:pnpm|yarn|npm|bun|uv|poetry|pipenv|bundle)$/.test(name) && /^(?:exec|run|x)$/.test(args[0] ?? '')
								? 1
								: -1;
	if (name === 'xargs') return innerOfXargs(args);
	if (skipped < 0 || (/^(?:npm|pnpm|yarn|bun)$/.test(name) && args[0] === 'run')) return null;
	if (name === 'env' && args.slice(0, skipped).some((word) => choosesProgram(variableOf(word)))) return null;
	const start = args[skipped] === '--' ? skipped + 1 : skipped;
	const first = args[start];
	return first === undefined || first === null || first.startsWith('-') ? null : args.slice(start);
}

/** Input becomes words, so the program must be one that starts nothing whatever they are. */
function innerOfXargs(args: LooseCall): LooseCall | null {
	let at = 0;
	for (let word = args[at]; word?.startsWith('-') === true; word = args[at]) {
		if (!/^-(?:0|r|t|[nPL]\d*)$/.test(word)) return null;
		at += /^-[nPL]$/.test(word) ? 2 : 1;
	}
	const program = args[at];
	return typeof program === 'string' && neverStarts(program) ? args.slice(at) : null;
}

function isSettledFind(args: LooseCall, isWriting: boolean, depth: number): boolean {
	for (let at = 0; at < args.length; at += 1) {
		const word = args[at] ?? null;
		// The unknown word may be an action of `find`.
		if (word === null) return false;
		if (!/^-(?:exec|ok)|^-[xX]$|^--exec/.test(word)) continue;
		let end = at + 1;
		while (end < args.length && args[end] !== ';' && args[end] !== '+') end += 1;
		const inner = args.slice(at + 1, end);
		if (!neverStarts(inner[0] ?? '') && !isSettled(inner, isWriting, depth + 1)) return false;
		at += inner.length + 1;
	}
	return true;
}

const GIT_SUBCOMMANDS: ReadonlySet<string> = wordSet(
	'status log diff show add commit push pull fetch checkout switch branch merge reset restore stash tag remote rev-parse',
	'ls-files ls-tree ls-remote blame describe cherry-pick revert init clone mv rm clean worktree shortlog reflog rev-list',
	'merge-base cat-file show-ref for-each-ref symbolic-ref apply am rebase version help check-ignore count-objects',
);
/** Before the subcommand: settings, which name programs, and other folders for git's own. */
const GIT_SETTINGS = /^-c|^--(?:config|exec)/;
/** Behind it, also shortened: programs to run here or at the other end, and templates, which bring hooks. */
const GIT_STARTS = /^--(?:exe|upl|rece|ext|textc|ope|temp|conf|too|inter|str)|^ext::/;
/** The same as letters. */
const GIT_LETTERS: ReadonlyMap<string, RegExp> = new Map([
	['clone', /^-[a-z]*[uc]/],
	['rebase', /^-[a-z]*[xis]/],
	['merge', /^-[a-z]*s/],
	['pull', /^-[a-z]*s/],
]);

/** Subcommands of git of which any option may start a program, here or on the remote. */
const GIT_UNSURE: ReadonlySet<string> = wordSet(
	'fetch pull push clone ls-remote rebase merge cherry-pick revert am init worktree',
);

function isSettledGit(args: LooseCall): boolean {
	const at = args.findIndex((word, index) => word === null || (!word.startsWith('-') && args[index - 1] !== '-C'));
	const subcommand = at < 0 ? undefined : args[at];
	const before = at < 0 ? args : args.slice(0, at);
	if (before.some((word) => word === null || GIT_SETTINGS.test(word))) return false;
	if (subcommand === undefined) return true;
	if (subcommand === null || !GIT_SUBCOMMANDS.has(subcommand)) return false;
	const letters = GIT_LETTERS.get(subcommand);
	const rest = args.slice(at + 1);
	if (GIT_UNSURE.has(subcommand) && rest.includes(null)) return false;
	return !rest.some((word) => word !== null && (GIT_STARTS.test(word) || letters?.test(word) === true));
}

/** One substitution or one printing of lines: the commands that run, read or write files are others. */
function isPlainSed(args: LooseCall): boolean {
	const words = args.filter((word) => word === null || !/^-(?:[nEri]+|i\S*|-in-place\S*)$/.test(word));
	const [script] = words;
	if (words.includes(null) || words.some((word) => word?.startsWith('-') === true)) return false;
	const substitution = /^s([/|#,@])(?:(?!\1)[^\\\n]|\\[^\n])*\1(?:(?!\1)[^\\\n]|\\[^\n])*\1[gIp0-9]*$/;
	return script === '' || (typeof script === 'string' && (substitution.test(script) || /^[\d,$]*[pdq=]$/.test(script)));
}

function isPlainAwk(args: LooseCall): boolean {
	return !args.some((word) => word === null || /^-(?!F|v)|system|getline|ARG[CV]|[|@]|>/.test(word));
}

function variableOf(word: string | null | undefined): string {
	return (word ?? '').replace(/\+?=.*$/s, '');
}
