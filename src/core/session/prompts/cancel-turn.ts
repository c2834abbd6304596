import { stopCalls } from '../entries/tools.js';
import { isOfTurn } from '../question.js';
import { withdrawQuestions } from '../questions/answers.js';
import type { SessionState } from '../state.js';
import { andThen, only, type Step, withEffects } from '../step.js';

/** Stops the turn: open questions are answered `cancelled` at once, open calls are being stopped. */
export function reduceCancel(state: SessionState, at: number): Step {
	const { turn, sessionId } = state;
	if (turn === null || sessionId === null || turn.cancelledAt !== undefined) return only(state);
	const cancelled = stopCalls(state, turn.firstEntry, at);
	return andThen(
		withdrawQuestions(cancelled, (question) => !isOfTurn(question)),
		(next) =>
			withEffects({ ...next, turn: { ...turn, cancelledAt: at } }, { type: 'cancel-turn', turnId: turn.id, sessionId }),
	);
}
