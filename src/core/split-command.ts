import { fail, type Result, succeed } from './failure.js';

const BLANK = /\s/;

/** Splits a line into words as a POSIX shell does, without expansion or operators. Fails with `usage`. */
export function splitCommand(text: string): Result<string[]> {
	const words: string[] = [];
	let word: string | null = null;
	let quote: '"' | "'" | null = null;
	for (let at = 0; at < text.length; at++) {
		const character = text.charAt(at);
		if (quote === null && BLANK.test(character)) {
			if (word !== null) words.push(word);
			word = null;
		} else if (quote === null && (character === '"' || character === "'")) {
			quote = character;
			word ??= '';
		} else if (character === quote) quote = null;
		else if (character === '\\' && quote !== "'") {
			at++;
			if (at === text.length) return fail('usage', `The command ends with a backslash: ${text}`);
			const next = text.charAt(at);
			// A backslash before a line end joins the lines; in double quotes it frees four characters only.
			if (next !== '\n') word = (word ?? '') + (quote === '"' && !'$`"\\'.includes(next) ? `\\${next}` : next);
		} else word = (word ?? '') + character;
	}
	if (quote !== null) return fail('usage', `The command has an open ${quote} quote: ${text}`);
	if (word !== null) words.push(word);
	if (words[0] === undefined || words[0] === '') return fail('usage', 'The command is empty.');
	return succeed(words);
}
