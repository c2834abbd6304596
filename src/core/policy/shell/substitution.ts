import { literalText } from './inspect.js';
import type { ParseInner, ShellPart, ShellPiece, ShellProgram, ShellQuoting } from './shell-types.js';

const PLAIN_PARAMETER = /^\$(?:[A-Za-z_][A-Za-z0-9_]*|[0-9@*#?$!-])/;
/** Only forms without quotes or expansions of their own: anything else could hide a command, and `${ x;}` and `${|x;}` are one. */
const BRACED_PARAMETER = /^\$\{(?![\s|])[^{}$`"'\\()<>\n]+\}/;

/** Of numbers alone: what a variable holds may be a command to it. */
const ARITHMETIC = /^\$\(\([\d \t+*/%-]+\)\)/;

/**
 * Reads what starts with `$` (quotes excepted). A `$` that expands nothing is a literal. Null for
 * arithmetic, nested `${…}` and forms that only some shells know.
 */
export function readDollar(
	source: string,
	start: number,
	parseInner: ParseInner,
	quoting: ShellQuoting,
): ShellPiece | null {
	const next = source.charAt(start + 1);
	if (next === '(') {
		if (source.charAt(start + 2) === '(') {
			const computed = ARITHMETIC.exec(source.slice(start, start + 256))?.[0];
			return computed === undefined ? null : parameter(computed, start);
		}
		const inner = parseInner(source, start + 2, true);
		if (inner === null) return null;
		const text = quoting === 'double' ? textOfDocument(inner.program) : null;
		const part: ShellPart =
			text === null ? { type: 'substitution', program: inner.program } : { type: 'literal', text, quoting };
		return { parts: [part], end: inner.end };
	}
	const rest = source.slice(start, start + 256);
	if (next === '{') {
		const braced = BRACED_PARAMETER.exec(rest)?.[0];
		return braced === undefined ? null : parameter(braced, start);
	}
	const plain = PLAIN_PARAMETER.exec(rest)?.[0];
	if (plain !== undefined) return parameter(plain, start);
	if ('=~^+:['.includes(next) && next !== '') return null;
	// Shells take a line break away that a backslash is before, and read on: `$` and `(` on the next line are one.
	if (source.startsWith('\\\n', start + 1)) return null;
	return { parts: [{ type: 'literal', text: '$', quoting }], end: start + 1 };
}

/** Text that `cat <<'EOF'` prints, as many write texts of several lines; null for every other program. */
function textOfDocument({ list, hasOddComment }: ShellProgram): string | null {
	const [item, ...more] = list;
	const [command, ...piped] = item?.pipeline.commands ?? [];
	if (command?.type !== 'simple' || more.length + piped.length + command.assignments.length > 0) return null;
	if (item?.pipeline.isNegated === true || item?.end === '&' || hasOddComment || command.remark !== undefined)
		return null;
	const [program, ...words] = command.words;
	const [document, ...others] = command.redirections;
	if (program?.source !== 'cat' || words.length + others.length > 0 || document === undefined) return null;
	if (!/^<<-?$/.test(document.operator) || document.descriptor !== null) return null;
	return literalText(document.target)?.replace(/\n+$/, '') ?? null;
}

function parameter(text: string, start: number): ShellPiece {
	return { parts: [{ type: 'parameter', text }], end: start + text.length };
}

/** Reads a backtick substitution from its opening backtick. Null when it is not closed. */
export function readBacktick(source: string, start: number, parseInner: ParseInner): ShellPiece | null {
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

/** Reads `"…"` from its opening quote. Null when it is not closed or holds something uncertain. */
export function readDoubleQuote(source: string, start: number, parseInner: ParseInner): ShellPiece | null {
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
	...{ a: '\u0007', b: '\b', e: '\u001b', E: '\u001b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\u000b' },
	...{ '\\': '\\', "'": "'", '"': '"', '?': '?' },
};
const NUMBER_ESCAPE = /^(?:([0-7]{1,3})|x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8}))/;

/** Reads `$'…'` from its `$`. Null when it is not closed or holds an escape that we cannot name. */
export function readAnsiQuote(source: string, start: number): ShellPiece | null {
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
