import { nearest } from '../core/text/nearest.js';

/** A value from an argument or a file in quotes, on one line, without control characters, cut when long. */
export function quote(value: string): string {
	const short = value.length > 80 ? `${value.slice(0, 79)}…` : value;
	return JSON.stringify(short).replace(/[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, '\ufffd');
}

/** `; did you mean NAME?` where a word is nearly one of `known`, else nothing; `above` stands before the name. */
export function suggestion(word: string, known: Iterable<string>, above = ''): string {
	const meant = nearest(word, known);
	return meant === null ? '' : `; did you mean ${above}${meant}?`;
}

/** `a`, `a or b`, `a, b or c`: what a value may be, in a sentence. */
export function oneOf(choices: readonly string[]): string {
	return joined(choices, 'or');
}

/** `a`, `a and b`, `a, b and c`. */
export function allOf(parts: readonly string[]): string {
	return joined(parts, 'and');
}

function joined(parts: readonly string[], word: string): string {
	const last = parts.at(-1) ?? '';
	return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} ${word} ${last}`;
}
