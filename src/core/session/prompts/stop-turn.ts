import type { UnaskedAction } from '../../asking.js';
import type { ToolVerdict } from '../../tool-call.js';
import { stopCalls } from '../entries/reduce-tools.js';
import { changeMode } from '../modes/mode.js';
import { plansOnly } from '../modes/own-mode.js';
import { isOfTurn, type Question, type RefusalsChoice } from '../question.js';
import { withdrawQuestions } from '../questions/answers.js';
import type { SessionState } from '../state.js';
import { andThen, only, type Step, withEffects } from '../step.js';

/** Refusals by plan mode in one turn after which the user is asked what to do. */
export const REFUSALS_BEFORE_ASKING = 5;

export function countRefusal(
	state: SessionState,
	event: { readonly verdict: ToolVerdict; readonly source: 'policy' | 'user' },
): SessionState {
	const { turn } = state;
	if (turn === null || !plansOnly(state)) return state;
	if (event.source !== 'policy' || event.verdict.decision !== 'denied') return state;
	return { ...state, turn: { ...turn, refusedInPlan: (turn.refusedInPlan ?? 0) + 1 } };
}

/** Once a turn. */
export function isRefusalsQuestionDue({ mode, turn, questions }: SessionState): boolean {
	if (mode.mode !== 'plan' || turn === null || turn.cancelledAt !== undefined) return false;
	return turn.refusedInPlan === REFUSALS_BEFORE_ASKING && !questions.some(isRefusals);
}

export function reduceRefusalsAnswer(
	state: SessionState,
	{ questionId, choice }: { readonly questionId: string; readonly choice: RefusalsChoice },
	at: number,
): Step {
	const question = state.questions.find(({ id }) => id === questionId);
	if (question?.kind !== 'refusals') return only(state);
	const next = { ...state, questions: state.questions.filter((candidate) => candidate !== question) };
	switch (choice) {
		case 'refuse':
			return only(next);
		case 'stop':
			return reduceCancel(next, at);
		case 'leave':
			return changeMode(next, 'default', { isAgentNotified: true });
	}
}

/** Ends a turn in which the agent used a tool without asking, in a mode for words alone: no refusal could stop it. */
export function stopUnaskedTools(
	step: Step,
	{ action, turnId }: { readonly action: UnaskedAction; readonly turnId?: string },
	at: number,
): Step {
	if (action.isInChat !== true || turnId === undefined || step.state.turn?.id !== turnId) return step;
	return andThen(step, (state) => reduceCancel(state, at));
}

function isRefusals({ kind }: Question): boolean {
	return kind === 'refusals';
}

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
