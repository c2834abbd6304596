import { comparePlan } from '../../core/plan/evidence.js';
import type { SessionState } from '../../core/session/state.js';

/** An approved plan and what was seen since; null without one. It says of no step that it is done. */
export function planCompared({ approvedPlan, plan }: SessionState, differing: readonly string[]) {
	if (approvedPlan === undefined) return null;
	const steps = approvedPlan.steps.map(({ text, seen }) => ({ text, seen: [...seen] }));
	return { steps, unnamed: [...comparePlan(approvedPlan, plan).unnamed], differing: [...differing] };
}
