import { wordSet, wordsIn } from '../../text/word-set.js';
import { UNPROVEN } from '../policy-messages.js';
import type { CommandFact } from '../policy-types.js';
import { literalText, literalWords, takesInput } from '../shell/inspect.js';
import { isUsualShell, programName } from '../shell/invocation.js';
import { fromTop } from '../shell/line-folders.js';
import { type LinePart, partsOfLine } from '../shell/line-parts.js';
import { isTooLong, parseShell } from '../shell/shell-parser.js';
import type {
	ShellAssignment,
	ShellPart,
	ShellProgram,
	ShellRedirection,
	ShellSimple,
	ShellWord,
} from '../shell/shell-types.js';
import { type Argument, comparison, isInsideOperand, plainArgument, toArgument, withVariables } from './argument.js';
import { checkListing } from './check-listing.js';
import { checkFind } from './find-command.js';
import { checkXargs, namesBelow, printedNames } from './found-names.js';
import { checkGit } from './git.js';
import { revisionOf } from './git-revisions.js';
import { harmfulVariable, isHarmlessVariable, isLoopVariable } from './harmless-variables.js';
import { checkByTable } from './option-table.js';
import { PROGRAMS, VERSION_OPTIONS } from './read-only-programs.js';
import { CHECKS } from './small-programs.js';
import { type Doubt, firstDoubt, PROVEN, type ReadOnlyVerdict, unproven } from './verdict.js';
import { innerLine, wrappedWords } from './wrappers.js';

/** Times that a shell may be called by a shell. */
const MAX_SHELLS = 3;

/** Facts for every program of a command, and where it runs. */
type Place = {
	readonly repository: Doubt;
	readonly workspace: string | undefined;
	/** Folders that names may count from, see `LinePart`. */
	readonly folders: readonly string[];
	/** The commands before it in its pipe. */
	readonly feeders?: readonly ShellSimple[];
};

/**
 * Says yes only when it can prove that the command changes nothing, starts nothing unknown and reads
 * inside the workspace: by its text, and by what was found on the machine (links, programs, the
 * repository), which whoever made the fact has gathered. What the user's own configuration of a
 * program starts is theirs.
 */
export function isReadOnlyCommand(command: CommandFact): ReadOnlyVerdict {
	const { leadsOutside, doubt } = command;
	const byText = checkText(command, null) ?? checkText(command, repositoryDoubt(command));
	const found = byText ?? (leadsOutside === undefined ? (doubt ?? null) : UNPROVEN.leadsOutside(leadsOutside));
	return found === null ? PROVEN : unproven(found);
}

/** Whether a command's text alone may be read-only, so that the machine is worth a look. */
export function mayBeReadOnly(command: CommandFact): boolean {
	return checkText(command, null) === null;
}

/** Of a repository that nobody looked at what was found before that is the reason. */
function repositoryDoubt({ repository, leadsOutside, doubt }: CommandFact): Doubt {
	if (repository !== undefined) return repository.readOnly ? null : repository.because;
	return leadsOutside === undefined && doubt === undefined
		? 'nobody looked at the repository that git would read'
		: null;
}

function checkText(command: CommandFact, repository: Doubt): Doubt {
	const around = doubtAround(command);
	if (around !== null) return around;
	if (command.stdin !== undefined) return UNPROVEN.hasInput;
	const place = placeOf(command, repository);
	if (command.argv !== undefined && isTooLong(command.argv)) return UNPROVEN.notParsed;
	if (command.argv !== undefined) return checkArgv(command.argv, place, 0);
	if (command.line !== undefined) return checkLine(command.line, place, 0);
	return UNPROVEN.nothingSaid;
}

/** First doubt about the variables, the folder or the shell of a command, whatever its words. */
export function doubtAround(command: CommandFact): Doubt {
	const variable = harmfulVariable(command);
	if (variable !== null) return UNPROVEN.setsVariable(variable);
	const { cwd, shell } = command;
	if (cwd !== undefined && !cwd.isInside) return 'it runs outside the workspace';
	return shell === undefined || isUsualShell(shell) ? null : `“${shell}” runs it`;
}

/** The place where a command starts. */
export function placeOf(command: CommandFact, repository = repositoryDoubt(command)): Place {
	return { repository, workspace: command.workspace, folders: [startFolder(command)] };
}

/** The folder that a command starts in, from the workspace's top; absolute for one elsewhere. */
export function startFolder({ cwd }: CommandFact): string {
	return cwd?.relative ?? cwd?.real ?? '';
}

