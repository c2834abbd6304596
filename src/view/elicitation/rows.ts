import type { FormElicitationQuestion } from '../../core/session/question.js';
import type { AnswerRow } from '../state/answer.js';
import { type FormProblem, problemsOf } from './check.js';
import * as messages from './elicitation-messages.js';
import type { FormUi } from './form-ui.js';

/** What a row of the review does. */
export type FormRow = 'send' | 'change' | 'decline' | 'cancel';
export const FORM_ROWS: readonly FormRow[] = ['send', 'change', 'decline', 'cancel'];

/** The rows of the review; the first says what is missing. */
export function reviewRows({ form }: FormElicitationQuestion, view: FormUi): readonly AnswerRow[] {
	const problems = problemsOf(form, view);
	const [first] = problems;
	const changes = first === undefined ? messages.CHANGES : messages.CHANGES_PROBLEM(titleAt(form.fields, first));
	return [
		row(messages.SEND, '', first === undefined ? messages.SENDS : '', problemWords(form.fields, problems)),
		row(
			messages.CHANGE,
			'',
			form.fields.length === 0 ? '' : changes,
			form.fields.length === 0 ? messages.NOTHING_TO_FILL : '',
		),
		row(messages.DECLINE, '', messages.DECLINES, ''),
		row(messages.CANCEL, '', messages.CANCELS, ''),
	];
}

function row(label: string, keys: string, aside: string, because: string): AnswerRow {
	return {
		label,
		keys,
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
