import { wordSet } from '../../text/word-set.js';
import { UNPROVEN } from '../messages.js';
import { literalText, literalWords } from '../shell/inspect.js';
import { isLoginShell, isUsualShell, programName, shellLine } from '../shell/invocation.js';
import { parseShell } from '../shell/parser.js';
import type { ShellAssignment, ShellRedirection, ShellSimple } from '../shell/types.js';
import type { CommandFact } from '../types.js';
import { type Argument, isInsideOperand, toArgument, toRevision, withExitCode } from './argument.js';
import { harmfulVariable, isHarmlessValue, isHarmlessVariable } from './environment.js';
import { checkGit } from './git.js';
import { checkByTable } from './option-table.js';
import { PROGRAMS, VERSION_OPTIONS } from './programs.js';
import { CHECKS } from './small-programs.js';
import { PROVEN, type ReadOnlyVerdict, unproven } from './verdict.js';

/** How often a shell may be called by a shell. */
const MAX_SHELLS = 3;

/** What counts for every program of a command. */
type Place = { readonly repository: ReadOnlyVerdict; readonly isLoginAllowed: boolean };

/**
 * Says yes only when it can prove that the command changes nothing, starts nothing unknown and reads
 * inside the workspace: by its text, and by what was found on the machine (links, programs, the
 * repository), which whoever made the fact has gathered. What the user's own configuration of a
 * program starts is theirs.
 */
export function isReadOnlyCommand(command: CommandFact): ReadOnlyVerdict {
	const byText = checkText(command, command.repository ?? NOT_LOOKED_AT);
	if (!byText.readOnly) return byText;
	if (command.leadsOutside !== undefined) return unproven(UNPROVEN.leadsOutside(command.leadsOutside));
	return command.doubt === undefined ? PROVEN : unproven(command.doubt);
}

/** The same by its text alone: worth a look at what the machine adds to it. */
export function mayBeReadOnly(command: CommandFact): boolean {
	return checkText(command, PROVEN).readOnly;
}

/** Why a command whose text only reads does more on this machine, in words; null for all others. */
export function doubtAboutReading(command: CommandFact): string | null {
	const verdict = isReadOnlyCommand(command);
	return verdict.readOnly || !mayBeReadOnly(command) ? null : verdict.because;
}

const NOT_LOOKED_AT = unproven(UNPROVEN.repositoryUnknown);

function checkText(command: CommandFact, repository: ReadOnlyVerdict): ReadOnlyVerdict {
	const variable = harmfulVariable(command);
	if (variable !== null) return unproven(UNPROVEN.setsVariable(variable));
	const { cwd, shell } = command;
	if (cwd !== undefined && !cwd.isInside) return unproven(UNPROVEN.runsOutside);
	if (shell !== undefined && !isUsualShell(shell)) return unproven(UNPROVEN.otherShell(shell));
	if (command.stdin !== undefined) return unproven(UNPROVEN.hasInput);
	const place: Place = { repository, isLoginAllowed: command.isOurTerminal !== true };
	if (command.argv !== undefined) return checkArgv(command.argv, place, 0);
	if (command.line !== undefined) return checkLine(command.line, place, 0);
	return unproven(UNPROVEN.nothingSaid);
}

function checkArgv(argv: readonly string[], place: Place, depth: number): ReadOnlyVerdict {
	const line = shellLine(argv);
	if (line !== null) {
		if (!place.isLoginAllowed && isLoginShell(argv)) return unproven(UNPROVEN.loginShell);
		return depth < MAX_SHELLS ? checkLine(line, place, depth + 1) : unproven(UNPROVEN.shellsInShells);
	}
	const [program, ...words] = argv;
	if (program === undefined) return unproven(UNPROVEN.nothingNamed);
	if (argv.some((word) => word.includes('\0'))) return unproven(UNPROVEN.controlCharacters);
	return checkProgram(
		program,
		words.map((text) => ({ text, isGlob: false })),
		place,
	);
}

