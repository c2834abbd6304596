import { fail } from '../../core/failure.js';
import type { ReviewList } from '../../core/review/review.js';
import { sanitizeLine } from '../../core/text/sanitize.js';

type Taken = 'all' | 'part';

/** Outcomes of a request; by the list as it is after it where that decides. */
export type Words = string | ((list: ReviewList | null) => string);

const part = (what: Taken): string => (what === 'part' ? 'a part of ' : '');

export const REVIEW = {
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
	stage: (path: string, what: Taken) => `Staged ${part(what)}${sanitizeLine(path)}.`,
	unstage: (path: string, what: Taken) => `Unstaged ${part(what)}${sanitizeLine(path)}.`,
	takenBack: (path: string, what: Taken) => `Took back ${part(what)}${sanitizeLine(path)}; /undo brings it back.`,
	takenBackForGood: (path: string, what: Taken) => `Took back ${part(what)}${sanitizeLine(path)}.`,
	stillStaged: (words: string, why: string) => `${words} Still staged: ${why}`,
	undone: (path: string) => `Took back ${sanitizeLine(path)}; /redo brings it back.`,
} as const;

/** Hunks are the whole file where the index then lacks nothing of it, or holds nothing. */
export function stagedWords(how: 'stage' | 'unstage', path: string, isWhole: boolean): Words {
	return (list) => {
		const now = list === null ? 'part' : list.files.find((file) => file.path === path)?.staged;
		const isAll = isWhole || now === undefined || now === (how === 'stage' ? 'all' : 'none');
		return REVIEW[how](path, isAll ? 'all' : 'part');
	};
}

export const TITLES = { turn: 'the last turn', session: 'this session' } as const;
export const TAKEN_BACK = { type: 'allowed', title: 'Take back in the review' } as const;
