import { defined } from '../../defined.js';
import { planSteps } from '../../text/plan-steps.js';
import { appendUnnumbered } from '../entries/append.js';
import type { PlanQuestion } from '../question.js';
import type { SessionState } from '../state.js';
import { withApprovedPlan } from './approved-plan.js';

const REVIEWED_PLAN = {
	approved: 'Plan approved',
	kept: 'Plan not approved: kept planning',
	rejected: 'Plan not approved',
	answered: 'Plan answered',
} as const;

/** Id of the note that keeps the plan of a question. */
export const reviewedId = (questionId: string): string => `reviewed-${questionId}`;

/** Saves the reviewed plan, which its file may lose, with the answer. The note has no entry id: older logs have none. */
export function recordPlan(
	state: SessionState,
	question: PlanQuestion,
	status: keyof typeof REVIEWED_PLAN,
	at: number,
	edited?: string,
): SessionState {
	const noted = notePlan(state, question, status, at, edited);
	return status === 'approved' ? withApprovedPlan(noted, question, edited, at) : noted;
}

function notePlan(
	state: SessionState,
	question: PlanQuestion,
	status: keyof typeof REVIEWED_PLAN,
	at: number,
	edited: string | undefined,
): SessionState {
	const { from, id, plan } = question;
	const isThere = from === 'client';
	if (edited === undefined && (isThere ? status !== 'approved' : plan.trim() === '')) return state;
	const title = REVIEWED_PLAN[status];
	const hasSteps = status !== 'approved' || planSteps(edited ?? plan).length > 0;
	return appendUnnumbered(state, reviewedId(id), {
		...{ kind: 'note', at, level: 'info', from: 'client', isPlan: true },
		title: edited === undefined ? title : `${title}, with your edits`,
		...(edited === undefined ? defined({ detail: isThere ? undefined : plan }) : { detail: edited, presented: plan }),
		...(hasSteps ? {} : { hint: 'The plan has no list and no numbered headings, so there is no checklist' }),
	});
}
