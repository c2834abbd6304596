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
	if (command.leadsOutside !== undefined)
		return unproven(`the path ${command.leadsOutside} leads out of the workspace`);
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

const NOT_LOOKED_AT = unproven('nobody looked at the repository that git would read');

function checkText(command: CommandFact, repository: ReadOnlyVerdict): ReadOnlyVerdict {
	const variable = harmfulVariable(command);
	if (variable !== null) return unproven(`it sets ${variable}`);
	const { cwd, shell } = command;
	if (cwd !== undefined && !cwd.isInside) return unproven('it runs outside the workspace');
	if (shell !== undefined && !isUsualShell(shell)) return unproven(`${shell} runs it`);
	if (command.stdin !== undefined) return unproven('it is given an input');
	const place: Place = { repository, isLoginAllowed: command.isOurTerminal !== true };
	if (command.argv !== undefined) return checkArgv(command.argv, place, 0);
	if (command.line !== undefined) return checkLine(command.line, place, 0);
	return unproven('nobody says what runs');
}

function checkArgv(argv: readonly string[], place: Place, depth: number): ReadOnlyVerdict {
	const line = shellLine(argv);
	if (line !== null) {
		if (!place.isLoginAllowed && isLoginShell(argv))
			return unproven('a login shell may take its programs from elsewhere');
		return depth < MAX_SHELLS ? checkLine(line, place, depth + 1) : unproven('shells call shells');
	}
	const [program, ...words] = argv;
	if (program === undefined) return unproven('nothing is named to run');
	if (argv.some((word) => word.includes('\0'))) return unproven('it contains control characters');
	return checkProgram(
		program,
		words.map((text) => ({ text, isGlob: false })),
		place,
	);
}

function checkLine(line: string, place: Place, depth: number): ReadOnlyVerdict {
	const program = parseShell(line);
	if (program === null) return unproven('the line cannot be parsed with certainty');
	if (program.list.length === 0) return unproven('nothing is named to run');
	if (program.tokens.some((token) => token.kind === 'comment')) return unproven('some shells would run a comment');
	for (const { pipeline, end } of program.list) {
		if (end === '&') return unproven('it runs in the background');
		for (const command of pipeline.commands) {
			if (command.type !== 'simple') return unproven('loops, conditions and groups are not looked into');
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
	if (first === undefined) return unproven('nothing is named to run');
	const name = toArgument(first);
	if (typeof name === 'string') return unproven(name);
	if (name.isGlob) return unproven('the program is a pattern');
	const words = literalWords(command.words);
	const line = words === null ? null : shellLine(words);
	if (words !== null && line !== null) {
		const isPlain = rest.every((word) => typeof toArgument(word) !== 'string');
		return isPlain ? checkArgv(words, place, depth) : unproven('the inner line is not known');
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
			return isInsideOperand(argument.text) ? null : `${argument.text} is not known to be inside the workspace`;
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
			return `the redirection ${operator} is not known to be harmless`;
	}
}

/** Programs that read all files that they name; whether a name looks like an option is found out with the links. */
const TAKES_ANY_NAMES: ReadonlySet<string> = new Set('ls cat head tail wc grep egrep fgrep rg du stat file'.split(' '));

function checkProgram(program: string, words: readonly Argument[], { repository }: Place): ReadOnlyVerdict {
	const name = programName(program);
	if (name === null) return unproven(`${program} is not a program of the system`);
	if (words.some((word) => word.startsWithGlob) && !TAKES_ANY_NAMES.has(name))
		return unproven('a pattern may expand to a name that looks like an option');
	const versions = VERSION_OPTIONS.get(name);
	if (words.length === 1 && versions?.includes(words[0]?.text ?? '') === true) return PROVEN;
	if (name === 'git') return checkGit(words, repository);
	const check = CHECKS.get(name);
	if (check !== undefined) return check(words);
	const table = PROGRAMS.get(name);
	return table === undefined ? unproven(`${name} is not known to be read-only`) : checkByTable(name, table, words);
}
