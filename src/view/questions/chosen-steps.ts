import type { Question } from '../../core/session/question.js';
import { emptyDraft } from '../composer/draft.js';
import type { AnswerRow } from '../state/answer.js';
import type { UiRequest } from '../state/step.js';
import type { QuestionUi } from '../state/ui-state.js';
import { stepsTaken } from './questions-messages.js';

/** Words for the agent, before those about the steps. */
const TOLD = {
	approved: 'I approved the plan with these changes:',
	kept: 'Change the plan as follows:',
} as const;

/** The choices of a plan review with how many steps are taken, where something was changed. */
export function withSteps(rows: readonly AnswerRow[], { plan }: QuestionUi): readonly AnswerRow[] {
	if (plan === undefined || plan.words === '') return rows;
	const words = stepsTaken(plan.taken, plan.steps.length);
	return rows.map(({ asksWords: _, ...row }) =>
		// The changes are the words.
		row.answer === null ? row : { ...row, aside: words, shortAsides: [words] },
	);
}

/**
 * An answer to a plan whose steps were changed: approved, the changes go into the turn, or first into the queue; kept, they
 * are the feedback. Null: it is answered as it is.
 */
export function answerWithSteps(
	question: Question,
	view: QuestionUi | null,
	{ event, kind }: Extract<NonNullable<AnswerRow['answer']>, { type: 'event' }>,
): readonly UiRequest[] | null {
	const words = question.kind === 'exit-plan' ? (view?.plan?.words ?? '') : '';
	if (words === '') return null;
	const isKept = event.type === 'answer-plan' ? event.choice === 'keep-planning' : kind?.startsWith('allow') !== true;
	const text = `${TOLD[isKept ? 'kept' : 'approved']}\n\n${words}`;
	const send = { type: 'send', text, written: '', images: [], draft: emptyDraft, interrupts: false } as const;
	if (isKept && event.type === 'answer-plan') return [{ ...send, planQuestionId: question.id }];
	return [
		{ type: 'dispatch', event },
		{ ...send, steers: true },
	];
}
