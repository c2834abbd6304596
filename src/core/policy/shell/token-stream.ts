import { REDIRECTIONS } from './lexer.js';
import type { ShellRedirection, ShellToken, ShellWord } from './shell-types.js';

/** Tokens without blanks and comments, and where the parser stands. `remarks`: those behind whole commands. */
export type TokenStream = {
	readonly tokens: ShellToken[];
	at: number;
	depth: number;
	readonly maxDepth: number;
	remarks: number;
};

export function takeWord(stream: TokenStream, words: ShellWord[]): boolean {
	const word = stream.tokens[stream.at]?.word;
	if (word === undefined) return false;
	words.push(word);
	stream.at += 1;
	return true;
}

export function readRedirection(stream: TokenStream): ShellRedirection | null {
	const first = stream.tokens[stream.at];
	const descriptor = first?.kind === 'io-number' ? first.text : null;
	const index = descriptor === null ? stream.at : stream.at + 1;
	const operator = stream.tokens[index];
	const target = stream.tokens[index + 1]?.word;
	if (operator?.kind !== 'operator' || !REDIRECTIONS.has(operator.text) || target === undefined) return null;
	stream.at = index + 2;
	return { operator: operator.text, descriptor, target };
}

/** The comment behind what was just read. */
export function takeRemark(stream: TokenStream): readonly ShellWord[] | undefined {
	const remark = stream.tokens[stream.at - 1]?.remark;
	if (remark !== undefined) stream.remarks += 1;
	return remark;
}

export function wordToken(text: string): ShellToken {
	return { kind: 'word', text, word: { parts: [{ type: 'literal', text, quoting: 'none' }], source: text } };
}

/** The word as a possible reserved word: empty unless it is written without any quoting. */
export function reservedWord(token: ShellToken | undefined): string {
	const parts = token?.word?.parts;
	const only = parts?.length === 1 ? parts[0] : undefined;
	return only?.type === 'literal' && only.quoting === 'none' ? only.text : '';
}

export function isOperator(token: ShellToken | undefined, text: string): boolean {
	return token?.kind === 'operator' && token.text === text;
}

export function skipNewlines(stream: TokenStream): void {
	while (stream.tokens[stream.at]?.kind === 'newline') stream.at += 1;
}