function checkArgv(argv: readonly string[], place: Place, depth: number): Doubt {
	const line = innerLine(argv);
	if (line !== null) return depth < MAX_SHELLS ? checkLine(line, place, depth + 1) : UNPROVEN.shellsInShells;
	const [program, ...words] = argv;
	if (program === undefined) return UNPROVEN.nothingNamed;
	if (argv.some((word) => word.includes('\0'))) return UNPROVEN.controlCharacters;
	return checkProgram(
		program,
		words.map((text) => localise(plainArgument(text), place)),
		place,
	);
}

function checkLine(line: string, place: Place, depth: number): Doubt {
	const program = parseShell(line);
	return program === null ? UNPROVEN.notParsed : checkShellProgram(program, place, depth);
}

function checkShellProgram(program: ShellProgram, place: Place, depth: number): Doubt {
	if (depth > MAX_SHELLS) return UNPROVEN.shellsInShells;
	const found = partsOfLine(program, place.folders);
	if ('because' in found) return found.because;
	return firstDoubt(found.parts, (part) => checkPart(part, place, depth));
}

/** Checks one command of a line, by its text and what was found of the repository. */
export function checkPart({ command, folders, feeders = [] }: LinePart, place: Place, depth = 0): Doubt {
	if (folders === null) return UNPROVEN.folderUnknown;
	// A redirection takes the place of a pipe.
	const isPiped = !command.redirections.some(takesInput);
	return checkSimple(command, { ...place, folders, feeders: isPiped ? feeders : [] }, depth);
}

function checkSimple(command: ShellSimple, place: Place, depth: number): Doubt {
	const atStart =
		firstDoubt(command.assignments, (each) =>
			command.words.length === 0 && isOwnText(each) ? problemInside(each.value, place, depth) : assignmentProblem(each),
		) ?? firstDoubt(command.redirections, (redirection) => redirectionProblem(redirection, place, depth));
	if (atStart !== null) return atStart;
	const [first, ...rest] = command.words;
	// Without a program it sets harmless variables, or opens files.
	if (first === undefined) return null;
	const name = toArgument(first);
	if (typeof name === 'string') return name;
	if (name.isGlob) return UNPROVEN.programIsPattern;
	const words = literalWords(command.words);
	const line = words === null ? null : innerLine(words);
	if (words !== null && line !== null) {
		const isPlain = rest.every((word) => typeof toArgument(word) !== 'string');
		return isPlain ? checkArgv(words, place, depth) : 'the inner line is not known';
	}
	const operands: Argument[] = [];
	for (const [index, word] of rest.entries()) {
		const revision = programName(name.text) === 'git' ? revisionOf(word) : comparison(name.text, word);
		// An empty pair of braces stands for itself.
		const isPlace = /^(?:find|xargs)$/.test(programName(name.text) ?? '') && /^(?:-I)?\{\}$/.test(word.source);
		const known = isPlace ? plainArgument(word.source) : revision;
		const isText = TAKES_TEXT.has(name.text);
		const problem = problemInside(word, place, depth);
		if (problem !== null) return problem;
		const found = known === null && !isText ? namesIn(word, place) : null;
		if (found !== null) {
			operands.push(...found);
			continue;
		}
		// A format decides what is done with the arguments after it.
		const isPrinted = isText && !(name.text === 'printf' && index === 0);
		const argument = known ?? toArgument(isPrinted ? printed(name.text, word) : word);
		if (typeof argument === 'string') return argument;
		operands.push(localise(argument, place));
	}
	return checkProgram(name.text, operands, place);
}

/** Programs that only print or compare their words. */
const TAKES_TEXT: ReadonlySet<string> = wordSet('echo basename dirname printf test [ [[');
/** Programs of `TAKES_TEXT` to which an unknown number of words, or a variable, can do nothing. */
const TAKES_TEXTS: ReadonlySet<string> = wordSet('echo basename dirname [[');

/**
 * A word of which only the text counts: variables, and what commands inside print that only read. With a pattern beside
 * them they name a folder.
 */
function printed(program: string, word: ShellWord): ShellWord {
	if (word.parts.some((part) => part.type === 'glob' && part.isQuoted !== true)) return word;
	const isText = (part: ShellPart): boolean =>
		TAKES_TEXTS.has(program) || ((part.type === 'substitution' || part.type === 'parameter') && part.isQuoted === true);
	const parts = word.parts.map(
		(part): ShellPart =>
			part.type === 'substitution' && isText(part) ? { type: 'literal', text: 'text', quoting: 'double' } : part,
	);
	return withVariables({ ...word, parts }, isText);
}

