import { byName } from '../../text/word-set.js';
import { UNPROVEN } from '../policy-messages.js';
import { literalText } from '../shell/inspect.js';
import { programName } from '../shell/invocation.js';
import type { ShellSimple } from '../shell/shell-types.js';
import { type Argument, plainArgument, toArgument } from './argument.js';
import { type Doubt, firstDoubt } from './verdict.js';

/** Any name may be found: one that a script or an expression may not hold stands for all. */
const FOUND = 'found|@system';

/** Stand-ins for the names below folders, in the order that proves least: names that stand first, and more than one. */
export function namesBelow(folders: readonly string[]): readonly Argument[] {
	const found = folders.map((folder) => (folder === '.' ? FOUND : `${folder}/${FOUND}`));
	return [...found, ...found, ...folders.filter((folder) => folder !== '.')].map(plainArgument);
}

/** Whether a program that is started for such names only reads: with all of them at once (`isSeveral`), and with each alone. */
export function checkForNames(
	names: readonly Argument[],
	isSeveral: boolean,
	check: (names: readonly Argument[]) => Doubt,
): Doubt {
	const calls = [...(isSeveral ? [names] : []), ...names.map((name) => [name])];
	return firstDoubt(calls, check);
}

/**
 * Programs that print names of files below the folders in their words, the current one where there are none, and
 * nothing else: with these words, and from where the names count.
 */
const PRINTERS = byName<(words: readonly string[]) => readonly string[] | null>({
	git: printedByGit,
	find: (words) => (words.some((word) => /^-(?:printf|ls|exec)$/.test(word)) ? null : foldersOfFind(words)),
	grep: (words) => (words.some(isList) && !words.some(isMore) ? searched(words) : null),
	rg: (words) => (words.some(isListOfRg) && !words.some(isMore) ? searched(words) : null),
	'fd fdfind': searched,
	ls: (words) => (words.filter(isOption).every((word) => /^-[1tSrd]+$/.test(word)) ? ['.', ...words] : null),
});

