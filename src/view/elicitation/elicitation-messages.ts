import type { FieldInput, FormField } from '../../core/elicitation/form.js';
import { counted } from '../../core/text/counted.js';
import { sanitizeLine } from '../../core/text/sanitize.js';

// Words of a form, on the screen and in lines.

export const asks = (agent: string): string => `${agent} asks`;
/** Behind who asks: the tool call that a form is for. */
export const forCall = (title: string): string => (title === '' ? '' : ` for “${title}”`);
export const place = (number: number, count: number): string => `${number} of ${count}`;

export const REQUIRED = 'required';
export const OPTIONAL = 'optional';
export const NO_ANSWER = 'no answer';
export const YES = 'Yes';
export const NO = 'No';
export const NOTHING_TO_FILL = 'There is nothing to fill in.';

/** A field that looks as if it asks for a secret, with the word that says so. */
export const careful = (word: string): string =>
	`Careful: “${word}” looks like a secret. The agent reads what you give here.`;

export const moreText = (count: number): string => `⋯ ${counted(count, 'more line')} · pageup reads them`;
export const moreOptions = (count: number): string => `⋯ ${count} more`;

export function takes({ input }: FormField): string {
	switch (input.type) {
		case 'text':
			return textLimits(input);
		case 'number':
			return numberLimits(input);
		case 'boolean':
			return 'yes or no';
		case 'choice':
			return 'choose one';
		case 'choices':
			return choiceLimits(input);
		case 'unknown':
			return 'cannot be answered here';
	}
}

const FORMATS = {
	email: 'an e-mail address',
	uri: 'an address, such as https://example.com',
	date: 'a date, such as 2026-11-23',
	'date-time': 'date and time, such as 2026-11-23 14:30',
} as const;

function textLimits({
	minLength = 0,
	maxLength,
	format,
	isPath,
	pattern,
}: Extract<FieldInput, { type: 'text' }>): string {
	const what = isPath ? 'a file or folder: type to find it, or @' : format === undefined ? '' : FORMATS[format];
	const length =
		maxLength === undefined
			? minLength > 1
				? `at least ${minLength} characters`
				: ''
			: minLength > 1
				? `${minLength} to ${counted(maxLength, 'character')}`
				: `at most ${counted(maxLength, 'character')}`;
	const form = pattern === undefined ? '' : `in the form ${sanitizeLine(pattern)}`;
	return [what, length, form].filter((part) => part !== '').join(', ');
}

function numberLimits({ isInteger, minimum, maximum }: Extract<FieldInput, { type: 'number' }>): string {
	const what = isInteger ? 'a whole number' : 'a number';
	if (minimum !== undefined && maximum !== undefined) return `${what} from ${minimum} to ${maximum}`;
	if (minimum !== undefined) return `${what}, at least ${minimum}`;
	return maximum === undefined ? what : `${what}, at most ${maximum}`;
}

function choiceLimits({ minItems = 0, maxItems }: Extract<FieldInput, { type: 'choices' }>): string {
	if (maxItems !== undefined && minItems === maxItems) return `choose ${maxItems}`;
	if (maxItems !== undefined) return minItems > 0 ? `choose ${minItems} to ${maxItems}` : `choose at most ${maxItems}`;
	return minItems > 0 ? `choose at least ${minItems}` : 'choose any';
}

// The review.

export const fieldProblem = (title: string, words: string): string => `${title}: ${words}`;
export const moreProblems = (words: string, more: number): string =>
	more === 0 ? words : `${words} (and ${more} more)`;

// Words of the keys.

export const TAKEN_BACK = 'The question is gone: the agent took it back, or stopped';

// The row of a question that does not block the turn.

export const asksAndGoesOn = (agent: string): string => `${agent} asks, and works on`;
