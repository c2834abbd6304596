import { counted } from '../text/counted.js';
import { sanitizeLine } from '../text/sanitize.js';
import type { FieldDraft, FieldInput, FormValue } from './form.js';
import { compilePattern } from './pattern.js';

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(\.\d+)?)?\s?([Zz]|[+-]\d{2}:\d{2})?$/;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

function isDate(text: string): boolean {
	const [, year, month, day] = (DATE.exec(text) ?? []).map(Number);
	if (year === undefined || month === undefined || day === undefined) return false;
	const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
	const days = month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0);
	return day >= 1 && day <= days;
}

/** Date and time (RFC 3339). Seconds may be left out, and the offset: it is that of this machine then. */
function readDateTime(text: string): string | undefined {
	const [, date = '', hours = '', minutes = '', seconds = '00', fraction = '', offset] = DATE_TIME.exec(text) ?? [];
	if (!isDate(date) || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
	const local = `${date}T${hours}:${minutes}:${seconds}${fraction}`;
	if (offset === undefined) return local + offsetOf(new Date(`${date}T${hours}:${minutes}:${seconds}`));
	if (/^[Zz]$/.test(offset)) return `${local}Z`;
	const [hour = 0, minute = 0] = offset.slice(1).split(':').map(Number);
	return hour > 23 || minute > 59 ? undefined : local + offset;
}

function offsetOf(date: Date): string {
	const minutes = -date.getTimezoneOffset();
	const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
	return `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}

export type Checked =
	| { readonly ok: true; readonly value: FormValue | undefined }
	| { readonly ok: false; readonly problem: string };

type Of<T extends FieldInput['type']> = Extract<FieldInput, { readonly type: T }>;

export const MISSING = 'An answer is needed.';
const NOT_OFFERED = 'Choose one of the answers offered.';
const NO_NUMBER = 'Write a number, such as 12 or 1.5.';
const NO_INTEGER = 'Write a whole number, such as 12.';
const INEXACT = 'The number is too large to be sent exactly.';
const LEFT_OUT: Checked = { ok: true, value: undefined };

/** Checks an input, as it is typed and before it is sent. `null` leaves the field out. Fast for any limits and patterns. */
export function checkValue(input: FieldInput, draft: FieldDraft, isRequired: boolean): Checked {
	if (draft === null) return isRequired ? wrong(MISSING) : LEFT_OUT;
	switch (input.type) {
		case 'text':
			return typeof draft === 'string' ? checkText(input, draft, isRequired) : wrong(MISSING);
		case 'number':
			return typeof draft === 'string' ? checkNumber(input, draft, isRequired) : wrong(NO_NUMBER);
		case 'boolean':
			return typeof draft === 'boolean' ? right(draft) : wrong('Answer yes or no.');
		case 'choice':
			return input.options.some(({ value }) => value === draft) ? right(draft as string) : wrong(NOT_OFFERED);
		case 'choices':
			return typeof draft === 'object' ? checkChoices(input, draft, isRequired) : wrong(NOT_OFFERED);
		case 'unknown':
			return LEFT_OUT;
	}
}

function right(value: FormValue): Checked {
	return { ok: true, value };
}

function wrong(problem: string): Checked {
	return { ok: false, problem };
}

function checkText(input: Of<'text'>, draft: string, isRequired: boolean): Checked {
	if (draft === '') {
		if (!isRequired) return LEFT_OUT;
		// The only text that a field of no characters takes.
		if (input.maxLength !== 0) return wrong(MISSING);
	}
	const text = input.format === undefined || draft === '' ? draft : readFormat(input.format, draft.trim());
	if (typeof text !== 'string') return wrong(text.problem);
	const problem = lengthProblem(input, text) ?? patternProblem(input.pattern, text);
	return problem === null ? right(text) : wrong(problem);
}

function lengthProblem({ minLength = 0, maxLength = MOST_TEXT }: Of<'text'>, text: string): string | null {
	// Half a surrogate pair cannot be sent.
	if (!text.isWellFormed()) return 'Characters that cannot be seen are not allowed here.';
	const length = text.length > 2 * maxLength ? text.length : countCodePoints(text);
	if (length > maxLength) return `At most ${counted(maxLength, 'character')}: ${length} now.`;
	return length < minLength ? `At least ${counted(minLength, 'character')}: ${length} now.` : null;
}

export const MOST_TEXT = 100_000;

function countCodePoints(text: string): number {
	let count = 0;
	for (const _ of text) count += 1;
	return count;
}

function patternProblem(pattern: string | undefined, text: string): string | null {
	if (pattern === undefined) return null;
	const matches = compilePattern(pattern)?.matches(text);
	if (matches === null) return 'This is too long for its form to be checked.';
	return matches === false ? `It must match ${sanitizeLine(pattern)}` : null;
}

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const EMAIL = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${LABEL}$`);
const URI = /^[a-z][a-z0-9+.-]*:[^\s"<>\\^`{|}\x00-\x1f\x7f-\uffff]+$/i;
const BAD_PERCENT = /%(?![0-9a-f]{2})/i;

function readFormat(format: NonNullable<Of<'text'>['format']>, text: string): string | { readonly problem: string } {
	switch (format) {
		case 'email':
			return text.length <= 254 && EMAIL.test(text)
				? text
				: { problem: 'Write an e-mail address, such as ada@example.com.' };
		case 'uri':
			return isUri(text) ? text : { problem: 'Write a whole address, such as https://example.com.' };
		case 'date':
			return isDate(text) ? text : { problem: 'Write a date as year-month-day, such as 2026-11-23.' };
		case 'date-time':
			return (
				readDateTime(text) ?? { problem: 'Write date and time, such as 2026-11-23 14:30 or 2026-11-23T14:30:00Z.' }
			);
	}
}

function isUri(text: string): boolean {
	return text.length <= MOST_TEXT && URI.test(text) && !BAD_PERCENT.test(text) && URL.canParse(text);
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,4})?$/i;
const COMMA = /^[+-]?\d+,\d+$/;
const MOST_DIGITS = 400;

function checkNumber(input: Of<'number'>, draft: string, isRequired: boolean): Checked {
	const text = draft.trim();
	if (text === '') return isRequired ? wrong(MISSING) : LEFT_OUT;
	const { isInteger, minimum, maximum } = input;
	if (text.length > MOST_DIGITS || !NUMBER.test(text)) {
		return wrong(
			COMMA.test(text) && !isInteger
				? 'Write the number with a point, such as 1.5.'
				: isInteger
					? NO_INTEGER
					: NO_NUMBER,
		);
	}
	// Minus zero is zero.
	const value = Number(text) + 0;
	if (!Number.isFinite(value)) return wrong(INEXACT);
	if (value === 0 && /^[^e]*[1-9]/i.test(text)) return wrong('The number is too small: it would be read as 0.');
	if (isInteger && !Number.isInteger(value)) return wrong(NO_INTEGER);
	if (Number.isInteger(value) && !Number.isSafeInteger(value)) return wrong(INEXACT);
	if (minimum !== undefined && value < minimum) return wrong(`At least ${minimum}.`);
	if (maximum !== undefined && value > maximum) return wrong(`At most ${maximum}.`);
	return right(value);
}

function checkChoices(input: Of<'choices'>, draft: readonly string[], isRequired: boolean): Checked {
	const wanted = new Set(draft);
	const chosen = input.options.map(({ value }) => value).filter((value) => wanted.has(value));
	if (chosen.length < wanted.size) return wrong(NOT_OFFERED);
	if (chosen.length === 0 && !isRequired) return LEFT_OUT;
	const { minItems = 0, maxItems = chosen.length } = input;
	if (chosen.length < minItems) return wrong(`Choose at least ${minItems}.`);
	return chosen.length > maxItems
		? wrong(maxItems === 0 ? 'Choose nothing.' : `Choose at most ${maxItems}.`)
		: right(chosen);
}
