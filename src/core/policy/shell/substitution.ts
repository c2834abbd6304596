import { literalText } from './inspect.js';
import type { ParseInner, ShellPart, ShellProgram, ShellQuoting } from './types.js';

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
	return { parts: [{ type: 'literal', text: '$', quoting }], end: start + 1 };
}

/** What `cat <<'EOF'` prints, as many write texts of several lines; null for every other program. */
function textOfDocument({ list }: ShellProgram): string | null {
	const [item, ...more] = list;
	const [command, ...piped] = item?.pipeline.commands ?? [];
	if (command?.type !== 'simple' || more.length + piped.length + command.assignments.length > 0) return null;
	if (item?.pipeline.isNegated === true || item?.end === '&') return null;
	const [program, ...words] = command.words;
	const [document, ...others] = command.redirections;
	if (program?.source !== 'cat' || words.length + others.length > 0 || document === undefined) return null;
	if (!/^<<-?$/.test(document.operator) || document.descriptor !== null) return null;
	return literalText(document.target)?.replace(/\n+$/, '') ?? null;
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
