import type { StopReason } from '../../agent-info.js';
import { note } from '../entries/append.js';
import { ASKED_FOR, NO_PLAN_REQUEST, PLAN_DONE_HINT } from '../messages.js';
import { withMode } from '../modes/agent-mode.js';
import { lastMessage } from '../prompts/last-message.js';
import { only, type Step } from '../reducers/step.js';
import type { SessionState, Turn } from '../state.js';
import { isPlanShaped } from './plan-shape.js';
import { clientPlanReview } from './question.js';

/**
 * Offers a review for an agent that never asked to leave plan mode, when a turn ends with a plan. Any other answer
 * stays one; that `/plan done` can approve it is said once while plan mode is on.
 */
export function offerPlanReview(state: SessionState, turn: Turn, reason: StopReason, at: number): Step {
	const hasOwnRequest = state.mode.hasAskedToLeavePlan === true;
	if (state.mode.mode !== 'plan' || reason !== 'end_turn' || hasOwnRequest || state.queue.length > 0)
		return only(state);
	const plan = lastMessage(state, turn.firstEntry);
	if (plan === '') return only(state);
	if (!isPlanShaped(plan)) return only(hintAtPlanDone(state, at));
	const question = clientPlanReview({
		id: `plan-${turn.id}`,
		because: NO_PLAN_REQUEST,
		plan,
		askedAt: at,
	});
	return only({ ...state, questions: [...state.questions, question] });
}

export function requestPlanReview(state: SessionState, at: number): SessionState {
	if (state.mode.mode !== 'plan' || state.turn !== null) return state;
	const plan = lastMessage(state);
	const question = clientPlanReview({ id: `plan-done-${at}`, because: ASKED_FOR, plan, askedAt: at });
	return { ...state, questions: [...state.questions, question] };
}

function hintAtPlanDone(state: SessionState, at: number): SessionState {
	if (state.mode.isPlanDoneMentioned === true) return state;
	return note(withMode(state, { isPlanDoneMentioned: true }), at, 'info', PLAN_DONE_HINT);
}
