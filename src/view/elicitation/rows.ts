import type { FormElicitationQuestion } from '../../core/session/question.js';
import type { AnswerRow } from '../state/answer.js';
import { type FormProblem, problemsOf } from './check.js';
import * as messages from './elicitation-messages.js';
import type { FormUi } from './form-ui.js';

export type FormRow = 'send' | 'change' | 'decline' | 'cancel';
export const FORM_ROWS: readonly FormRow[] = ['send', 'change', 'decline', 'cancel'];

/** The rows of the review; the first says what is missing. */
export function reviewRows({ form }: Pick<FormElicitationQuestion, 'form'>, view: FormUi): readonly AnswerRow[] {
	const problems = problemsOf(form, view);
	const [first] = problems;
	const goesTo = first === undefined ? '' : ` goes to “${titleAt(form.fields, first)}”`;
	const nothing = form.fields.length === 0 ? messages.NOTHING_TO_FILL : '';
	return [
		row('Send', problemWords(form.fields, problems)),
		row('Change', nothing, goesTo),
		row('Decline to answer'),
		row('Cancel'),
	];
}

function row(label: string, because = '', aside = ''): AnswerRow {
	return {
		label,
		keys: '',
		answer: because === '' ? { type: 'form' } : null,
		because,
		aside,
		shortAsides: [''],
	};
}

function problemWords(fields: FormElicitationQuestion['form']['fields'], problems: readonly FormProblem[]): string {
	const [first] = problems;
	if (first === undefined) return '';
	return messages.moreProblems(messages.fieldProblem(titleAt(fields, first), first.words), problems.length - 1);
}

function titleAt(fields: FormElicitationQuestion['form']['fields'], { at }: FormProblem): string {
	return fields[at]?.title ?? '';
}
