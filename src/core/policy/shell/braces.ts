import { wordOfParts } from './render.js';
import type { ShellPart, ShellWord } from './types.js';

/** Plain words between commas: the same in every shell that expands them. */
const CHOICES = /^[\w./@+-]*(?:,[\w./@+-]*)+$/;
const MOST_WORDS = 64;

/** The words that braces make of one (`src/{a,b}.ts`); the word itself where they are others, or too many. */
export function expandBraces(word: ShellWord): readonly ShellWord[] {
	const expanded = expand(word.parts, 0);
	// Shells leave out an empty word.
	return expanded === null || expanded.length === 1 || expanded.some((parts) => parts.length === 0)
		? [word]
		: expanded.map(wordOfParts);
}

/** The word with its braces as text; in a pattern, of which no part can be quoted, any character stands for each. */
export function withoutExpansion({ parts }: ShellWord): ShellWord {
	const isPattern = parts.some(({ type }) => type === 'glob');
	const asText = (part: ShellPart): ShellPart => {
		if (part.type !== 'brace') return part;
		return isPattern ? { type: 'glob', text: '?' } : { type: 'literal', text: part.text, quoting: 'double' };
	};
	return wordOfParts(parts.map(asText));
}

function expand(parts: readonly ShellPart[], depth: number): readonly (readonly ShellPart[])[] | null {
	const open = parts.findIndex((part) => part.type === 'brace' && part.text === '{');
	if (open < 0) return [parts];
	const close = parts.findIndex((part, index) => index > open && part.type === 'brace');
	const between = parts.slice(open + 1, close);
	if (close < 0 || parts[close]?.type !== 'brace' || depth > 4) return null;
	const text = between.map((part) => (part.type === 'literal' && part.quoting === 'none' ? part.text : '\0')).join('');
	if (!CHOICES.test(text)) return null;
	const rest = expand(parts.slice(close + 1), depth + 1);
	const choices = text
		.split(',')
		.map((choice): readonly ShellPart[] => [
			...parts.slice(0, open),
			...(choice === '' ? [] : [{ type: 'literal', text: choice, quoting: 'none' } as const]),
		]);
	if (rest === null || choices.length * rest.length > MOST_WORDS) return null;
	return choices.flatMap((start) => rest.map((end) => [...start, ...end]));
}
