import type { ReviewList, ReviewNote } from '../../core/review/review.js';
import { counted } from '../../core/text/counted.js';

export const TITLE = 'Review';
export const BINARY = 'binary';
/** Before a note, and how many there are. */
export const NOTE_SIGN = '✎';
export const noteCount = (count: number): string => counted(count, 'note');

export const STAGE_SIGNS = { none: '', part: '◐', all: '●' } as const;
export const STAGED = { none: '', part: 'partly staged ◐', all: 'staged ●' } as const;

/** Place among so many, from 1. */
export const placeOf = (at: number, count: number): string => `${at}/${count}`;

export const FIND = {
	title: 'Find a file',
	label: 'Find: ',
	hint: 'words in its path',
	none: 'No file has these words.',
} as const;
export const KEYS = 'Keys';

/** In the footer and, for screen readers, of the choices. */
export const ACTIONS = {
	drop: 'delete',
	fold: 'fold',
	keep: 'keep',
	keys: 'keys',
	note: 'note',
	notViewed: 'not viewed',
	read: 'read',
	send: 'send notes',
	session: 'review this session',
	stage: 'stage',
	stageLines: 'stage these lines',
	takeBack: 'take back',
	takeLinesBack: 'take these lines back',
	viewed: 'viewed',
} as const;

export const READING = 'Reading both sides…';
export const linesWords = (from: number, to: number): string => (from === to ? `line ${from}` : `lines ${from}–${to}`);
export const GONE = 'gone';

export const ONLY_WHOLE = 'It has no hunks to be staged: S stages the file';
export const NO_CHANGED_LINES = 'No changed line is selected';
export const NO_LINE = 'There is no line here';
export const NO_NOTES = 'There are no notes: c writes one';

export const noteHint = ({ line, lastLine = line }: ReviewNote): string =>
	`a note on ${linesWords(line, lastLine)}; empty: none`;
export const noteLabel = (path: string, { line, lastLine = line, text }: ReviewNote): string =>
	`${path}:${line}${lastLine === line ? '' : `–${lastLine}`}  ${text}`;

/** Where there is no screen. */
export const SPOKEN = {
	title: ({ title, files }: ReviewList): string => `Review of ${title}, ${counted(files.length, 'file')}`,
	how: 'Type a number and enter to read a file, notes to list the notes, send to send them, or enter alone to close.',
	choose: (hunks: number): string =>
		`Type v to mark it as viewed, s to stage it, x to take it back,${hunks > 0 ? ' h for its hunks and notes,' : ''} or enter alone to go back.`,
	lines: (count: number): string => `${counted(count, 'more line')} left out.`,
	hunks: (file: string): string => `Hunks of ${file}`,
	stage: 'stage it, or unstage it',
	noteOn: 'write a note on it',
	again: 'Choose it again to take the hunk back',
	TYPE: 'Type x again',
	closed: 'The review is closed. /review opens it.',
	staged: { part: 'partly staged', all: 'staged' },
	viewed: 'viewed',
	note: ({ line, lastLine = line }: ReviewNote): string =>
		`Type the note on ${linesWords(line, lastLine)} and press enter; enter alone goes back.`,
	noteRow: ({ path, line, lastLine = line, text, isGone }: ReviewNote): string =>
		`${path}, ${linesWords(line, lastLine)}${isGone === true ? ', gone' : ''}: ${text}`,
} as const;
