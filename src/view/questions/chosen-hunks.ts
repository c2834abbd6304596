import type { Question } from '../../core/session/question.js';
import type { AnswerRow } from '../state/screen-layout.js';
import type { QuestionUi } from '../state/ui-state.js';
import { rejectionOf } from './give-answer.js';
import { ONCE_ALONE } from './questions-messages.js';

/**
 * The answers where hunks of the change were decided about: with some left, allow once writes the others, where there
 * are any, and nothing is allowed for later.
 */
export function withHunks(rows: readonly AnswerRow[], question: Question, { hunks }: QuestionUi): readonly AnswerRow[] {
	if (hunks === undefined || hunks.decisions.size === 0) return rows;
	const { chosen, taken, total } = hunks;
	const words = total === 1 ? ` ${taken} of 1 hunk` : ` ${taken} of ${total} hunks`;
	// All hunks were taken: the change is allowed as it is, and the answer says so.
	if (chosen.length === 0 && taken === total)
		return rows.map((row) =>
			row.answer?.type === 'event' && row.answer.event.type === 'answer' && row.answer.kind === 'allow_once'
				? { ...row, remark: words, shortRemarks: [words] }
				: row,
		);
	if (chosen.length === 0) return rows;
	return rows.map((row): AnswerRow => {
		if (row.answer?.type === 'always') return { ...row, answer: null, because: ONCE_ALONE };
		if (row.answer?.type !== 'event' || row.answer.event.type !== 'answer') return row;
		const { kind, event } = row.answer;
		if (kind === 'allow_always') return { ...row, answer: null, because: ONCE_ALONE };
		if (kind !== 'allow_once') return row;
		const outcome = taken === 0 ? rejectionOf(question) : event.outcome;
		const answered = outcome.type === 'selected' ? { ...outcome, chosen } : outcome;
		const remark = taken === 0 ? `${words}: rejects it` : words;
		return { ...row, answer: { ...row.answer, event: { ...event, outcome: answered } }, remark, shortRemarks: [words] };
	});
}
