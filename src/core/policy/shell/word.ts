import type { ParseInner, ShellPart, ShellPiece, ShellWord } from './shell-types.js';
import { readAnsiQuote, readBacktick, readDollar, readDoubleQuote } from './substitution.js';

const METACHARACTERS = new Set([' ', '\t', '\n', ';', '&', '|', '<', '>', '(', ')']);
/** Control characters and blanks of other alphabets: shells and locales disagree about them. */
const UNCERTAIN = /[\u0000-\u0008\u000b-\u001f\u007f-\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]/;
/** Characters that mean nothing to any shell, wherever they stand. */
const PLAIN = /[A-Za-z0-9_.,/:@%+=-]+/y;
const NAME_PREFIX = /^[A-Za-z_][A-Za-z0-9_]*\+?=$/;

function isMetacharacter(character: string): boolean {
	return METACHARACTERS.has(character);
}

/** Reads the word at `start`. Null when it is not closed or when shells would not agree on what it means. */
export function readWord(
	source: string,
	start: number,
	parseInner: ParseInner,
): { readonly word: ShellWord; readonly end: number } | null {
	const parts: ShellPart[] = [];
	let at = start;
	while (at < source.length) {
		const character = source.charAt(at);
		if (isMetacharacter(character)) {
			const opensProcess = (character === '<' || character === '>') && source.charAt(at + 1) === '(';
			if (!opensProcess || at !== start) break;
			const inner = parseInner(source, at + 2, true);
			if (inner === null) return null;
			parts.push({ type: 'substitution', program: inner.program });
			at = inner.end;
			continue;
		}
		PLAIN.lastIndex = at;
		const plain = PLAIN.exec(source)?.[0];
		if (plain !== undefined) {
			addPart(parts, { type: 'literal', text: plain, quoting: 'none' });
			at += plain.length;
			continue;
		}
		if (UNCERTAIN.test(character)) return null;
		const piece = readPiece(source, at, start, parts, parseInner);
		if (piece === null) return null;
		for (const part of piece.parts) addPart(parts, part);
		at = piece.end;
	}
	return { word: { parts, source: source.slice(start, at) }, end: at };
}

function readPiece(
	source: string,
	at: number,
	wordStart: number,
	before: readonly ShellPart[],
	parseInner: ParseInner,
): ShellPiece | null {
	const character = source.charAt(at);
	if (character === "'") {
		const close = source.indexOf("'", at + 1);
		if (close < 0) return null;
		return { parts: [{ type: 'literal', text: source.slice(at + 1, close), quoting: 'single' }], end: close + 1 };
	}
	if (character === '"') return readDoubleQuote(source, at, parseInner);
	if (character === '\\') {
		if (at + 1 >= source.length) return null;
		const next = source.charAt(at + 1);
		const text = next === '\n' ? '' : next;
		return { parts: [{ type: 'literal', text, quoting: 'escape' }], end: at + 2 };
	}
	if (character === '`') return readBacktick(source, at, parseInner);
	if (character === '$') {
		const next = source.charAt(at + 1);
		if (next === "'") return readAnsiQuote(source, at);
		// `$"…"` asks for a translation, which depends on files that we cannot see.
		if (next === '"') return null;
		return readDollar(source, at, parseInner, 'none');
	}
	if (character === '{' || character === '}') return { parts: [bracePart(source, at, wordStart)], end: at + 1 };
	if (character === '*' || character === '?' || character === '[') {
		return { parts: [globPart(source, at, wordStart)], end: at + 1 };
	}
	if (character === '~' && isTildePlace(source, at, wordStart, before))
		return { parts: [{ type: 'tilde' }], end: at + 1 };
	return { parts: [{ type: 'literal', text: character, quoting: 'none' }], end: at + 1 };
}

/** `{` and `}` alone are reserved words, not expansions. */
function bracePart(source: string, at: number, wordStart: number): ShellPart {
	const text = source.charAt(at);
	const isAlone = at === wordStart && endsWord(source, at + 1);
	return isAlone ? { type: 'literal', text, quoting: 'none' } : { type: 'brace', text };
}

/** `[` alone is a program, not a pattern, and so is the reserved word `[[`. */
function globPart(source: string, at: number, wordStart: number): ShellPart {
	const text = source.charAt(at);
	const isTest =
		text === '[' &&
		((at === wordStart && endsWord(source, at + 1)) ||
			(source.startsWith('[[', wordStart) && at <= wordStart + 1 && endsWord(source, wordStart + 2)));
	return isTest ? { type: 'literal', text, quoting: 'none' } : { type: 'glob', text };
}

function endsWord(source: string, at: number): boolean {
	return at >= source.length || isMetacharacter(source.charAt(at));
}

function isTildePlace(source: string, at: number, wordStart: number, before: readonly ShellPart[]): boolean {
	if (at === wordStart) return true;
	const previous = source.charAt(at - 1);
	if (previous !== '=' && previous !== ':') return false;
	const first = before[0];
	// After a `:` only assignments expand a tilde; the literal text up to the `=` tells them apart.
	return (
		first?.type === 'literal' &&
		(previous === '=' || NAME_PREFIX.test(first.text.slice(0, first.text.indexOf('=') + 1)))
	);
}

/** Joins neighbouring literals of the same quoting, so that a word has as few parts as possible. */
function addPart(parts: ShellPart[], part: ShellPart): void {
	const last = parts.at(-1);
	if (part.type === 'literal' && last?.type === 'literal' && last.quoting === part.quoting) {
		parts[parts.length - 1] = { type: 'literal', text: last.text + part.text, quoting: part.quoting };
		return;
	}
	parts.push(part);
}
