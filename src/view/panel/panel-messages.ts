import { counted } from '../../core/text/counted.js';

// Messages of every panel.

export const LIST_KEYS = 'enter chooses, esc closes';
/** Of a list with more words above its rows than fit. */
export const TEXT_KEYS = 'pgdn reads on, esc back';
/** Of words alone, the first line of which is this one, from 1. */
export const placeInText = (first: number, rows: number, all: number): string =>
	`${first}–${first + rows - 1} of ${all} ↑↓`;
/** Below words of a row that are not all in sight. */
export const moreWords = (count: number): string =>
	count === 0 ? 'pgup: back' : `pgdn: ${counted(count, 'more line')}`;
/** Below what is read of a row. */
export const linesBelow = (lines: number): string => `${counted(lines, 'more line')} below · page down`;
export const noSuchRow = (digit: string): string => `There is no row ${digit}`;
export const TOO_FAST = 'Too fast: press it again';
export const LIST_CHANGED = 'The list has changed: press it again';

/** Prompt below numbered rows or answers, for a screen reader. */
export const TYPE_NUMBER = 'Type a number and press enter.';

export const spoken = {
	choose: 'Type a number and press enter; enter alone closes the list.',
	chooseAction: 'Type a number and enter, or enter alone to go back.',
	notInList: (number: number): string => `There is no ${number} in the list.`,
	closed: 'The list is closed.',
	current: ' Current.',
	left: (rows: number): string => `${rows.toLocaleString('en')} more: type “more”.`,
	noMore: 'There are no more.',
} as const;
