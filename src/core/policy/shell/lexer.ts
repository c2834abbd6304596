import type { ParseInner, ShellToken } from './types.js';
import { readWord } from './word.js';

/** Longest first, so that `&&` is never read as two `&`. */
const OPERATORS = [
	'&>>',
	'<<<',
	'&&',
	'||',
	'|&',
	';;',
	'<<',
	'>>',
	'<&',
	'>&',
	'<>',
	'>|',
	'&>',
	';',
	'&',
	'|',
	'<',
	'>',
	'(',
	')',
];

/** The operators that redirect and therefore need a word behind them. */
export const REDIRECTIONS: ReadonlySet<string> = new Set(['<', '>', '>>', '<&', '>&', '<>', '>|', '&>', '&>>', '<<<']);

/**
 * Splits a line into tokens that account for every character from `start` to `end`. With
 * `isNested` it stops behind the `)` that closes the substitution. Null when something is not
 * closed, or is a here-document or `case` ending, which are not split here.
 */
export function tokenise(
	source: string,
	start: number,
	isNested: boolean,
	parseInner: ParseInner,
): { readonly tokens: readonly ShellToken[]; readonly end: number } | null {
	const tokens: ShellToken[] = [];
	let depth = 0;
	let at = start;
	while (at < source.length) {
		const token = readToken(source, at, tokens, parseInner);
		if (token === null) return null;
		if (token.kind === 'operator') {
			if (token.text === ')' && depth === 0) return isNested ? { tokens, end: at + 1 } : null;
			if (token.text === '(') depth += 1;
			if (token.text === ')') depth -= 1;
		}
		tokens.push(token);
		at += token.text.length;
	}
	return isNested || depth !== 0 ? null : { tokens, end: at };
}

function readToken(
	source: string,
	at: number,
	before: readonly ShellToken[],
	parseInner: ParseInner,
): ShellToken | null {
	const character = source.charAt(at);
	if (character === '\n') return { kind: 'newline', text: '\n' };
	const blank = readBlank(source, at);
	if (blank !== '') return { kind: 'blank', text: blank };
	if (character === '#') {
		const end = source.indexOf('\n', at);
		return { kind: 'comment', text: source.slice(at, end < 0 ? source.length : end) };
	}
	const opensProcess = (character === '<' || character === '>') && source.charAt(at + 1) === '(';
	const operator = opensProcess ? undefined : OPERATORS.find((candidate) => source.startsWith(candidate, at));
	if (operator !== undefined) return operatorToken(source, at, operator);
	const read = readWord(source, at, parseInner);
	if (read === null) return null;
	const text = source.slice(at, read.end);
	const isNumber = /^[0-9]+$/.test(text) && /[<>]/.test(source.charAt(read.end));
	// A word glued to the one before can only come from `a<(b)`; both count, none is lost.
	if (isNumber && before.at(-1)?.kind !== 'word') return { kind: 'io-number', text };
	return { kind: 'word', text, word: read.word };
}

/** Here-documents and `;;` end the certainty; `((` is arithmetic, not two subshells. */
function operatorToken(source: string, at: number, operator: string): ShellToken | null {
	if (operator === '<<' || operator === ';;') return null;
	if (operator === '(' && source.charAt(at + 1) === '(') return null;
	return { kind: 'operator', text: operator };
}

function readBlank(source: string, start: number): string {
	let at = start;
	for (;;) {
		const character = source.charAt(at);
		if (character === ' ' || character === '\t') at += 1;
		else if (character === '\\' && source.charAt(at + 1) === '\n') at += 2;
		else return source.slice(start, at);
	}
}
