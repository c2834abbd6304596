import { baseName, SHELLS } from './command-view.js';
import { INTERPRETERS } from './interpreters.js';
import { STARTS_NOTHING } from './known-programs.js';
import { namesInput, programPlace, takesCode } from './program-place.js';
import { innerLine, wrappedWords } from './read-only/wrappers.js';
import { literalText, literalWords } from './shell/inspect.js';
import { partsOfLine } from './shell/line-parts.js';
import { parseShell } from './shell/shell-parser.js';
import type { ShellProgram, ShellRedirection, ShellSimple, ShellWord } from './shell/shell-types.js';

const MOST_SHELLS = 4;
/** Programs that print what stands in their words, or a file as it is. */
const PRINTS: ReadonlySet<string> = new Set(['echo', 'printf', 'cat']);
/** Commands of the pipe before it; null where they are not known. */
type Feeders = readonly ShellSimple[] | null;

/**
 * The shell or interpreter of a line that runs what nobody can read in it (`base64 -d x | sh`, `eval "$(x)"`); null where
 * there is none. What it reads from a file, or from here-documents, is as good as a script.
 */
export function runsUnknown(line: string, depth = 0): string | null {
	const program = parseShell(line);
	const found = program === null ? null : unknownInProgram(program, [], depth);
	return found === undefined || program === null ? (PIPED.exec(line)?.slice(1).find(Boolean) ?? null) : found;
}

/** Undefined for one that cannot be taken apart. */
function unknownInProgram(program: ShellProgram, outer: Feeders, depth: number): string | null | undefined {
	const found = partsOfLine(program);
	if ('because' in found) return undefined;
	for (const { command, isFed, feeders } of found.parts) {
		const fed = isFed === true ? (feeders ?? null) : outer;
		const literal = literalWords(command.words);
		const inner = literal === null ? null : innerLine(literal);
		const within = depth >= MOST_SHELLS ? null : inner === null ? null : runsUnknown(inner, depth + 1);
		const name = within ?? unknownIn(command, fed) ?? unknownWithin(command, fed, depth);
		if (name !== null) return name;
	}
	return null;
}

/** The same of what runs in its words: `>(…)` reads what the command writes, all others read what it reads. */
function unknownWithin(command: ShellSimple, fed: Feeders, depth: number): string | null {
	if (depth >= MOST_SHELLS) return null;
	const words = [...command.words, ...command.redirections.map(({ target }) => target)];
	for (const { parts, source } of words) {
		const outer = source.startsWith('>(') ? [command] : fed;
		for (const part of parts) {
			if (part.type !== 'substitution') continue;
			const found = unknownInProgram(part.program, outer, depth + 1);
			const name = found === undefined ? PIPED.exec(source)?.slice(1).find(Boolean) : found;
			if (typeof name === 'string') return name;
		}
	}
	return null;
}

// A match behind a `|` ends at the next one, and an option at its own end: a long line is read only once.
const ANY = `(?:[^\\s;&|()<>]*/)?((?:${[...SHELLS].join('|')}|python[\\d.]*|node|perl|ruby|php))\\s*(?:-[^\\s;&|()]*(?![^\\s;&|()])\\s*)*(?:$|[;&|)\\n])`;
const NAMED = '\\b(g?make|[gmn]?awk|g?sed)\\s';
/** The same in a line that cannot be taken apart. */
const PIPED = new RegExp(
	`(?:\\|&?|>\\()\\s*${ANY}|${NAMED}(?:(?!${NAMED})[^;&|\\n])*(?:-f|--file|--makefile)[\\s=]*(?:-(?:\\s|$)|/dev/stdin|/dev/fd/|<\\()`,
);

function unknownIn({ words: all, redirections }: ShellSimple, feeders: Feeders): string | null {
	const texts = all.map((word) => literalText(word) ?? '$');
	const inner = innermost(texts);
	const words = all.slice(all.length - inner.length);
	const [program = ''] = inner;
	const name = baseName(program);
	const operands = words.slice(1);
	if (words[0] !== undefined && hasSubstitution(words[0])) return '$(…)';
	if (name === 'eval') return operands.some((word) => literalText(word) === null) ? name : null;
	if (/^(?:source|\.)$/.test(name))
		return operands.some(hasSubstitution) || (inner.some(namesInput) && !isReadableFeed(feeders)) ? name : null;
	if (name === 'parallel') return isReadableFeed(feeders) ? null : name;
	if (name === 'xargs') {
		const at = inner.findIndex((word) => isShell(word) || INTERPRETERS.test(baseName(word)));
		return at > 0 && takesCode(inner.slice(at)) && !isReadableFeed(feeders) ? (inner[at] ?? null) : null;
	}
	const isRunner = SHELLS.has(name) || INTERPRETERS.test(name);
	if (isRunner && operands.some(hasSubstitution)) return name;
	const place = programPlace(inner);
	const named = typeof place === 'object' && place !== null ? words[place.at] : undefined;
	if (named !== undefined && hasSubstitution(named)) return name;
	if (place === null || (place !== 'input' && !namesInput(place.value))) {
		return SHELLS.has(name) && inner.some((word, at) => word === '$' && /^-\w*c$/.test(inner[at - 1] ?? ''))
			? name
			: null;
	}
	const isFromFile = redirections.some(({ operator }) => operator.startsWith('<'));
	if (redirections.some(isUnreadable)) return name;
	return isFromFile || isReadableFeed(feeders) ? null : name;
}

/** From the shell on that other programs start (`timeout 5 sh`, `nohup bash -s`). */
function innermost(words: readonly string[]): readonly string[] {
	const inner = wrappedWords(words);
	if (inner !== null) return innermost(inner);
	const name = baseName(words[0] ?? '');
	const isOther = name === 'xargs' || name === 'parallel' || INTERPRETERS.test(name) || STARTS_NOTHING.has(name);
	const shell = isOther || isShell(name) ? -1 : words.findIndex(isShell);
	return shell < 1 ? words : words.slice(shell);
}

function isShell(word: string): boolean {
	return SHELLS.has(baseName(word));
}

function isReadableFeed(feeders: readonly ShellSimple[] | null): boolean {
	return feeders?.every(isReadable) === true;
}

function isReadable({ words, redirections }: ShellSimple): boolean {
	const texts = literalWords(words);
	const [program = '', ...printed] = texts ?? [];
	const hasText = printed.length > 0 || redirections.some(({ operator }) => operator.startsWith('<'));
	return PRINTS.has(baseName(program)) && hasText && !redirections.some(isUnreadable) && !printed.some(isCoded);
}

/** Characters by their numbers, as `printf` and some shells' `echo` print them. */
function isCoded(text: string): boolean {
	return /\\[x0-7uU]/.test(text);
}

/** True for the output of a command, or a descriptor that was opened elsewhere. */
function isUnreadable({ operator, target }: ShellRedirection): boolean {
	if (!operator.startsWith('<')) return false;
	const text = literalText(target);
	return text === null || (operator === '<&' && text !== '0') || (operator === '<' && namesInput(text));
}

function hasSubstitution({ parts }: ShellWord): boolean {
	return parts.some(({ type }) => type === 'substitution');
}
