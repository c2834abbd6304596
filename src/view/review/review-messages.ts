import type { ReviewList, ReviewNote, ReviewStatus } from '../../core/review/review.js';
import { counted } from '../../core/text/counted.js';

export const TITLE = 'Review';
export const LOOKING = 'Looking at the changes…';
export const NOTHING = 'Nothing has changed.';
export const BINARY = 'binary';
export const VIEWED = 'viewed ✓';
/** Before a note, and how many there are. */
export const NOTE_SIGN = '✎';
export const noteCount = (count: number): string => counted(count, 'note');

/** Status of a file, in git's letters. */
export const SIGNS: Readonly<Record<ReviewStatus, string>> = { added: 'A', modified: 'M', deleted: 'D', renamed: 'R' };
export const STATUS: Readonly<Record<ReviewStatus, string>> = {
	added: 'new',
	modified: 'modified',
	deleted: 'deleted',
	renamed: 'renamed',
};
export const STAGE_SIGNS = { none: '', part: '◐', all: '●' } as const;
export const STAGED = { none: '', part: 'partly staged ◐', all: 'staged ●' } as const;

/** Which of so many, from 1. */
export const placeOf = (at: number, count: number): string => `${at}/${count}`;
export const fileCount = (count: number): string => counted(count, 'file');

export const LAST_FILE = 'This is the last file';
export const FIRST_FILE = 'This is the first file';
export const LAST_HUNK = 'This is the last hunk';
export const FIRST_HUNK = 'This is the first hunk';
export const TOO_NARROW = 'There is no room for two columns';
export const NOT_ON_DISK = 'There is no such file on the disk, or none that an editor can be given';

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
	stage: 'stage',
	stageLines: 'stage these lines',
	takeBack: 'take back',
	takeLinesBack: 'take these lines back',
	viewed: 'viewed',
} as const;

export const READING = 'Reading both sides…';
export const NO_TEXT = 'It is no text.';
export const WHOLE = 'A link, or a commit of another repository.';
export const ONLY_RENAMED = 'It was renamed, and nothing else.';
export const EMPTY = 'An empty file.';
export const NO_LINES = 'No line differs.';
export const leftOut = (bytes: string): string =>
	`Large: shown from its first change on, ${bytes} are left out. S and x take the whole file.`;
export const linesWords = (from: number, to: number): string => (from === to ? `line ${from}` : `lines ${from}–${to}`);
export const GONE = 'gone';

/** Why a key does nothing. */
export const NOT_STAGED = 'Only changes against HEAD are staged';
export const NOT_TAKEN_BACK = 'Only changes of the working tree are taken back';
export const ONE_FILE = 'Files are taken back one by one';
export const ONLY_WHOLE = 'It has no hunks to be staged: S stages the file';
export const NO_CHANGED_LINES = 'No changed line is selected';
export const NO_LINE = 'There is no line here';
export const ALL_VIEWED = 'All files are viewed';
export const NO_NOTES = 'There are no notes: c writes one';

/** Words for the second press of x. */
export const PRESS = 'Press x again';
export const takeBackFile = (key: string, path: string, isNew: boolean): string =>
	isNew ? `${key} to delete ${path}` : `${key} to take all changes of ${path} back`;
export const takeBackLines = (key: string, lines: number, path: string): string =>
	`${key} to take ${counted(lines, 'line')} of ${path} back`;
export const takeBackHunk = (key: string, place: string, path: string): string =>
	`${key} to take hunk ${place} of ${path} back`;

export const NOTES = 'Notes';
export const NOTE_KEPT = 'The note is kept';
export const NOTE_DROPPED = 'The note is deleted';
export const noteHint = ({ line, lastLine = line }: ReviewNote): string =>
	`a note on ${linesWords(line, lastLine)}; empty: none`;
export const noteLabel = (path: string, { line, lastLine = line, text }: ReviewNote): string =>
	`${path}:${line}${lastLine === line ? '' : `–${lastLine}`}  ${text}`;

/** Where there is no screen. */
export const SPOKEN = {
	title: ({ title, files }: ReviewList): string => `Review of ${title}, ${fileCount(files.length)}`,
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

export const fileOf = (at: number, count: number): string => `${at} of ${count}`;
export const viewedCount = (count: number): string => `${count} viewed`;
export const more = (count: number): string => `${counted(count, 'file')} not listed`;
