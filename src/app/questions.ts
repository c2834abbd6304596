import type { FormAnswer } from '../core/elicitation/form.js';
import { limits } from '../core/limits.js';
import type { PermissionOutcome } from '../core/policy/types.js';
import type { FormElicitationQuestion, Question } from '../core/session/questions/question.js';
import { tooManyQuestions } from './messages.js';
import type { Store } from './store.js';

/** Questions that wait for the user: each is a promise that an `answer-question` effect settles. */
export type Questions = {
	/** Puts the question; settles with the answer, or `cancelled` when `signal` aborts. */
	put(question: Question, signal: AbortSignal): Promise<PermissionOutcome>;
	/** Puts a form; `over` before the user answered, or `unasked`: there are too many questions. */
	putForm(question: FormElicitationQuestion, signal: AbortSignal): Promise<FormAnswer | 'over' | 'unasked'>;
	/** Settles the question; nothing happens when it is settled already. */
	settle(questionId: string, outcome: Outcome): void;
};

type Outcome = PermissionOutcome | FormAnswer;

const CANCELLED: PermissionOutcome = { type: 'cancelled' };

/** Makes the table of open questions on a store. */
export function createQuestions(store: () => Store): Questions {
	const open = new Map<string, (outcome: Outcome) => void>();
	/** That there are too many is said once a flood. */
	let isFloodReported = false;
	function wait(question: Question, signal: AbortSignal): Promise<Outcome> {
		if (signal.aborted) return Promise.resolve(CANCELLED);
		if (open.size < limits.questions / 2) isFloodReported = false;
		// What the user wants of their own is never one too many.
		if (open.size >= limits.questions && question.kind !== 'confirm') {
			if (!isFloodReported) {
				isFloodReported = true;
				const title = tooManyQuestions(limits.questions);
				const hint = store().getState().turn === null ? '/restart stops it' : 'esc stops it';
				store().dispatch({ type: 'note', level: 'warning', title, hint });
			}
			return Promise.resolve(CANCELLED);
		}
		return new Promise((resolve) => {
			const withdraw = (): void => {
				if (!open.delete(question.id)) return;
				store().dispatch({ type: 'question-withdrawn', questionId: question.id });
				resolve(CANCELLED);
			};
			open.set(question.id, (outcome) => {
				signal.removeEventListener('abort', withdraw);
				resolve(outcome);
			});
			signal.addEventListener('abort', withdraw, { once: true });
			store().dispatch({ type: 'question-asked', question });
		});
	}

	return {
		put: async (question, signal) => {
			const outcome = await wait(question, signal);
			return 'action' in outcome ? CANCELLED : outcome;
		},
		putForm: async (question, signal) => {
			const answered = wait(question, signal);
			const isAsked = open.has(question.id);
			const outcome = await answered;
			if (!isAsked) return 'unasked';
			return 'action' in outcome ? outcome : 'over';
		},
		settle(questionId, outcome) {
			const resolve = open.get(questionId);
			open.delete(questionId);
			resolve?.(outcome);
		},
	};
}
