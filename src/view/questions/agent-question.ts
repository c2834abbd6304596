import type { AppEvent } from '../../core/event.js';
import type { Question, QuestionFromAgent } from '../../core/session/question.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import type { AnswerRow } from './answers.js';

/** The rows of an agent's question: its answers in the agent's order. No letter means yes here, so none answers. */
export function questionRows(question: QuestionFromAgent): readonly AnswerRow[] {
	return question.options.map((option) => ({
		label: sanitizeLine(option.name),
		keys: option.kind === 'reject_once' ? 'esc' : '',
		answer: { type: 'option', outcome: { type: 'selected', optionId: option.id }, option },
		because: '',
	}));
}

/** The person's own words as the answer; null where words do something else. */
export function wordsAnswer(question: Question, text: string): AppEvent | null {
	const words = text.trim();
	if (question.kind !== 'agent-question' || !question.takesWords || words === '') return null;
	return { type: 'answer', questionId: question.id, outcome: { type: 'selected', optionId: '', words } };
}
