import { defined } from '../../defined.js';
import type { AppEvent } from '../../event.js';
import { withOwnId } from '../../policy/choose-option.js';
import type { PermissionOutcome } from '../../policy/types.js';
import type { Question, QuestionWithOptions } from '../question.js';
import type { SessionState } from '../state.js';

/** The agent changes the subject of a question: until the new one is known, it cannot be allowed. */
export function reduceChanging(state: SessionState, questionId: string): SessionState {
	return {
		...state,
		questions: state.questions.map((question) =>
			question.id === questionId ? { ...question, isChanging: true } : question,
		),
	};
}

export function reduceChanged(
	state: SessionState,
	{
		questionId,
		request,
		because,
		offers,
		inAcceptEdits,
		hold,
		waits,
		plan,
	}: Extract<AppEvent, { readonly type: 'question-changed' }>,
	at: number,
): SessionState {
	const change = (question: Question): Question => {
		const { isChanging: _, ...known } = question;
		if (request === undefined) return known;
		const changed = { ...defined({ because }), request, changedAt: at };
		if (known.kind === 'permission') {
			const { inAcceptEdits: _inAcceptEdits, hold: _hold, waits: _waits, ...others } = known;
			return { ...others, ...changed, ...defined({ offers, inAcceptEdits, hold, waits }) };
		}
		return known.kind === 'exit-plan' ? { ...known, ...changed, ...defined({ plan }) } : { ...known, ...changed };
	};
	return {
		...state,
		questions: state.questions.map((question) => (question.id === questionId ? change(question) : question)),
	};
}

/** Whether an answer counts while its question is changing: a refusal does, whatever it was about. */
export function mayAnswer(question: QuestionWithOptions, outcome: PermissionOutcome): boolean {
	if (question.isChanging !== true || outcome.type === 'cancelled') return true;
	const option = withOwnId(question.options).find((one) => one.id === outcome.optionId);
	return option?.kind === 'reject_once' || option?.kind === 'reject_always';
}
