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
