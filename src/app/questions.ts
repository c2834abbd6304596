import type { FormAnswer } from '../core/elicitation/form.js';
import { limits } from '../core/limits.js';
import type { PermissionOutcome } from '../core/policy/policy-types.js';
import type { FormElicitationQuestion, Question } from '../core/session/question.js';
import type { Store } from './store.js';

type Outcome = PermissionOutcome | FormAnswer;

const CANCELLED: PermissionOutcome = { type: 'cancelled' };

export function createQuestions(store: Pick<Store, 'getState' | 'dispatch'>) {
	const open = new Map<string, (outcome: Outcome) => void>();
	/** Whether the flood of questions was reported. */
	let isFloodReported = false;
	function wait(question: Question, signal: AbortSignal): Promise<Outcome> {
		if (signal.aborted) return Promise.resolve(CANCELLED);
		if (open.size < limits.questions / 2) isFloodReported = false;
		// The user's own confirmations are always asked.
		if (open.size >= limits.questions && question.kind !== 'confirm') {
			if (!isFloodReported) {
				isFloodReported = true;
				const title = `The agent asks more than ${limits.questions} questions at once: what is beyond is refused unseen.`;
				const hint = store.getState().turn === null ? '/restart stops it' : 'esc stops it';
				store.dispatch({ type: 'note', level: 'warning', title, hint });
			}
			return Promise.resolve(CANCELLED);
		}
		return new Promise((resolve) => {
			const withdraw = (): void => {
				if (!open.delete(question.id)) return;
				store.dispatch({ type: 'question-withdrawn', questionId: question.id });
				resolve(CANCELLED);
			};
			open.set(question.id, (outcome) => {
				signal.removeEventListener('abort', withdraw);
				resolve(outcome);
			});
			signal.addEventListener('abort', withdraw, { once: true });
			store.dispatch({ type: 'question-asked', question });
		});
	}

	return {
		/** Settles with the answer, or `cancelled` when `signal` aborts. */
		put: async (question: Question, signal: AbortSignal): Promise<PermissionOutcome> => {
			const outcome = await wait(question, signal);
			return 'action' in outcome ? CANCELLED : outcome;
		},
		/** `over`: withdrawn before the answer; `unasked`: there are too many questions. */
		putForm: async (
			question: FormElicitationQuestion,
			signal: AbortSignal,
		): Promise<FormAnswer | 'over' | 'unasked'> => {
			const answered = wait(question, signal);
			const isAsked = open.has(question.id);
			const outcome = await answered;
			if (!isAsked) return 'unasked';
			return 'action' in outcome ? outcome : 'over';
		},
		/** Does nothing for a settled question. */
		settle(questionId: string, outcome: Outcome): void {
			const resolve = open.get(questionId);
			open.delete(questionId);
			resolve?.(outcome);
		},
	};
}

export type Questions = ReturnType<typeof createQuestions>;
