import { appendUnnumbered } from '../entries/append.js';
import { REVIEWED_PLAN, type ReviewedPlan } from '../messages.js';
import type { SessionState } from '../state.js';
import type { Question } from './question.js';

/**
 * Saves the reviewed plan and the user's answer in the transcript: some agents name only a file, which may be gone or
 * changed later. A plan that is the agent's last message is there already. The note does not count towards entry ids,
 * as logs of earlier versions have none.
 */
export function keepPlan(
	state: SessionState,
	question: Extract<Question, { readonly kind: 'exit-plan' }>,
	status: ReviewedPlan,
	at: number,
): SessionState {
	const { from, id, plan = '' } = question;
	if (from === 'client' || plan.trim() === '') return state;
	return appendUnnumbered(state, `reviewed-${id}`, {
		kind: 'note',
		at,
		level: 'info',
		from: 'client',
		title: REVIEWED_PLAN[status],
		detail: plan,
		isPlan: true,
	});
}
