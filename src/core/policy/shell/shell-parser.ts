import { REDIRECTIONS, tokenise } from './lexer.js';
import { parseList, type TokenStream } from './shell-commands.js';
import type { ParseInner, ShellProgram, ShellToken } from './types.js';

/** Longer lines are not worth a proof. */
const MAX_LENGTH = 32_768;
/** Depth to which substitutions, subshells and loops may nest. */
const MAX_DEPTH = 24;

/**
 * Parses a POSIX or bash command line. Null when it cannot be parsed with certainty: something is
 * not closed, the grammar is broken, or it uses what shells read differently (here-documents in which something
 * expands, arithmetic, `case`, functions, arrays). `[[` is a command like any other, and one that
 * joins tests is several.
 */
export function parseShell(line: string): ShellProgram | null {
	if (isTooLong([line])) return null;
	return parseFrom(line, 0, false, 0)?.program ?? null;
}

/** Whether a command, a line or its words, is longer than what is looked at. */
export function isTooLong(words: readonly string[]): boolean {
	return words.reduce((length, word) => length + word.length + 1, -1) > MAX_LENGTH;
}

function parseFrom(
	source: string,
	start: number,
	isNested: boolean,
	depth: number,
): { readonly program: ShellProgram; readonly end: number } | null {
	if (depth > MAX_DEPTH) return null;
	const parseInner: ParseInner = (text, at, nested) => parseFrom(text, at, nested, depth + 1);
	const lexed = tokenise(source, start, isNested, parseInner);
	if (lexed === null || !hasTargets(lexed.tokens)) return null;
	const stream: TokenStream = {
		tokens: lexed.tokens.filter((token) => token.kind !== 'blank' && token.kind !== 'comment'),
		at: 0,
		depth,
		maxDepth: MAX_DEPTH,
	};
	const list = parseList(stream, new Set());
	if (list === null || stream.at < stream.tokens.length) return null;
	return { program: { tokens: lexed.tokens, list }, end: lexed.end };
}

/** Every redirection is followed by a word, on the same line. */
function hasTargets(tokens: readonly ShellToken[]): boolean {
	return tokens.every((token, index) => {
		if (token.kind !== 'operator' || !REDIRECTIONS.has(token.text)) return true;
		const next = tokens[index + 1];
		return next?.kind === 'word' || (next?.kind === 'blank' && tokens[index + 2]?.kind === 'word');
	});
}