function checkLine(line: string, place: Place, depth: number): ReadOnlyVerdict {
	const program = parseShell(line);
	if (program === null) return unproven(UNPROVEN.notParsed);
	if (program.list.length === 0) return unproven(UNPROVEN.nothingNamed);
	if (program.tokens.some((token) => token.kind === 'comment')) return unproven(UNPROVEN.comment);
	for (const { pipeline, end } of program.list) {
		if (end === '&') return unproven(UNPROVEN.background);
		for (const command of pipeline.commands) {
			if (command.type !== 'simple') return unproven(UNPROVEN.compound);
			const verdict = checkSimple(command, place, depth);
			if (!verdict.readOnly) return verdict;
		}
	}
	return PROVEN;
}

function checkSimple(command: ShellSimple, place: Place, depth: number): ReadOnlyVerdict {
	const problem =
		findProblem(command.assignments, assignmentProblem) ?? findProblem(command.redirections, redirectionProblem);
	if (problem !== null) return unproven(problem);
	const [first, ...rest] = command.words;
	// Without a program, assignments and redirections work on the shell itself.
	if (first === undefined) return unproven(UNPROVEN.nothingNamed);
	const name = toArgument(first);
	if (typeof name === 'string') return unproven(name);
	if (name.isGlob) return unproven(UNPROVEN.programIsPattern);
	const words = literalWords(command.words);
	const line = words === null ? null : shellLine(words);
	if (words !== null && line !== null) {
		const isPlain = rest.every((word) => typeof toArgument(word) !== 'string');
		return isPlain ? checkArgv(words, place, depth) : unproven(UNPROVEN.innerLine);
	}
	const operands: Argument[] = [];
	for (const word of rest) {
		const revision = programName(name.text) === 'git' ? toRevision(word) : null;
		const argument = revision ?? toArgument(name.text === 'echo' ? withExitCode(word) : word);
		if (typeof argument === 'string') return unproven(argument);
		operands.push(argument);
	}
	return checkProgram(name.text, operands, place);
}

function findProblem<T>(items: readonly T[], check: (item: T) => string | null): string | null {
	for (const item of items) {
		const problem = check(item);
		if (problem !== null) return problem;
	}
	return null;
}

function assignmentProblem({ name, value }: ShellAssignment): string | null {
	const text = literalText(value);
	return isHarmlessVariable(name) && text !== null && isHarmlessValue(text) ? null : `it sets ${name}`;
}

function redirectionProblem({ operator, target }: ShellRedirection): string | null {
	const argument = toArgument(target);
	if (typeof argument === 'string' || argument.isGlob) return `it redirects (${operator}) to a place that is not known`;
	switch (operator) {
		case '<':
			return isInsideOperand(argument.text) ? null : UNPROVEN.notInside(argument.text);
		case '<<<':
			return null;
		case '>&':
			return /^[0-9]$/.test(argument.text) ? null : `it writes to ${argument.text}`;
		case '>':
		case '>>':
		case '&>':
		case '&>>':
			return argument.text === '/dev/null' ? null : `it writes to ${argument.text}`;
		default:
			return UNPROVEN.notHarmless(`the redirection ${operator}`);
	}
}

/** Programs that read all files that they name; whether a name looks like an option is found out with the links. */
const TAKES_ANY_NAMES: ReadonlySet<string> = wordSet('ls cat head tail wc grep egrep fgrep rg du stat file');

function checkProgram(program: string, words: readonly Argument[], { repository }: Place): ReadOnlyVerdict {
	const name = programName(program);
	if (name === null) return unproven(UNPROVEN.notOfSystem(program));
	if (words.some((word) => word.startsWithGlob) && !TAKES_ANY_NAMES.has(name))
		return unproven(UNPROVEN.patternAsOption);
	const versions = VERSION_OPTIONS.get(name);
	if (words.length === 1 && versions?.includes(words[0]?.text ?? '') === true) return PROVEN;
	if (name === 'git') return checkGit(words, repository);
	const check = CHECKS.get(name);
	if (check !== undefined) return check(words);
	const table = PROGRAMS.get(name);
	return table === undefined ? unproven(UNPROVEN.notReadOnly(name)) : checkByTable(name, table, words);
}
