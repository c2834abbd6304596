import { wordSet, wordsIn } from '../../text/word-set.js';
import { literalText } from './inspect.js';
import type { ParseInner, ShellToken } from './shell-types.js';
import { readWord } from './word.js';

/** Longest first, so that `&&` is never read as two `&`. */
const OPERATORS = wordsIn('&>> <<< <<- && || |& ;; << >> <& >& <> >| &> ; & | < > ( )');

/** The operators that redirect and therefore need a word behind them. */
export const REDIRECTIONS = wordSet('< > >> <& >& <> &> &>> <<< << <<-');

/** A reserved word or operator that a command may follow. */
const BEFORE_COMMAND = wordSet('; & && || | |& ;; ( ) { ! if then elif else while until do');

/**
 * Splits a line into tokens that account for every character from `start` to `end`. With
 * `isNested` it stops behind the `)` that closes the substitution. Null when something is not
 * closed, or is a here-document in which something expands. The texts of other here-documents
 * are the words behind their operators, and stand in the line break that they begin after.
 */
export function tokenise(
	source: string,
	start: number,
	isNested: boolean,
	parseInner: ParseInner,
): { readonly tokens: readonly ShellToken[]; readonly end: number } | null {
	const tokens: ShellToken[] = [];
	let depth = 0;
	/** Depths at which a `case` is open: there a `)` alone ends its patterns. */
	const cases: number[] = [];
	let at = start;
	/** Places of the here-documents whose texts begin after the next line break. */
	let waiting: number[] = [];
	while (at < source.length) {
		const read = readToken(source, at, tokens, parseInner);
		const token: ShellToken | null =
			read?.kind === 'newline' && waiting.length > 0 ? withDocuments(source, at, tokens, waiting) : read;
		if (token === null) return null;
		if (token.kind === 'newline') waiting = [];
		if (token.kind === 'word' && isBehindDocument(tokens)) waiting.push(tokens.length);
		if (token.kind === 'operator') {
			const endsPatterns = token.text === ')' && cases.at(-1) === depth;
			if (token.text === ')' && depth === 0 && !endsPatterns)
				return isNested && waiting.length === 0 ? { tokens, end: at + 1 } : null;
			if (token.text === '(') depth += 1;
			if (token.text === ')' && !endsPatterns) depth -= 1;
		}
		if (token.text === 'case' && mayBeReserved(tokens)) cases.push(depth);
		if (token.text === 'esac' && mayBeReserved(tokens)) cases.pop();
		tokens.push(token);
		at += token.text.length;
	}
	return isNested || depth !== 0 || waiting.length > 0 ? null : { tokens, end: at };
}

/** Whether a command may begin behind these tokens. */
function mayBeReserved(before: readonly ShellToken[]): boolean {
	const last = before.findLast(({ kind }) => kind !== 'blank' && kind !== 'comment');
	return last === undefined || last.kind === 'newline' || BEFORE_COMMAND.has(last.text);
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

/** `>|` is a pipe to some shells, `;;&` and `;&` go on in some; `((` is arithmetic, not two subshells. */
function operatorToken(source: string, at: number, operator: string): ShellToken | null {
	if (operator === '>|' || source.startsWith(';;&', at) || source.startsWith(';&', at)) return null;
	if (operator === '(' && source.charAt(at + 1) === '(') return null;
	return { kind: 'operator', text: operator };
}

function isBehindDocument(tokens: readonly ShellToken[]): boolean {
	const last = tokens.findLast(({ kind }) => kind !== 'blank');
	return last?.kind === 'operator' && (last.text === '<<' || last.text === '<<-');
}

/**
 * The line break at `start` with the texts of the here-documents behind it, each of which becomes the word behind its
 * operator. Null where one is not closed, or where something in it would expand.
 */
function withDocuments(
	source: string,
	start: number,
	tokens: ShellToken[],
	places: readonly number[],
): ShellToken | null {
	let at = start + 1;
	for (const place of places) {
		const token = tokens[place];
		const delimiter = token?.word === undefined ? null : literalText(token.word);
		// Shells differ on line breaks in such a delimiter, and on whether one quotes it.
		if (token?.word === undefined || delimiter === null || token.text.includes('\n')) return null;
		const isStripped = tokens.slice(0, place).findLast(({ kind }) => kind !== 'blank')?.text === '<<-';
		const isQuoted = token.word.parts.some((part) => part.type !== 'literal' || part.quoting !== 'none');
		const lines: string[] = [];
		for (;;) {
			const end = source.indexOf('\n', at);
			const written = source.slice(at, end < 0 ? source.length : end);
			const line = isStripped ? written.replace(/^\t+/, '') : written;
			at = end < 0 ? source.length : end + 1;
			if (line === delimiter) break;
			if (end < 0) return null;
			lines.push(line);
		}
		const text = lines.map((line) => `${line}\n`).join('');
		if (text.includes('\0') || (!isQuoted && /[$`\\]/.test(text))) return null;
		const word = { parts: [{ type: 'literal', text, quoting: 'single' } as const], source: token.word.source };
		tokens[place] = { ...token, word };
	}
	return { kind: 'newline', text: source.slice(start, at) };
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
