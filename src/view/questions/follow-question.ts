import type { Question } from '../../core/session/questions/question.js';
import { isDraftEmpty, type QuestionUi, type UiState } from '../state/ui-state.js';
import { SHOWN_FOR } from './answer-guard.js';

/** Whether the view is of the question as it stands: keys answer none that changed since it was drawn. */
export function isCurrent(view: QuestionUi | null, question: Question): view is QuestionUi {
	return view !== null && view.questionId === question.id && view.changedAt === (question.changedAt ?? null);
}

/** The view of the question in front follows the session: a new one starts without a selection. */
export function followQuestion(ui: UiState, question: Question | undefined, now: number): UiState {
	if (question === undefined) return ui.question === null ? ui : { ...ui, question: null };
	const isEmpty = isDraftEmpty(ui);
	const changedAt = question.changedAt ?? null;
	if (ui.question?.questionId === question.id && ui.question.changedAt !== changedAt) {
		// What was read, opened and moved to was another request.
		return {
			...ui,
			question: {
				...newQuestionUi(question.id, now, ui.question.isDraftOlder),
				isFeedback: ui.question.isFeedback,
				changedAt,
			},
		};
	}
	if (ui.question?.questionId === question.id) {
		const isEarly = now < ui.question.visibleAt + SHOWN_FOR;
		const isDraftOlder = !isEmpty && (ui.question.isDraftOlder || isEarly);
		return isDraftOlder === ui.question.isDraftOlder ? ui : { ...ui, question: { ...ui.question, isDraftOlder } };
	}
	return { ...ui, question: { ...newQuestionUi(question.id, now, !isEmpty), changedAt } };
}

function newQuestionUi(questionId: string, now: number, isDraftOlder: boolean): QuestionUi {
	return {
		questionId,
		visibleAt: now,
		changedAt: null,
		selected: null,
		isOpen: false,
		wasOpen: false,
		scroll: 0,
		always: null,
		isFeedback: false,
		isDraftOlder,
		pendingKey: null,
	};
}
