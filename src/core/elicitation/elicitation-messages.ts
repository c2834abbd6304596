import { counted } from '../text/counted.js';
import { sanitizeLine } from '../text/sanitize.js';

/** Why a form cannot be shown, in words that follow “its form”. */
export const UNASKABLE = {
	noSchema: 'has no schema of an object',
	tooManyFields: (most: number): string => `has more than ${most} fields`,
	tooManyOptions: (most: number): string => `offers more than ${most} choices`,
	longName: 'has a field with a name that is too long',
	requiredUnknown: (name: string): string => `requires “${name}”, which it does not describe`,
	requiredUnanswerable: (title: string, because: string): string => `requires “${title}”, which ${because}`,
} as const;

export const REMARKS = {
	cannotAnswer: (because: string): string => `This cannot be answered: it ${because}.`,
	defaultDropped: 'The suggested answer is not one that the field allows, so it is left out.',
	unchecked: 'acp-tui cannot check all that is asked of this answer; the agent does.',
	repeated: 'The agent offers some of these answers more than once; each is shown once.',
} as const;

/** Why a field cannot be answered, in words that follow “it”, or “which”. */
export const UNANSWERABLE = {
	type: (type: string): string => `has a type that acp-tui does not know (${type})`,
	noOptions: 'offers nothing to choose',
	oddOptions: 'offers choices that are no texts',
	sameOptions: 'offers the same answer under different names',
	nothingFits: 'has limits that no answer can meet',
} as const;

export const PROBLEMS = {
	missing: 'An answer is needed.',
	notYesNo: 'Answer yes or no.',
	notOffered: 'Choose one of the answers offered.',
	fewer: (most: number): string => (most === 0 ? 'Choose nothing.' : `Choose at most ${most}.`),
	more: (least: number): string => `Choose at least ${least}.`,
	noNumber: 'Write a number, such as 12 or 1.5.',
	comma: 'Write the number with a point, such as 1.5.',
	noInteger: 'Write a whole number, such as 12.',
	inexact: 'The number is too large to be sent exactly.',
	tooFine: 'The number is too small to be told from 0.',
	tooSmall: (minimum: number): string => `At least ${minimum}.`,
	tooLarge: (maximum: number): string => `At most ${maximum}.`,
	tooShort: (least: number, now: number): string => `At least ${counted(least, 'character')}: ${now} now.`,
	tooLong: (most: number, now: number): string => `At most ${counted(most, 'character')}: ${now} now.`,
	control: 'Characters that cannot be seen are not allowed here.',
	// It is the agent's, and matched as it came.
	pattern: (pattern: string): string => `It must match ${sanitizeLine(pattern)}`,
	patternTooLong: 'This is too long for its form to be checked.',
	email: 'Write an e-mail address, such as ada@example.com.',
	uri: 'Write a whole address, such as https://example.com.',
	date: 'Write a date as year-month-day, such as 2026-11-23.',
	dateTime: 'Write date and time, such as 2026-11-23 14:30 or 2026-11-23T14:30:00Z.',
} as const;
