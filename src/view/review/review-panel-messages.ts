import type { ReviewNote } from '../../core/review/review.js';
import { counted } from '../../core/text/counted.js';

export const BINARY = 'binary';
/** Before a note, and how many there are. */
export const NOTE_SIGN = '✎';
export const noteCount = (count: number): string => counted(count, 'note');

export const STAGE_SIGNS = { none: '', part: '◐', all: '●' } as const;
export const STAGED = { none: '', part: 'partly staged ◐', all: 'staged ●' } as const;

/** Place among so many, from 1. */
export const placeOf = (at: number, count: number): string => `${at}/${count}`;

export const READING = 'Reading both sides…';
export const linesWords = (from: number, to: number): string => (from === to ? `line ${from}` : `lines ${from}–${to}`);
export const GONE = 'gone';

export const ONLY_WHOLE = 'It has no hunks to be staged: S stages the file';
export const NO_CHANGED_LINES = 'No changed line is selected';
export const NO_LINE = 'There is no line here';
export const NO_NOTES = 'There are no notes: c writes one';

/** In linear mode. */
export const SPOKEN = {
	staged: { part: 'partly staged', all: 'staged' },
	noteRow: ({ path, line, lastLine = line, text, isGone }: ReviewNote): string =>
		`${path}, ${linesWords(line, lastLine)}${isGone === true ? ', gone' : ''}: ${text}`,
} as const;