/** Possible names of files that a command inside prints, or where it is read from (`<(…)`); null for other words. */
function namesIn(word: ShellWord, place: Place): readonly Argument[] | null {
	const [part, ...others] = word.parts;
	if (part?.type !== 'substitution' || others.length > 0) return null;
	if (word.source.startsWith('<(')) return [plainArgument('/dev/null')];
	const [item, ...more] = part.program.list;
	const pipe = item?.pipeline.commands.filter((command) => command.type === 'simple') ?? [];
	if (more.length > 0 || pipe.length !== item?.pipeline.commands.length) return null;
	const folders = printedNames(pipe);
	return folders === null ? null : namesBelow(folders).map((name) => localise(name, place));
}

/** Why a command inside a word does more than read. */
function problemInside({ parts }: ShellWord, place: Place, depth: number): Doubt {
	return firstDoubt(parts, (part) =>
		part.type === 'substitution' ? checkShellProgram(part.program, place, depth + 1) : null,
	);
}

/** The argument as it is named from the workspace's top, where it is below it. */
function localise(argument: Argument, { workspace, folders }: Place): Argument {
	const text = fromTop(argument.text, workspace, folders);
	return text === argument.text ? argument : { ...argument, text };
}

/** A variable of the line's own: what prints it may print any text, and all else that uses it is asked about. */
function isOwnText({ name, value }: ShellAssignment): boolean {
	const isText = (part: ShellPart): boolean =>
		part.type === 'substitution' || (part.type === 'literal' && !/[*?[]/.test(part.text));
	return isLoopVariable(name) && withVariables(value, () => true).parts.every(isText);
}

function assignmentProblem({ name, value }: ShellAssignment): string | null {
	const text = literalText(value);
	return text !== null && isHarmlessVariable(name, text) ? null : UNPROVEN.setsVariable(name);
}

function redirectionProblem({ operator, descriptor, target }: ShellRedirection, place: Place, depth: number): Doubt {
	if (operator === '<<' || operator === '<<-') return literalText(target) === null ? UNPROVEN.hasInput : null;
	// Input from files whose names a command prints.
	const named = operator === '<' ? namesIn(target, place) : null;
	if (named !== null)
		return (
			problemInside(target, place, depth) ??
			firstDoubt(named, ({ text }) => (isInsideOperand(text) ? null : UNPROVEN.notInside(text)))
		);
	const written = toArgument(target);
	const argument = typeof written === 'string' ? written : localise(written, place);
	// A pattern in a redirection is checked by the names that it matches, like any other.
	const isPattern = typeof argument !== 'string' && argument.isGlob && operator !== '<';
	if (typeof argument === 'string' || isPattern) return `it redirects (${operator}) to a place that is not known`;
	switch (operator) {
		case '<':
			return isInsideOperand(argument.text) ? null : UNPROVEN.notInside(argument.text);
		case '<<<':
			return null;
		case '>&':
			if (descriptor === '0') return UNPROVEN.hasInput;
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

/**
 * Programs that read all files that they name, or print the names; whether a name looks like an option is found out with
 * the links.
 */
const TAKES_ANY_NAMES: ReadonlySet<string> = wordSet(
	'ls cat head tail wc grep egrep fgrep rg du stat file nl tac md5sum sha1sum sha256sum echo printf basename dirname',
	'sort cut column paste comm join fold expand rev diff jq sed awk gawk mawk nawk git',
);

function checkProgram(program: string, words: readonly Argument[], place: Place): Doubt {
	const name = programName(program);
	if (name === null) return `“${program}” is not a program of the system`;
	const inner = wrappedWords([name, ...words.map(({ text }) => text)]);
	if (inner !== null) {
		const [started, ...rest] = words.slice(words.length - inner.length);
		return started === undefined || started.isGlob
			? UNPROVEN.programIsPattern
			: checkProgram(started.text, rest, place);
	}
	if (words.some((word) => word.startsWithGlob) && !TAKES_ANY_NAMES.has(name)) return UNPROVEN.patternAsOption;
	if (words.length === 1 && wordsIn(VERSION_OPTIONS.get(name)).includes(words[0]?.text ?? '')) return null;
	if (name === 'find') return checkFind(words, (started, rest) => checkProgram(started, rest, place));
	if (name === 'xargs')
		return checkXargs(words, place.feeders ?? [], (started, rest) =>
			checkProgram(started, rest, { ...place, feeders: [] }),
		);
	if (name === 'git') return checkGit(words, place.repository);
	const check = CHECKS.get(name);
	if (check !== undefined) return check(words);
	const listing = checkListing(name, words);
	if (listing !== undefined) return listing;
	const table = PROGRAMS.get(name);
	return table === undefined ? UNPROVEN.notReadOnly(name) : checkByTable(name, table, words);
}
