import type { TokenizerExtension } from 'marked';
import { formula } from './formula.js';

/** Delimiters with the most characters between them. */
const PAIRS = [
	['$$', '$$', 2000],
	['\\[', '\\]', 2000],
	['\\(', '\\)', 1000],
] as const;
const DOLLARS = /^\$((?:[^$\n`\\]|\\.){1,500})\$/;
/** Characters searched for the next formula: each word asks for it again. */
const FAR = 2000;

export const maths: TokenizerExtension = {
	name: 'formula',
	level: 'inline',
	start: (source) => /(?<![\p{L}\d$\\])\$(?=[^\s$]|\$)|\\[([]/u.exec(source.slice(0, FAR))?.index,
	tokenizer(source, tokens) {
		const found = source[0] === '$' || source[0] === '\\' ? delimited(source) : null;
		if (found === null || isTouched(source, found.raw, tokens.at(-1)?.raw ?? '')) return undefined;
		const text = found.isFormula ? formula(found.body) : null;
		return text === null ? undefined : { type: 'text', raw: found.raw, text, escaped: true };
	},
};

type Found = { readonly raw: string; readonly body: string; readonly isFormula: boolean };

function delimited(source: string): Found | null {
	const pair = PAIRS.find(([start]) => source.startsWith(start));
	if (pair === undefined) {
		const [raw = '', body = ''] = DOLLARS.exec(source) ?? [];
		return raw === '' ? null : { raw, body, isFormula: isBetweenDollars(body) };
	}
	const [start, end, most] = pair;
	// One bounded search for the end: a text may have many starts without one.
	const length = source.slice(2, 2 + most + end.length).indexOf(end);
	if (length < 1) return null;
	const body = source.slice(2, 2 + length);
	const isBroken = body.includes(start) || (start === '\\(' ? body.includes('\n') : /(?<!\\)\$/.test(body));
	return { raw: start + body + end, body, isFormula: !isBroken && hasMarks(body) };
}

/** Whether it is a part of a word, of a path or of an expression: of an element, a variable or the end of a pattern. */
function isTouched(source: string, raw: string, before: string): boolean {
	if (!raw.startsWith('$')) return /\w$/.test(before.slice(-1));
	const after = source.slice(raw.length, raw.length + 2);
	return /[\p{L}\p{N}_$\\/~.^)\]*+?=]/u.test(before.slice(-1)) || /^[\p{L}\p{N}_$\\/{([]/u.test(after);
}

const COMMAND = /\\[A-Za-z]/;
const CODE = /[=!<>]=|=>|->|\*\/|\/\/|\*\*|\+\+|--|_\p{L}{2}|[-+*/=<>(,.:]\s*$/u;

/** Whether it has a command, an index, a power or an equation, which no escaped brackets of ordinary text have. */
function hasMarks(text: string): boolean {
	if (text.includes('/*')) return false;
	if (COMMAND.test(text)) return true;
	return !isProse(text) && (/[\p{L}\p{N})\]}|′][_^]/u.test(text) || /[^\s=]\s*=\s*[^\s=]/.test(text));
}

/** Whether it is no amount of money and no variable of a shell. */
function isBetweenDollars(text: string): boolean {
	if (text !== text.trim() || text.includes('/*')) return false;
	if (COMMAND.test(text)) return true;
	if (/^\d[\d.,]*\s/.test(text) || isProse(text)) return false;
	return /^\p{L}′?$/u.test(text) || /[\p{L})\]][_^]/u.test(text) || (/\p{L}/u.test(text) && /[=<>+*/(−-]/.test(text));
}

/** Words stand in no formula but as functions, or behind a mark; two letters may be a product. */
function isProse(text: string): boolean {
	return /\p{L}{3}|[:;"@#%&?]/u.test(text.replace(/[_^]\{[^{}]*\}/g, '^')) || CODE.test(text);
}
