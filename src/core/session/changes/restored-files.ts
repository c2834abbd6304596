import type { RestoredFile } from '../../changes.js';
import { named } from './reduce-changes.js';

type Direction = RestoredFile['direction'];

/** Summary of what the user did with files; empty when they did nothing but what the agent wanted. */
export function restoredSummary(files: readonly RestoredFile[]): string {
	return Object.entries(SUMMARIES)
		.flatMap(([direction, words]) => {
			const paths = files.filter((file) => file.direction === direction).map((file) => file.path);
			return paths.length === 0 ? [] : [`${words} ${named(paths)}`];
		})
		.join('; ');
}

/** Applied changes are what everybody expects. */
const SUMMARIES: Readonly<Record<Exclude<Direction, 'applied' | 'applied-part'>, string>> = {
	undo: 'you undid',
	redo: 'you redid',
	left: 'you did not apply',
	discarded: 'you discarded',
	'discarded-part': 'you discarded a part of',
	dropped: 'plan mode dropped',
	partly: 'you took a part of',
	'taken-back': 'you took back',
	'partly-taken-back': 'you took back a part of',
};

const MOST_NAMED = 100;

export function restoredWords(files: readonly RestoredFile[]): string {
	const list = (direction: Direction): string => {
		const paths = unsaid.filter((file) => file.direction === direction).map((file) => JSON.stringify(file.path));
		const more = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : '';
		return paths.slice(0, MOST_NAMED).join(', ') + more;
	};
	const ownWords = files.flatMap(({ words }) => (words === undefined ? [] : [words]));
	const unsaid = files.filter(({ words }) => words === undefined);
	if (unsaid.length === 0) return ownWords.join('\n');
	const parts = Object.entries(WORDS).flatMap(([direction, words]) => {
		const names = list(direction as Direction);
		return names === '' ? [] : [`${words}: ${names}.`];
	});
	const areOthersNow = unsaid.some(({ direction }) => !/^(?:applied|left)/.test(direction));
	const advice = areOthersNow ? ['Read them again before you rely on their contents.'] : [];
	return [...ownWords, `[${[...parts, ...advice].join(' ')}]`].join('\n');
}

/** Headings for directions without words of their own. */
const WORDS: Readonly<Record<Exclude<Direction, 'partly' | 'taken-back' | 'partly-taken-back'>, string>> = {
	undo: 'The user put these files back as they were before your changes',
	redo: 'The user brought your changes to these files back',
	applied: 'Your changes to these files are in the user’s workspace now',
	'applied-part': 'Parts of your changes to these files are in the user’s workspace now',
	left: 'The user has not applied your changes to these files: only you see them',
	discarded: 'The user discarded your changes to these files, which are as in the user’s workspace again',
	'discarded-part': 'The user discarded parts of your changes to these files',
	dropped: 'Plan mode was on, so what your commands changed was dropped, and these files are as they were before',
};