/** A folder that makes several words of each name, another name, or another machine. */
const IS_MORE = /[\s"'\\:]|^[@+]/;

/**
 * The folders below which the names are that a pipe prints, one a line; null where it may print anything else. What is
 * behind the first command may only choose among its lines.
 */
export function printedNames(pipe: readonly ShellSimple[]): readonly string[] | null {
	const [first, ...filters] = pipe.map(plainWords);
	if (first === undefined || first === null || filters.some((words) => words === null || !choosesLines(words)))
		return null;
	const [program = '', ...words] = first;
	const folders = PRINTERS.get(programName(program) ?? '')?.(words) ?? null;
	const named = folders?.filter((word) => !isOption(word)) ?? null;
	return named === null || named.some((folder) => IS_MORE.test(folder)) ? null : [...new Set(named)];
}

/** Words of a command, of a pattern the folder that it begins with; null where one is not known. */
function plainWords({ words, assignments, redirections }: ShellSimple): readonly string[] | null {
	const isPlain = redirections.every(
		({ descriptor, target }) => descriptor === '2' && literalText(target) === '/dev/null',
	);
	if (!isPlain || assignments.length > 0) return null;
	const texts: string[] = [];
	for (const word of words) {
		const argument = toArgument(word);
		if (typeof argument === 'string') return null;
		texts.push(argument.isGlob ? folderOf(argument.text) : argument.text);
	}
	return texts;
}

/** Where a pattern's names are: its folder up to the first part that expands. */
function folderOf(pattern: string): string {
	const plain = pattern.slice(0, pattern.search(/[*?[]/));
	return plain.includes('/') ? plain.slice(0, plain.lastIndexOf('/')) : '.';
}

function choosesLines([program = '', ...words]: readonly string[]): boolean {
	switch (programName(program)) {
		case 'head':
		case 'tail':
			return words.every(
				(word, index) => /^-n?\+?\d+$|^-n$/.test(word) || (/^\+?\d+$/.test(word) && words[index - 1] === '-n'),
			);
		case 'sort':
			return words.every((word) => /^-[bdfghiMnrRsuVz]+$/.test(word));
		case 'uniq':
			return words.length === 0;
		case 'grep':
		case 'egrep':
			return words.filter((word) => !/^-[vEiFPwx]+$/.test(word)).length === 1 && !isOption(words.at(-1) ?? '-');
		default:
			return false;
	}
}

/** The words in which commits may stand: of these all but the one that is checked out may hold names with `..`. */
function beforePaths(words: readonly string[]): readonly string[] {
	return words.includes('--') ? words.slice(0, words.indexOf('--')) : words;
}

/** Words of `git grep` that may be commits: the names in one are on no disk. */
export function possibleCommits(words: readonly string[]): readonly string[] {
	const at = words.indexOf('grep');
	return at < 0 ? [] : beforePaths(behindPattern(words.slice(at + 1)));
}

/** Words behind the pattern of `git grep`: commits, `--` and paths. */
function behindPattern(words: readonly string[]): readonly string[] {
	const options = beforePaths(words);
	const isValue = (index: number): boolean =>
		/^-(?!-)[^ABCme]*[ABCme]$|^--(?:max-|context|after|before)[^=]*$/.test(options[index - 1] ?? '');
	const operands = options.filter((word, index) => !isOption(word) && !isValue(index));
	const all = [...operands, ...words.slice(options.length)];
	if (options.some((word) => /^-(?!-)[^ABCme]*e/.test(word))) return all;
	// Before the pattern `--` only ends the options.
	return all.slice(all[0] === '--' ? 2 : 1);
}

function printedByGit(words: readonly string[]): readonly string[] | null {
	const [subcommand, ...rest] = words[0] === '--no-pager' ? words.slice(1) : words;
	// A pathspec with magic (`:(top)`) may name what is above.
	if (rest.some((word) => word.startsWith(':'))) return null;
	const options = rest.filter(isOption);
	const areAll = (form: RegExp) => options.every((word) => form.test(word));
	switch (subcommand) {
		case 'ls-files':
			return areAll(/^(?:-[comz]+|--|--(?:cached|others|modified|exclude-standard|deduplicate))$/)
				? tracked(rest.filter((word) => !isOption(word)))
				: null;
		case 'grep':
			// Words between the pattern and `--` are commits, even if files are called so.
			return rest.some((word) => isList(word) || word === '--name-only') &&
				!rest.some(isMore) &&
				!behindPattern(rest).slice(1).includes('--')
				? ['.']
				: null;
		case 'diff':
			return options.includes('--name-only') &&
				beforePaths(rest).every((word) => isOption(word) || word === 'HEAD') &&
				areAll(/^(?:--|--(?:name-only|cached|staged|relative|no-renames|diff-filter=\w+|merge-base))$/)
				? ['.']
				: null;
		default:
			return null;
	}
}

/** The paths, where none is a pathspec pattern of git; else the whole folder. */
function tracked(paths: readonly string[]): readonly string[] {
	return paths.length > 0 && paths.every((path) => /^[\w.][\w./-]*$/.test(path)) ? paths : ['.'];
}

/** Where `find` looks. */
export function foldersOfFind(words: readonly string[]): readonly string[] {
	const end = words.findIndex((word) => /^-|^[(!,]$/.test(word));
	const folders = end < 0 ? words : words.slice(0, end);
	return foldersOr(folders);
}

/** Of a search the first word is what is looked for, unless an option has it. */
export function searched(words: readonly string[]): readonly string[] {
	if (words.includes('--files'))
		return foldersOr(words.filter((word, index) => !isOption(word) && !IS_FILTER.test(words[index - 1] ?? '')));
	const others = words.filter((word) => !isOption(word));
	const values = words.filter((word) => TAKES_VALUE.test(word)).length;
	const folders = others.slice(values === 0 ? 1 : 0);
	return others.length - values < 2 ? ['.', ...folders] : folders;
}

/** Options of `rg --files` with a word behind them, behind letters that have none. */
const IS_FILTER = /^-[aFiIlnNoPqsSuUvVwxHhp.0]*[gtT]$|^--(?:i?glob|type|type-not|max-depth|sortr?)$/;
/** Options of `grep`, `rg` and `fd` with a word behind them. */
const TAKES_VALUE =
	/^-[a-zA-Z0-9]*[ABCMESTcdefgjmrt]$|^--(?:glob|iglob|type|type-not|max-\w+|context|sort\w*|after-context|before-context|regexp|replace|threads|engine|include|exclude|exclude-dir|extension|min-depth|exact-depth|size|changed-\w+)$/;

function foldersOr(folders: readonly string[]): readonly string[] {
	return folders.length === 0 ? ['.'] : folders;
}

function isOption(word: string): boolean {
	return word.startsWith('-');
}

function isList(word: string): boolean {
	return /^-[a-zA-Z]*[lL]|^--files-with(?:out)?-match(?:es)?$/.test(word);
}

function isListOfRg(word: string): boolean {
	return /^-[a-zA-Z]*l|^--files(?:-with-matches|-without-match)?$/.test(word);
}

/** Prints numbers or parts of lines as well. */
function isMore(word: string): boolean {
	return /^-[a-zA-Z]*[cobZ0]|^--(?:count|only|byte|null|json|stats|vimgrep|replace|color|colour|pretty|heading|help|version|type-list|passthru|A|B|C)/.test(
		word,
	);
}

const FLAGS = /^-[0rtx]+$|^--(?:null|no-run-if-empty)$|^-[nLP]\d+$|^--max-(?:args|procs|lines)=\d+$/;

/**
 * Checks `xargs`: a program that reads, for the names that the commands before it print. Whether one of these is a link,
 * or more than one word, is found out on the machine.
 */
export function checkXargs(
	words: readonly Argument[],
	feeders: readonly ShellSimple[],
	check: (program: string, words: readonly Argument[]) => Doubt,
): Doubt {
	const folders = printedNames(feeders);
	if (folders === null) return '“xargs” takes its words from something other than a list of files here';
	let at = 0;
	let place: string | null = null;
	for (let word = words[at]; word?.text.startsWith('-') === true; word = words[at]) {
		const value = words[at + 1]?.text ?? '';
		if (FLAGS.test(word.text)) at += 1;
		else if (/^-[nLP]$/.test(word.text) && /^\d+$/.test(value)) at += 2;
		else if (word.text === '-d' && /^(?:\\[n0]|\n)$/.test(value)) at += 2;
		else if (/^-I./.test(word.text)) {
			place = word.text.slice(2);
			at += 1;
		} else if (word.text === '-I' && value !== '') {
			place = value;
			at += 2;
		} else return UNPROVEN.notHarmless(`xargs ${word.text}`);
	}
	const [program, ...rest] = words.slice(at);
	if (program === undefined) return null;
	const marker = place;
	if (
		program.isGlob ||
		(marker !== null &&
			[program, ...rest.filter(({ text }) => text !== marker)].some(({ text }) => text.includes(marker)))
	)
		return UNPROVEN.notHarmless(`xargs ${program.text}`);
	return checkForNames(namesBelow(folders), marker === null, (names) =>
		check(
			program.text,
			marker === null ? [...rest, ...names] : rest.flatMap((word) => (word.text === marker ? names : [word])),
		),
	);
}
