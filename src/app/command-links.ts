import { readNames } from '../core/policy/command-reads.js';
import { baseName, type LooseCall, viewCommand } from '../core/policy/command-view.js';
import { relativeTo } from '../core/policy/file-name.js';
import type { CommandFact, LinkedWord } from '../core/policy/policy-types.js';
import { isInsideOperand, toRevision } from '../core/policy/read-only/argument.js';
import { mayOpenLinks } from '../core/policy/read-only/find-command.js';
import { foldersOfFind, printedNames, searched } from '../core/policy/read-only/found-names.js';
import { innerLine } from '../core/policy/read-only/wrappers.js';
import { literalText, literalWords, programContents } from '../core/policy/shell/inspect.js';
import { fromTop, joinFolder } from '../core/policy/shell/line-folders.js';
import { partsOfLine } from '../core/policy/shell/line-parts.js';
import { quoteWords } from '../core/policy/shell/quote-word.js';
import { parseShell } from '../core/policy/shell/shell-parser.js';
import type { ShellWord } from '../core/policy/shell/shell-types.js';
import type { FilesPort } from '../core/ports.js';

const MOST_WORDS = 200;
const MOST_SHELLS = 4;

/** Programs that open no files: their words may be any text. */
const PRINTS_WORDS: ReadonlySet<string> = new Set(['echo', 'printf']);

/**
 * Sets `leadsOutside` for a reading command with a word that is a link out of the workspace: a cloned repository may
 * bring one to the user's keys. `areWords`: the shell may split file names, as of an unquoted variable.
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
		...foldersFollowed(calls).map((folder) => `${folder}/***`),
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

/** The first word that leads out of the workspace; null without any. */
async function leadingOutside(
	words: readonly string[],
	patterns: readonly string[],
	{ folder, workspace, files, areWords }: From,
): Promise<string | null> {
	const from = await files.inspect(folder);
	if (!from.isInside || from.real === null) return folder;
	for (const word of words) {
		// Operands name something below the folder; other words are text, such as a pattern.
		if (word === '/dev/null' || isTooLongForName(word)) continue;
		if (!isInsideOperand(fromTop(word, workspace, [folder]))) continue;
		// `..` leads up from the real folder.
		const path = normalPath(word.startsWith('/') ? word : `${from.real}/${word}`);
		const expanded = patterns.includes(word) ? ((await files.linksBehind?.(path, areWords)) ?? [null]) : [];
		for (const each of [path, ...expanded]) {
			// A pattern that could not be expanded may match anything, and so may an unresolvable path: a link through /proc,
			// or one without permission.
			const fact = each === null ? null : await files.inspect(each);
			if (fact?.isInside !== true) return each === null || each === path ? nameOf(word) : relativeTo(workspace, each);
		}
	}
	return null;
}

function nameOf(word: string): string {
	const folder = /^(.*)\/\*{2,3}$/s.exec(word)?.[1];
	return folder === undefined ? word : folder === '.' ? 'one of the names here' : `one of the names in ${folder}`;
}

