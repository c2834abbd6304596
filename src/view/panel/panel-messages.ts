import { counted } from '../../core/text/counted.js';

// Messages of every panel.

/** Below words of a row that are not all in sight. */
export const moreWords = (count: number): string =>
	count === 0 ? 'pgup: back' : `pgdn: ${counted(count, 'more line')}`;
export const TOO_FAST = 'Too fast: press it again';

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
