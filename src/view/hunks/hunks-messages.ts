export const TITLE = 'Hunks';
export const HOW = 'y takes, n leaves one; nothing is answered here';
export const taken = (count: number, total: number): string => `${count} of ${total} taken`;
export const NO_HUNKS =
	'This change can only be allowed whole: it is no text, moves or deletes a file, or its place in the file is not known';
export const NO_SPLIT = 'This hunk has one change: e edits it';
export const SEARCH = 'Hunks with these words';
export const SEARCH_LABEL = 'Search: ';
export const SEARCH_HINT = 'words in a hunk';
export const NOTHING_FOUND = 'No hunk has these words.';

/** Words in the footer and, for screen readers, of the choices. */
export const ACTIONS = {
	take: 'take',
	leave: 'leave',
	takeRest: 'take the rest of the file',
	leaveRest: 'leave the rest of the file',
	split: 'split',
	edit: 'edit',
	search: 'search',
	quit: 'leave the rest',
	done: 'done',
} as const;

/** Signs of decisions, and their words where they are read out. */
export const SIGNS = { take: '✓', leave: '✗', edited: '✎', open: '·' } as const;
export const DECIDED = { take: 'taken', leave: 'left', edited: 'edited', open: 'not decided' } as const;
