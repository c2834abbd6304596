import { defined } from '../../core/defined.js';
import type { PlanQuestion, Question } from '../../core/session/question.js';
import { editedPlan, planReply } from '../../core/session/questions/plan-choice.js';
import { emptyDraft } from '../composer/draft.js';
import type { AnswerRow } from '../state/answer.js';
import type { PlanAnswer } from '../state/send-request.js';
import type { UiRequest } from '../state/step.js';
import type { QuestionUi } from '../state/ui-state.js';
import { stepsTaken, YOUR_EDITS } from './questions-messages.js';

/** The choices of a plan review with what goes along with them, where the user changed something. */
export function withPlanEdits(rows: readonly AnswerRow[], { plan, edited }: QuestionUi): readonly AnswerRow[] {
	const steps = plan === undefined || plan.words === '' ? '' : ` ${stepsTaken(plan)}`;
	if (edited === undefined && steps === '') return rows;
	const words = edited === undefined ? [steps] : YOUR_EDITS.map((edits) => edits + (steps === '' ? '' : `,${steps}`));
	return rows.map(({ asksWords: _, ...row }) =>
		// The changes are the words.
		row.answer === null ? row : { ...row, ...defined({ aside: words[0] }), shortAsides: words },
	);
}

type EventAnswer = Extract<NonNullable<AnswerRow['answer']>, { type: 'event' }>;

/** Whether an answer approves the plan; else planning goes on, or nobody knows. */
export function approvesPlan({ event, kind }: EventAnswer): boolean {
	return event.type === 'answer-plan' ? event.choice !== 'keep-planning' : kind?.startsWith('allow') === true;
}

/** An answer to a plan with all that goes along; `text`: its words for the agent, empty for none. */
export function planAnswer(
	question: PlanQuestion,
	{ plan: choice, edited }: QuestionUi,
	answer: EventAnswer,
	typed = '',
): { readonly answer: PlanAnswer; readonly text: string } | null {
	const { event } = answer;
	if (event.type !== 'answer-plan' && event.type !== 'answer') return null;
	const edits = defined({ edited: editedPlan(question.plan, { edited, choice }) });
	const isStart = question.from === 'client';
	const text = planReply(approvesPlan(answer), { edited, choice }, { typed, isStart });
	return { answer: { ...event, ...edits }, text };
}

/** An answer to a plan that the user changed, and its words; null: it is answered as it is. */
export function answerWithEdits(
	question: Question,
	view: QuestionUi | null,
	given: EventAnswer,
): readonly UiRequest[] | null {
	const made = question.kind === 'exit-plan' && view !== null ? planAnswer(question, view, given) : null;
	if (made === null || made.text === '') return null;
	const { answer, text } = made;
	if (answer.type === 'answer-plan') return [{ type: 'dispatch', event: { ...answer, feedback: text } }];
	return [{ type: 'send', text, written: '', images: [], draft: emptyDraft, interrupts: false, answers: answer }];
}
