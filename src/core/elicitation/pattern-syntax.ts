import type { PatternNode } from '../text/automaton.js';

/** With the source of a regular expression for one character. */
type Node = PatternNode<string>;

const MOST_LEVELS = 50;

const QUANTIFIER = /(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/y;
/** Escapes of one character that are such only with the flag `u`, and all others, the longest first. */
const UNICODE_ESCAPE = /\\(?:u\{[\dA-Fa-f]+\}|u[dD][89abAB][\dA-Fa-f]{2}\\u[dD][c-fC-F][\dA-Fa-f]{2}|[pP]\{[^}]*\})/y;
const ESCAPE = /\\(?:u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|c[A-Za-z]|[\s\S])/y;
const CLASS = /\[(?:\\[\s\S]|[^\]\\])*\]/y;
const REFERENCE = /\\(?:[1-9]|k|0\d)/y;
const OPENING = /\((?:\?:|\?<(?![=!])[^>]*>|(?!\?))/y;

/** Null where a valid pattern looks around or back, changes its flags, or is nested too deeply. */
export function parsePattern(source: string, isUnicode: boolean): Node | null {
	let at = 0;

	function take(expression: RegExp): RegExpExecArray | null {
		expression.lastIndex = at;
		const found = expression.exec(source);
		if (found !== null) at += found[0].length;
		return found;
	}

	function either(level: number): Node | null {
		const parts: Node[] = [];
		do {
			const part = sequence(level);
			if (part === null) return null;
			parts.push(part);
		} while (skip('|'));
		return parts.length === 1 ? (parts[0] ?? null) : { type: 'either', parts };
	}

	function skip(character: string): boolean {
		if (source[at] !== character) return false;
		at += 1;
		return true;
	}

	function sequence(level: number): Node | null {
		const parts: Node[] = [];
		while (at < source.length && source[at] !== '|' && source[at] !== ')') {
			const part = term(level);
			const repeated = part === null ? null : quantified(part);
			if (repeated === null) return null;
			parts.push(repeated);
		}
		return { type: 'sequence', parts };
	}

	function term(level: number): Node | null {
		if (skip('^')) return { type: 'at', place: 'start' };
		if (skip('$')) return { type: 'at', place: 'end' };
		if (source[at] === '(') return group(level);
		if (source.startsWith('\\b', at) || source.startsWith('\\B', at)) {
			at += 2;
			return { type: 'at', place: source[at - 1] === 'b' ? 'edge' : 'inside' };
		}
		if (take(REFERENCE) !== null) return null;
		const found = take(CLASS) ?? (isUnicode ? take(UNICODE_ESCAPE) : null) ?? take(ESCAPE);
		if (found !== null) return { type: 'one', one: found[0] };
		const code = isUnicode ? (source.codePointAt(at) ?? 0) : source.charCodeAt(at);
		const character = isUnicode ? String.fromCodePoint(code) : String.fromCharCode(code);
		at += character.length;
		// Without the flag `u` these may stand for themselves.
		return { type: 'one', one: /[{}\]]/.test(character) ? `\\${character}` : character };
	}

	function group(level: number): Node | null {
		if (level >= MOST_LEVELS || take(OPENING) === null) return null;
		const inner = either(level + 1);
		return inner !== null && skip(')') ? inner : null;
	}

	function quantified(part: Node): Node | null {
		const found = take(QUANTIFIER);
		if (found === null) return part;
		const [text, least, comma, most] = found;
		if (least !== undefined) {
			const last = comma === undefined ? least : most;
			return { type: 'repeat', part, least: Number(least), most: last === '' ? null : Number(last) };
		}
		if (text.startsWith('?')) return { type: 'repeat', part, least: 0, most: 1 };
		return { type: 'repeat', part, least: text.startsWith('+') ? 1 : 0, most: null };
	}

	const node = either(0);
	return at === source.length ? node : null;
}
