import { readBacktick, readDollar } from './substitution.js';
import type { ParseInner, ShellPart } from './types.js';

type Piece = { readonly parts: readonly ShellPart[]; readonly end: number };

/** Reads `"…"` from its opening quote. Null when it is not closed or holds something uncertain. */
export function readDoubleQuote(source: string, start: number, parseInner: ParseInner): Piece | null {
	const parts: ShellPart[] = [];
	let text = '';
	let at = start + 1;
	const flush = () => {
		if (text !== '') parts.push({ type: 'literal', text, quoting: 'double' });
		text = '';
	};
	while (at < source.length) {
		const character = source.charAt(at);
		if (character === '"') {
			// An empty pair of quotes is still a word.
			if (text !== '' || parts.length === 0) parts.push({ type: 'literal', text, quoting: 'double' });
			return { parts, end: at + 1 };
		}
		if (character === '\\') {
			const next = source.charAt(at + 1);
			if (next === '') return null;
			if (next === '\n') text += '';
			else if (next === '$' || next === '`' || next === '"' || next === '\\') text += next;
			else text += `\\${next}`;
			at += 2;
			continue;
		}
		if (character === '$' || character === '`') {
			const piece =
				character === '$' ? readDollar(source, at, parseInner, 'double') : readBacktick(source, at, parseInner);
			if (piece === null) return null;
			const only = piece.parts[0];
			if (only?.type === 'literal') text += only.text;
			else {
				flush();
				parts.push(...piece.parts.map(quoted));
			}
			at = piece.end;
			continue;
		}
		text += character;
		at += 1;
	}
	return null;
}

function quoted(part: ShellPart): ShellPart {
	return part.type === 'parameter' || part.type === 'substitution' ? { ...part, isQuoted: true } : part;
}

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
	a: '\u0007',
	b: '\b',
	e: '\u001b',
	E: '\u001b',
	f: '\f',
	n: '\n',
	r: '\r',
	t: '\t',
	v: '\u000b',
	'\\': '\\',
	"'": "'",
	'"': '"',
	'?': '?',
};
const NUMBER_ESCAPE = /^(?:([0-7]{1,3})|x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8}))/;

/** Reads `$'…'` from its `$`. Null when it is not closed or holds an escape that we cannot name. */
export function readAnsiQuote(source: string, start: number): Piece | null {
	let text = '';
	let at = start + 2;
	while (at < source.length) {
		const character = source.charAt(at);
		if (character === "'") return { parts: [{ type: 'literal', text, quoting: 'ansi' }], end: at + 1 };
		if (character !== '\\') {
			text += character;
			at += 1;
			continue;
		}
		const simple = SIMPLE_ESCAPES[source.charAt(at + 1)];
		if (simple !== undefined) {
			text += simple;
			at += 2;
			continue;
		}
		const number = NUMBER_ESCAPE.exec(source.slice(at + 1, at + 10));
		if (number === null) return null;
		const code = number[1] === undefined ? Number.parseInt(number[0].slice(1), 16) : Number.parseInt(number[1], 8);
		// A zero ends the word in some shells, and bytes above 0x7f depend on the locale.
		if (code === 0 || code > 0x10ffff || (code > 0x7f && number[3] === undefined && number[4] === undefined))
			return null;
		text += String.fromCodePoint(code);
		at += 1 + number[0].length;
	}
	return null;
}
