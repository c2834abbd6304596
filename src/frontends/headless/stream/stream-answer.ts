import { defined } from '../../../core/defined.js';
import { contentOf } from '../../../core/elicitation/form-content.js';
import type { AppEvent } from '../../../core/event.js';
import { chooseOption } from '../../../core/policy/choose-option.js';
import type { FormElicitationQuestion, Question } from '../../../core/session/question.js';
import { optionsOf } from './open-questions.js';
import type { StreamCommand } from './stream-schema.js';

type Answer = Omit<Extract<StreamCommand, { readonly type: 'answer' }>, 'type' | 'id'>;

/** The event that an answer stands for; a string says why it is none. */
export function answerTo(question: Question, { optionId, outcome, content }: Answer): AppEvent | string {
	// The form of ACP is taken as well.
	if (typeof outcome === 'object') {
		const { optionId: selected } = outcome;
		return answerTo(question, outcome.outcome === 'selected' ? defined({ optionId: selected }) : { outcome: 'cancel' });
	}
	if (optionId !== undefined) {
		return outcome === undefined ? chosen(question, optionId) : 'it has both an "optionId" and an "outcome"';
	}
	if (outcome === undefined) return 'it needs an "optionId" or an "outcome"';
	if (question.kind === 'elicitation-form') return answerToForm(question, outcome, content ?? {});
	if (outcome === 'accept') return 'only a form takes "accept"; choose an option';
	return refusal(question, outcome === 'decline');
}

/** Says no: by the agent's own option where it offers one, else by dismissing the question. */
export function refusal(question: Question, isDeclined = true): AppEvent {
	const { id: questionId } = question;
	if (question.kind === 'exit-plan') return { type: 'answer-plan', questionId, choice: 'keep-planning' };
	const no = isDeclined && 'options' in question ? (chooseOption(question.options, 'deny')?.id ?? null) : null;
	const isAddress = isDeclined && (question.kind === 'elicitation-url' || question.kind === 'elicitation-form');
	const optionId = isAddress ? 'decline' : no;
	const outcome = optionId === null ? ({ type: 'cancelled' } as const) : ({ type: 'selected', optionId } as const);
	return { type: 'answer', questionId, outcome };
}

const REFUSALS = ['refuse', 'stop', 'leave'] as const;
const PLAN_CHOICES = ['review-edits', 'accept-edits', 'keep-planning'] as const;

function chosen(question: Question, optionId: string): AppEvent | string {
	const { id: questionId } = question;
	const options = optionsOf(question);
	if (!options.some(({ id }) => id === optionId)) {
		const known = options.map(({ id }) => id).join(', ');
		return `it has no option ${JSON.stringify(optionId)}${known === '' ? '' : `; it has ${known}`}`;
	}
	const refused = REFUSALS.find((choice) => question.kind === 'refusals' && choice === optionId);
	if (refused !== undefined) return { type: 'answer-refusals', questionId, choice: refused };
	const planned = PLAN_CHOICES.find((choice) => question.kind === 'exit-plan' && choice === optionId);
	if (planned !== undefined) return { type: 'answer-plan', questionId, choice: planned };
	return { type: 'answer', questionId, outcome: { type: 'selected', optionId } };
}

function answerToForm(
	{ id: questionId, form }: FormElicitationQuestion,
	outcome: 'accept' | 'decline' | 'cancel' | 'cancelled',
	content: NonNullable<Answer['content']>,
): AppEvent | string {
	if (outcome !== 'accept') {
		return { type: 'answer-form', questionId, answer: { action: outcome === 'decline' ? 'decline' : 'cancel' } };
	}
	const unknown = Object.keys(content).find((name) => !form.fields.some((field) => field.name === name));
	if (unknown !== undefined) return `the form has no field ${JSON.stringify(unknown)}`;
	const drafts = new Map(
		Object.entries(content).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
	);
	const read = contentOf(form, drafts);
	if (!read.ok) return read.problems.map(({ name, problem }) => `${JSON.stringify(name)}: ${problem}`).join('; ');
	return { type: 'answer-form', questionId, answer: { action: 'accept', drafts } };
}