/** Words that a shell expands, without quotes: in a provably reading line these are patterns of files. */
function patternsOf(line: string | null, depth: number): readonly string[] {
	const program = line === null || depth > MOST_SHELLS ? null : parseShell(line);
	if (program === null) return [];
	const { commands, redirections } = programContents(program);
	const outer = [...commands.flatMap(({ words }) => words), ...redirections.map(({ target }) => target)]
		.filter((word) => literalText(word) === null && toRevision(word) === null)
		.map(({ source }) => source.replaceAll(/["'\\]/g, ''));
	const inner = commands.flatMap(({ words }) => patternsOf(innerLine(literalWords(words) ?? []), depth + 1));
	return [...outer, ...inner];
}

/** Folders of files that a command opens by printed names, each with all that is in it. */
function treesOf(line: string, depth: number): readonly string[] {
	const program = depth > MOST_SHELLS ? null : parseShell(line);
	if (program === null) return [];
	const { commands, redirections } = programContents(program);
	const opensPrinted = commands.some(({ words }) =>
		words.some((word) => baseName(wordText(word)) === 'xargs' || (isPrinted(word) && !printsWords(words))),
	);
	const readsPrinted = redirections.some(({ target }) => isPrinted(target));
	return commands.flatMap((command) => {
		const words = command.words.map(wordText);
		const inner = innerLine(words);
		if (inner !== null) return treesOf(inner, depth + 1);
		const folders = [
			...(opensPrinted || readsPrinted ? (printedNames([command]) ?? []) : []),
			...(mayOpenLinks(words)
				? foldersOfFind(words.slice(words.findIndex((word) => /^(?:.*\/)?find$/.test(word)) + 1))
				: []),
		];
		// A pattern may name a link, behind which it goes on.
		const isPattern = command.words.some(({ parts }) => parts.some(({ type }) => type === 'glob'));
		return folders.flatMap((folder) => {
			const below = `${folder === '/' ? '' : folder}/**`;
			return isPattern ? [below, `${below}*`] : [below];
		});
	});
}

/** Holds what a command prints, and is no file to read that from. */
function isPrinted({ parts, source }: ShellWord): boolean {
	return !source.startsWith('<(') && parts.some(({ type }) => type === 'substitution');
}

function printsWords([program]: readonly ShellWord[]): boolean {
	return program !== undefined && PRINTS_WORDS.has(wordText(program));
}

function wordText(word: ShellWord): string {
	return literalText(word) ?? word.source;
}

/** Given two folders, diff follows the links in them. */
function comparesFolders([program]: LooseCall): boolean {
	return typeof program === 'string' && baseName(program) === 'diff';
}

/** Folders that programs go through links and all (`grep -R`, `diff -r`): where one is not known, or found by others, all. */
function foldersFollowed(calls: readonly LooseCall[]): readonly string[] {
	const followed = calls.map(followedBy).filter((folders) => folders !== null);
	const areFound = calls.some(([program]) => /^(?:xargs|find|fd|fdfind)$/.test(baseName(program ?? '')));
	return [...followed.flat(), ...(followed.length > 0 && areFound ? ['.'] : [])];
}

function followedBy([program, ...words]: LooseCall): readonly string[] | null {
	const name = baseName(program ?? '');
	const has = (option: RegExp): boolean => words.some((word) => word !== null && option.test(word));
	const isFollowing = /^[ef]?grep$/.test(name)
		? has(/^-[a-zA-Z]*R|^--deref/)
		: name === 'diff' && has(/^-[a-zA-Z]*r|^--recursive/);
	if (!isFollowing) return null;
	const known = words.filter((word) => word !== null);
	const folders = name === 'diff' ? known : searched(known);
	return [...folders.filter((word) => !word.startsWith('-')), ...(known.length < words.length ? ['.'] : [])];
}

function filesIn(folder: string): string {
	return `${folder}/*`;
}

/**
 * The word itself; of an option its possible values: after `=`, or after any of its letters (`-ffile`). Very many
 * letters yield more parts than are checked, so that the command is asked about.
 */
function partsOf(word: string | null): readonly string[] {
	if (word === null || word === '') return [];
	if (!word.startsWith('-')) return [word];
	const equals = word.indexOf('=');
	const value = equals < 0 || equals === word.length - 1 ? [] : [word.slice(equals + 1)];
	if (word.startsWith('--')) return value;
	// Letters may stand before a name that contains `=`.
	const letters = word.slice(2, 3 + MOST_WORDS);
	return [...value, ...Array.from({ length: letters.length }, (_, index) => word.slice(2 + index))];
}

const MOST_FOLDERS = 16;

/** Absolute folders that a command's names may be relative to: its start, and targets of its `cd`s. Null: too many. */
function foldersOf(calls: readonly LooseCall[], start: string): readonly string[] | null {
	let folders: readonly string[] = [start];
	for (const [program, ...words] of calls) {
		if (!/^(?:cd|pushd)$/.test(baseName(program ?? ''))) continue;
		const target = words.find((word) => word !== null && !/^-[LPe@]*$/.test(word));
		if (typeof target !== 'string') continue;
		folders = [...new Set([...folders, ...folders.map((folder) => joinFolder(folder, target))])];
		if (folders.length > MOST_FOLDERS) return null;
	}
	return folders;
}

/** Like {@link foldersOf}, for a line of which it is known what is behind `&&` (`cd src && ls && cd ..`). */
export function foldersOfLine(
	line: string | undefined,
	calls: readonly LooseCall[],
	start: string,
): readonly string[] | null {
	const program = line === undefined ? null : parseShell(line);
	const found = program === null ? { because: '' } : partsOfLine(program);
	if ('because' in found) return foldersOf(calls, start);
	const isShell = found.parts.some(({ command }) => innerLine(literalWords(command.words) ?? []) !== null);
	if (isShell || found.parts.some(({ folders }) => folders === null)) return foldersOf(calls, start);
	const folders = new Set(found.parts.flatMap((part) => part.folders ?? []).map((folder) => joinFolder(start, folder)));
	return folders.size > MOST_FOLDERS ? null : [...folders];
}

const MOST_PATHS = 500;

/** Adds the folder of a command's names, and words that links resolve to other paths. `workspace`: links resolved. */
export async function withLinkTargets(command: CommandFact, workspace: string, files: FilesPort): Promise<CommandFact> {
	const { calls, inputs, outputs } = viewCommand(command);
	const words = new Set(
		[...readNames(calls), ...inputs, ...outputs].filter((word) => word !== null && mayBePath(word)),
	);
	const startsIn = command.cwd?.real ?? workspace;
	const folders = foldersOf(calls, startsIn);
	if (folders === null || words.size * folders.length > MOST_PATHS) return { ...command, startsIn, links: null };
	const links: LinkedWord[] = [];
	for (const word of words) {
		if (word === null) continue;
		for (const from of word.startsWith('/') ? [''] : folders) {
			const given = word.startsWith('/') ? word : `${from}/${word}`;
			const path = await files.inspect(given);
			// A link through /proc may lead to any file, even a protected one.
			if (path.real === null || (await climbsFromLink(given, files))) return { ...command, startsIn, links: null };
			if (path.isInside && path.real !== normalPath(given)) links.push({ word, path });
		}
	}
	return links.length === 0 ? { ...command, startsIn } : { ...command, startsIn, links };
}

/** `..` behind a link leads up from the link's target. */
export async function climbsFromLink(path: string, files: Pick<FilesPort, 'inspect'>): Promise<boolean> {
	for (const { index } of path.matchAll(/\/\.\.(?=\/|$)/g)) {
		const before = normalPath(path.slice(0, index));
		if ((await files.inspect(before)).real !== before) return true;
	}
	return false;
}

/** Options name no file; their values were taken out before. */
function mayBePath(word: string): boolean {
	return word !== '' && !word.startsWith('-') && !/[\n\0]/.test(word) && !isTooLongForName(word);
}

/** Resolves `.`, `..` and doubled slashes lexically; links are not followed. */
function normalPath(path: string): string {
	const names: string[] = [];
	for (const name of path.split('/')) {
		if (name === '..') names.pop();
		else if (name !== '' && name !== '.') names.push(name);
	}
	return `/${names.join('/')}`;
}

/** Bytes of the longest file name of any file system: a longer word is text. */
const MOST_NAME_BYTES = 255;
const encoder = new TextEncoder();

/** True for a word that cannot be a path, such as a program in an argument. */
function isTooLongForName(word: string): boolean {
	return word.split('/').some((name) => encoder.encode(name).length > MOST_NAME_BYTES);
}
