import { fail } from '../../core/failure.js';
import { sanitizeLine } from '../../core/text/sanitize.js';

type Taken = 'all' | 'part';

const part = (what: Taken): string => (what === 'part' ? 'a part of ' : '');

export const REVIEW = {
	none: () => fail('usage', 'Nothing can be reviewed in this run.'),
	noChanges: (range: 'turn' | 'session') =>
		fail(
			'not-found',
			range === 'turn' ? 'No turn of this session changed files.' : 'This session has changed no files.',
		),
	changed: (path: string) => fail('changed', `${sanitizeLine(path)} changed since it was shown.`),
	onlyGit: () => fail('usage', 'Only changes against HEAD are staged.'),
	tooLarge: (path: string) =>
		fail('too-large', `${sanitizeLine(path)} is too large to be taken apart.`, { hint: 'Take the whole file.' }),
	notTakenBack: (path: string, why: string) => fail('invalid', `${sanitizeLine(path)} was left alone: ${why}.`),
	staged: (path: string) => `Staged ${sanitizeLine(path)}.`,
	unstaged: (path: string) => `Unstaged ${sanitizeLine(path)}.`,
	stagedHunks: (path: string) => `Staged a part of ${sanitizeLine(path)}.`,
	unstagedHunks: (path: string) => `Unstaged a part of ${sanitizeLine(path)}.`,
	takenBack: (path: string, what: Taken) => `Took back ${part(what)}${sanitizeLine(path)}; /undo brings it back.`,
	takenBackForGood: (path: string, what: Taken) => `Took back ${part(what)}${sanitizeLine(path)}.`,
	stillStaged: (words: string, why: string) => `${words} Still staged: ${why}`,
	undone: (path: string) => `Took back ${sanitizeLine(path)}; /redo brings it back.`,
} as const;

export const TITLES = { turn: 'the last turn', session: 'this session' } as const;
export const TAKEN_BACK = { type: 'allowed', title: 'Take back in the review' } as const;
