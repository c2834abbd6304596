import { REDIRECTIONS, tokenise } from './lexer.js';
import { parseList } from './shell-commands.js';
import type { ParseInner, ShellProgram, ShellToken } from './shell-types.js';
import type { TokenStream } from './token-stream.js';

/** Longer lines are not worth a proof. */
const MAX_LENGTH = 32_768;
/** Depth to which substitutions, subshells and loops may nest. */
const MAX_DEPTH = 24;

/**
 * Parses a POSIX or bash command line. Null when it cannot be parsed with certainty: something is
 * not closed, the grammar is broken, or it uses what shells read differently (here-documents in which something
 * expands, arithmetic, functions, arrays). `[[` is a command like any other, and one that
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
		tokens: withRemarks(lexed.tokens.filter(({ kind }) => kind !== 'blank')),
		at: 0,
		depth,
		maxDepth: MAX_DEPTH,
		remarks: 0,
	};
	const list = parseList(stream, new Set());
	if (list === null || stream.at < stream.tokens.length) return null;
	const comments = lexed.tokens.filter(({ kind }) => kind === 'comment').length;
	const hasOddComment = comments > stream.remarks + linesOfRemarks(lexed.tokens);
	return { program: { tokens: lexed.tokens, list, hasOddComment }, end: lexed.end };
}

/** Text without a sign that any shell reads more into. */
const REMARK = /^#[\p{L}\d_,.:+?*@%-]*(?:[ \t][\p{L}\d \t_,.:+?*@%/\u2010-\u2027\u2190-\u21ff-]*)?$/u;

/** Comments that stand where a command begins: a shell that knows none finds no program of that name, which is no path. */
function linesOfRemarks(tokens: readonly ShellToken[]): number {
	const shown = tokens.filter(({ kind }) => kind !== 'blank');
	const begins = (before: ShellToken | undefined): boolean =>
		before === undefined || before.kind === 'newline' || before.text === ';' || before.text === '&';
	return shown.filter(({ kind, text }, at) => kind === 'comment' && begins(shown[at - 1]) && REMARK.test(text)).length;
}

/** The tokens without comments; one of plain words stays with the token that is before it. */
function withRemarks(tokens: readonly ShellToken[]): ShellToken[] {
	return tokens.flatMap((token, at) => {
		if (token.kind === 'comment') return [];
		const next = tokens[at + 1];
		if (next?.kind !== 'comment' || !REMARK.test(next.text)) return [token];
		const words = tokenise(`\\${next.text}`, 0, false, () => null)?.tokens ?? [];
		return [{ ...token, remark: words.flatMap(({ word }) => word ?? []) }];
	});
}

/** Every redirection is followed by a word, on the same line. */
function hasTargets(tokens: readonly ShellToken[]): boolean {
	return tokens.every((token, index) => {
		if (token.kind !== 'operator' || !REDIRECTIONS.has(token.text)) return true;
		const next = tokens[index + 1];
		return next?.kind === 'word' || (next?.kind === 'blank' && tokens[index + 2]?.kind === 'word');
	});
}
