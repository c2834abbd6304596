export const TITLE = 'Steps of the plan';
export const NO_STEPS = 'This plan has no list of steps: write what should change';
export const HOW = 'y takes, n strikes a step; nothing is answered here';
export const WHOLE = 'The plan as a whole';
export const ACTIONS = {
	take: 'take',
	strike: 'strike',
	change: 'change',
	note: 'note',
	done: 'done',
	keep: 'keep it',
} as const;
export const NOT_WHOLE = 'Only a note goes with the whole plan: c writes one';
export const SIGNS = { take: '✓', strike: '✗', changed: '✎' } as const;
export const DECIDED = { take: 'taken', strike: 'struck', changed: 'changed' } as const;
export const CHANGE = { title: 'Change this step', label: 'Step: ', hint: 'enter keeps it, esc goes back' } as const;
export const NOTE = { title: 'A note on this step', label: 'Note: ', hint: 'enter keeps it, esc goes back' } as const;
