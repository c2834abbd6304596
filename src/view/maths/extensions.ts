import type { TokenizerExtension } from 'marked';
import { formula } from './formula.js';

const INLINE =
	/^(?:\$\$((?:[^$]|\\\$){1,2000}?)\$\$|\\\(([^\n]{1,1000}?)\\\)|\\\[((?:.|\n){1,2000}?)\\\]|\$((?:[^$\n`\\]|\\.){1,500})\$(?![\p{L}\d$]))/u;
/** Characters searched for the next formula: each word asks for it again. */
const FAR = 2000;

/** Extension of the parser that reads formulas as the text they stand for; what has anything unknown stays as it is. */
export const maths: TokenizerExtension = {
	name: 'formula',
	level: 'inline',
	start: (source) => /(?<![\p{L}\d$\\])\$(?=[^\s$]|\$)|\\[([]/u.exec(source.slice(0, FAR))?.index,
	tokenizer(source) {
		const found = INLINE.exec(source);
		if (found === null) return undefined;
		const dollars = found[4];
		if (dollars !== undefined && !isFormula(dollars)) return undefined;
		const text = formula(dollars ?? found[1] ?? found[2] ?? found[3] ?? '');
		return text === null ? undefined : textToken(found[0], text);
	},
};

function textToken(raw: string, text: string) {
	return { type: 'text', raw, text, escaped: true };
}

/** Whether it is no amount of money and no variable of a shell: those have words, or nothing that formulas have. */
function isFormula(text: string): boolean {
	if (/^\s|\s$/.test(text)) return false;
	if (/\\[A-Za-z]/.test(text)) return true;
	if (/^\d[\d.,]*\s/.test(text)) return false;
	// Words stand in no formula but as functions, or behind a mark; two letters may be a product.
	const words = text.replace(/[_^]\{[^{}]*\}/g, '^').match(/\p{L}{3,}/gu) ?? [];
	if (words.length > 0 || /[:;"@#%&?]/.test(text)) return false;
	return /^\p{L}′?$/u.test(text) || /[\p{L})\]][_^]/u.test(text) || (/\p{L}/u.test(text) && /[=<>+*/(−-]/.test(text));
}
