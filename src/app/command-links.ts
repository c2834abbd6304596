import { baseName, type LooseCall, viewCommand } from '../core/policy/command-view.js';
import { isInsideOperand } from '../core/policy/read-only/argument.js';
import { mayOpenLinks } from '../core/policy/read-only/find.js';
import { foldersOfFind, printedNames } from '../core/policy/read-only/found-names.js';
import { innerLine } from '../core/policy/read-only/wrappers.js';
import { literalText, literalWords, programContents } from '../core/policy/shell/inspect.js';
import { fromTop } from '../core/policy/shell/line-folders.js';
import { parseShell } from '../core/policy/shell/parser.js';
import { quoteWords } from '../core/policy/shell/quote.js';
import type { ShellWord } from '../core/policy/shell/types.js';
import type { CommandFact } from '../core/policy/types.js';
import type { FilesPort } from '../core/ports.js';
import { foldersOfLine } from './command-folders.js';
import { isTooLongForName, normalPath } from './normal-path.js';

/** More words than these are not looked at one by one. */
const MOST_WORDS = 200;
const MOST_SHELLS = 4;

/** These open no file, so that their words may be any text. */
const PRINTS_WORDS: ReadonlySet<string> = new Set(['echo', 'printf']);

/**
 * A command that reads by its text reads inside the workspace only if none of its words is a link that leads
 * out: a cloned repository may bring one to the user's keys. Says so in the fact. `areWords`: the shell may take names of
 * files apart, as of a variable without quotes.
 */
export async function withLinks(
	command: CommandFact,
	workspace: string,
	files: FilesPort,
	areWords = false,
): Promise<CommandFact> {
	const { calls: all, inputs } = viewCommand(command);
	const calls = all.filter(([program]) => !PRINTS_WORDS.has(program ?? ''));
	const named = [...calls.flatMap((call) => call.slice(1)), ...inputs].flatMap(partsOf);
	const line = command.line ?? innerLine(command.argv ?? []);
	const patterns = [
		...patternsOf(line, 0).flatMap(partsOf),
		...treesOf(line ?? quoteWords(command.argv ?? []), 0),
		...calls.filter(comparesFolders).flatMap((call) => call.slice(1).flatMap(partsOf).map(filesIn)),
	];
	const words = [...new Set(named), ...new Set(patterns)];
	const folders = foldersOfLine(command.line, all, command.cwd?.real ?? workspace);
	if (folders === null || words.length * folders.length > MOST_WORDS)
		return { ...command, leadsOutside: 'one of so many words' };
	for (const folder of folders) {
		const leading = await leadingOutside(words, patterns, { folder, workspace, files, areWords });
		if (leading !== null) return { ...command, leadsOutside: leading };
	}
	return command;
}

type From = {
	readonly folder: string;
	readonly workspace: string;
	readonly files: FilesPort;
	readonly areWords: boolean;
};

/** The first word that leads out of the workspace from a folder; null where none does. */
async function leadingOutside(
	words: readonly string[],
	patterns: readonly string[],
	{ folder, workspace, files, areWords }: From,
): Promise<string | null> {
	const from = await files.inspect(folder);
	if (!from.isInside || from.real === null) return folder;
	for (const word of words) {
		// All operands name something below the folder; what does not is text, such as a pattern.
		if (word === '/dev/null' || isTooLongForName(word)) continue;
		if (!isInsideOperand(fromTop(word, workspace, [folder]))) continue;
		// What leads up from a folder leads up from where that is.
		const path = normalPath(word.startsWith('/') ? word : `${from.real}/${word}`);
		const expanded = patterns.includes(word) ? ((await files.linksBehind?.(path, areWords)) ?? [null]) : [];
		for (const each of [path, ...expanded]) {
			// A pattern that could not be looked through may stand for anything, and so may what cannot be resolved:
			// a link through /proc, or one that may not be looked at.
			const fact = each === null ? null : await files.inspect(each);
			if (fact?.isInside !== true)
				return each === null || each === path ? nameOf(word) : belowWorkspace(each, workspace);
		}
	}
	return null;
}

function nameOf(word: string): string {
	const folder = /^(.*)\/\*\*$/s.exec(word)?.[1];
	return folder === undefined ? word : folder === '.' ? 'one of the names here' : `one of the names in ${folder}`;
}

function belowWorkspace(path: string, workspace: string): string {
	return path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path;
}

/** Words that a shell expands: in a line that provably reads these are patterns of files, told without their quotes. */
function patternsOf(line: string | null, depth: number): readonly string[] {
	const program = line === null || depth > MOST_SHELLS ? null : parseShell(line);
	if (program === null) return [];
	const { commands, redirections } = programContents(program);
	const outer = [...commands.flatMap(({ words }) => words), ...redirections.map(({ target }) => target)]
		.filter((word) => literalText(word) === null)
		.map(({ source }) => source.replaceAll(/["'\\]/g, ''));
	const inner = commands.flatMap(({ words }) => patternsOf(innerLine(literalWords(words) ?? []), depth + 1));
	return [...outer, ...inner];
}

/** The folders of files that a command opens by names which others print, each with all that is in it. */
function treesOf(line: string, depth: number): readonly string[] {
	const program = depth > MOST_SHELLS ? null : parseShell(line);
	if (program === null) return [];
	const { commands } = programContents(program);
	const opensPrinted = commands.some(({ words }) =>
		words.some((word) => word.source === 'xargs' || word.parts.some(({ type }) => type === 'substitution')),
	);
	return commands.flatMap((command) => {
		const words = command.words.map(wordText);
		const inner = innerLine(words);
		if (inner !== null) return treesOf(inner, depth + 1);
		const folders = [
			...(opensPrinted ? (printedNames([command]) ?? []) : []),
			...(mayOpenLinks(words)
				? foldersOfFind(words.slice(words.findIndex((word) => /^(?:.*\/)?find$/.test(word)) + 1))
				: []),
		];
		return folders.map((folder) => `${folder === '/' ? '' : folder}/**`);
	});
}

function wordText(word: ShellWord): string {
	return literalText(word) ?? word.source;
}

/** Told two folders, it reads what the links in them lead to. */
function comparesFolders([program]: LooseCall): boolean {
	return typeof program === 'string' && baseName(program) === 'diff';
}

function filesIn(folder: string): string {
	return `${folder}/*`;
}

/**
 * The word; of an option what may be its value: all behind `=`, or behind any of its letters (`-ffile`). Of too
 * many letters more parts than anybody looks at, so that the command is asked about.
 */
function partsOf(word: string | null): readonly string[] {
	if (word === null || word === '') return [];
	if (!word.startsWith('-')) return [word];
	const equals = word.indexOf('=');
	const value = equals < 0 || equals === word.length - 1 ? [] : [word.slice(equals + 1)];
	if (word.startsWith('--')) return value;
	// Letters may also stand before a name that has a `=` of its own.
	const letters = word.slice(2, 3 + MOST_WORDS);
	return [...value, ...Array.from({ length: letters.length }, (_, index) => word.slice(2 + index))];
}
