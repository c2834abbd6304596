import type { ParseInner, ShellPart, ShellQuoting } from './types.js';

type Piece = { readonly parts: readonly ShellPart[]; readonly end: number };

const PLAIN_PARAMETER = /^\$(?:[A-Za-z_][A-Za-z0-9_]*|[0-9@*#?$!-])/;
/** Only forms without quotes or expansions of their own: anything else could hide a command. */
const BRACED_PARAMETER = /^\$\{[^{}$`"'\\()<>\n]+\}/;

/**
 * Reads what starts with `$` (quotes excepted). A `$` that expands nothing is a literal. Null for
 * arithmetic, nested `${…}` and forms that only some shells know.
 */
export function readDollar(source: string, start: number, parseInner: ParseInner, quoting: ShellQuoting): Piece | null {
	const next = source.charAt(start + 1);
	if (next === '(') {
		if (source.charAt(start + 2) === '(') return null;
		const inner = parseInner(source, start + 2, true);
		return inner === null ? null : { parts: [{ type: 'substitution', program: inner.program }], end: inner.end };
	}
	const rest = source.slice(start, start + 256);
	if (next === '{') {
		const braced = BRACED_PARAMETER.exec(rest)?.[0];
		return braced === undefined ? null : parameter(braced, start);
	}
	const plain = PLAIN_PARAMETER.exec(rest)?.[0];
	if (plain !== undefined) return parameter(plain, start);
	if ('=~^+:['.includes(next) && next !== '') return null;
	return { parts: [{ type: 'literal', text: '$', quoting }], end: start + 1 };
}

function parameter(text: string, start: number): Piece {
	return { parts: [{ type: 'parameter', text }], end: start + text.length };
}

/** Reads a backtick substitution from its opening backtick. Null when it is not closed. */
export function readBacktick(source: string, start: number, parseInner: ParseInner): Piece | null {
	let text = '';
	let at = start + 1;
	while (at < source.length) {
		const character = source.charAt(at);
		if (character === '`') {
			const inner = parseInner(text, 0, false);
			return inner === null ? null : { parts: [{ type: 'substitution', program: inner.program }], end: at + 1 };
		}
		if (character === '\\') {
			const next = source.charAt(at + 1);
			// `\"` means one thing inside double quotes and another outside: not worth a guess.
			if (next === '' || next === '"') return null;
			text += next === '`' || next === '\\' || next === '$' ? next : `\\${next}`;
			at += 2;
			continue;
		}
		text += character;
		at += 1;
	}
	return null;
}
