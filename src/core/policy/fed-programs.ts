import { baseName, SHELLS } from './command-view.js';
import { INTERPRETERS, STARTS_NOTHING } from './known-programs.js';
import { innerLine, wrappedWords } from './read-only/wrappers.js';
import { literalText, literalWords } from './shell/inspect.js';
import { partsOfLine } from './shell/line-parts.js';
import { parseShell } from './shell/parser.js';
import type { ShellRedirection, ShellSimple, ShellWord } from './shell/types.js';

const MOST_SHELLS = 4;
/** They print what stands in their words, or a file as it is. */
const PRINTS: ReadonlySet<string> = new Set(['echo', 'printf', 'cat']);
/** The standard input as a file. */
const INPUT = /^\/(?:dev\/(?:stdin|fd\/)|proc\/self\/fd\/)/;

/**
 * The shell or interpreter of a line that runs what nobody can read in it (`base64 -d x | sh`, `eval "$(x)"`); null where
 * there is none. What it reads from a file, or from here-documents, is as good as a script.
 */
export function runsUnknown(line: string, depth = 0): string | null {
	const program = parseShell(line);
	const found = program === null ? { because: '' } : partsOfLine(program);
	if ('because' in found) return PIPED.exec(line)?.[1] ?? null;
	for (const { command, isFed, feeders } of found.parts) {
		const literal = literalWords(command.words);
		const inner = literal === null ? null : innerLine(literal);
		if (inner !== null) {
			const within = depth < MOST_SHELLS ? runsUnknown(inner, depth + 1) : null;
			if (within !== null) return within;
		}
		const name = unknownIn(command, isFed === true ? (feeders ?? null) : []);
		if (name !== null) return name;
	}
	return null;
}

/** The same in a line that cannot be taken apart. */
const PIPED = new RegExp(
	`\\|&?\\s*(?:\\S*/)?((?:${[...SHELLS].join('|')}|python[\\d.]*|node|perl|ruby|php))\\s*(?:-\\S*\\s*)*(?:$|[;&|)\\n])`,
);

/** `feeders`: what is piped into it; null where that is not known. */
function unknownIn({ words: all, redirections }: ShellSimple, feeders: readonly ShellSimple[] | null): string | null {
	const texts = all.map((word) => literalText(word) ?? '$');
	const inner = innermost(texts);
	const words = all.slice(all.length - inner.length);
	const [program = ''] = inner;
	const name = baseName(program);
	const operands = words.slice(1);
	if (words[0] !== undefined && hasSubstitution(words[0])) return '$(…)';
	if (name === 'eval') return operands.some((word) => literalText(word) === null) ? name : null;
	if (/^(?:source|\.)$/.test(name))
		return operands.some(hasSubstitution) || (inner.some(isInputName) && !isReadableFeed(feeders)) ? name : null;
	if (name === 'parallel') return isReadableFeed(feeders) ? null : name;
	if (name === 'xargs') return isReadableFeed(feeders) ? null : (inner.find(isShell) ?? null);
	if (!SHELLS.has(name) && !INTERPRETERS.test(name)) return null;
	if (operands.some(hasSubstitution)) return name;
	const runsInput = inner.slice(1).every((word) => word.startsWith('-') || isInputName(word));
	if (!runsInput)
		return SHELLS.has(name) && inner.some((word, at) => word === '$' && /^-\w*c$/.test(inner[at - 1] ?? ''))
			? name
			: null;
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

function isInputName(word: string): boolean {
	return INPUT.test(word);
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

function isUnreadable({ operator, target }: ShellRedirection): boolean {
	return operator.startsWith('<') && literalText(target) === null;
}

function hasSubstitution({ parts }: ShellWord): boolean {
	return parts.some(({ type }) => type === 'substitution');
}
