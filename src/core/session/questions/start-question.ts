import { type ConfirmQuestion, confirmation } from '../question.js';
import { START_QUESTION } from '../session-messages.js';

export const START_ANSWERS = { copy: 'shadow', watch: 'watch', no: 'no' } as const;

export function startQuestion(made: {
	readonly id: string;
	readonly agent: string;
	readonly askedAt: number;
	/** False: its configured network needs a sandbox. */
	readonly mayBeWatched: boolean;
}): ConfirmQuestion {
	const { title, because, options, facts } = START_QUESTION;
	const fields = facts
		.filter(([name]) => made.mayBeWatched || name !== 'watch')
		.map(([name, value]) => ({ name, value }));
	const toolInput = { fields, omitted: 0, urls: [], notUnderstood: [], possibleCommands: [], texts: [] };
	const request = {
		...({ source: 'permission', kind: 'other', paths: [], diffs: [] } as const),
		title: title(made.agent),
		toolInput,
	};
	return {
		...confirmation({ ...made, request, because }),
		options: [
			{ id: START_ANSWERS.copy, name: options.copy, kind: 'allow_once' },
			...(made.mayBeWatched ? [{ id: START_ANSWERS.watch, name: options.watch, kind: 'allow_once' } as const] : []),
			{ id: START_ANSWERS.no, name: options.no, kind: 'reject_once' },
		],
	};
}
