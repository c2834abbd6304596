import { type ConfirmQuestion, confirmation } from '../question.js';

export const START_ANSWERS = { copy: 'shadow', watch: 'watch', no: 'no' } as const;

export function startQuestion(made: {
	readonly id: string;
	readonly agent: string;
	readonly askedAt: number;
	/** False: its configured network needs a sandbox. */
	readonly mayBeWatched: boolean;
}): ConfirmQuestion {
	const watch = made.mayBeWatched ? [{ name: 'watch', value: 'files change, /undo goes back' }] : [];
	const fields = [{ name: 'copy', value: 'changes wait for your review' }, ...watch];
	const request = {
		...({ source: 'permission', kind: 'other', paths: [], diffs: [] } as const),
		title: `Let ${made.agent} work on a copy?`,
		toolInput: { fields, omitted: 0, urls: [], notUnderstood: [], possibleCommands: [], texts: [] },
	};
	return {
		...confirmation({ ...made, request, because: 'it edits and runs commands unasked' }),
		options: [
			{ id: START_ANSWERS.copy, name: 'Work on a copy', kind: 'allow_once' },
			...(made.mayBeWatched ? [{ id: START_ANSWERS.watch, name: 'Only watch', kind: 'allow_once' } as const] : []),
			{ id: START_ANSWERS.no, name: 'Do not start', kind: 'reject_once' },
		],
	};
}
