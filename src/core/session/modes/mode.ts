import { type AgentPlanMode, findPlanMode, modeAfterPlan } from '../../agent-modes.js';
import type { Mode } from '../../policy/policy-types.js';
import type { UserEvent } from '../../user-event.js';
import { isClientPlanReview, type Question } from '../question.js';
import type { SessionState } from '../state.js';
import { andThen, only, type Step, withEffects } from '../step.js';
import { agentModeFor, chooseAgentMode, followMode, forgetChosenMode, startSwitch, withMode } from './agent-mode.js';

export function agentPlanMode(state: SessionState): AgentPlanMode | null {
	return findPlanMode(state.agentModes, state.configOptions);
}

/** Changes our mode, and the agent's plan mode with it. `bypassPermissions` needs the command line's consent. */
export function changeMode(
	state: SessionState,
	mode: Mode,
	options: { readonly isAgentNotified: boolean; readonly isReview?: boolean },
): Step {
	if (mode === 'bypassPermissions' && !state.mode.isBypassAllowed) return only(state);
	return andThen(changeOurs(state, mode, options), (next) =>
		followMode(options.isReview === true ? forgetChosenMode(next) : next),
	);
}

function changeOurs(state: SessionState, mode: Mode, options: { readonly isAgentNotified: boolean }): Step {
	const agentPlan = agentPlanMode(state);
	const was = state.mode;
	// A newly chosen mode overrides the option by which an earlier plan was approved.
	const moded =
		mode === was.mode ? state : withMode(state, { mode, isPlanDoneMentioned: undefined, isAgentModeNext: undefined });
	const isPlanning = mode === 'plan' && was.mode !== 'plan';
	const next = dropPlanQuestions(isPlanning ? { ...moded, approvedPlan: undefined } : moded, mode);
	if (!options.isAgentNotified || agentPlan === null) return only(next);
	// An earlier switch may still be under way, so the reported mode is not all that counts.
	if (mode === 'plan') {
		if (was.mode === 'plan' && agentPlan.isInPlan) return only(next);
		const agentBeforePlan = agentPlan.isInPlan ? was.agentBeforePlan : agentPlan.current;
		return switchAgentPlan(withMode(next, { agentBeforePlan }), agentPlan, agentPlan.plan);
	}
	const isOnItsWay = was.mode === 'plan' && was.agentBeforePlan !== null;
	return agentPlan.isInPlan || isOnItsWay ? leaveAgentPlan(next, agentPlan) : only(next);
}

/** Outside plan mode nothing is reviewed or refused for it; the agent's own question still waits for its answer. */
function dropPlanQuestions(state: SessionState, mode: Mode): SessionState {
	const isVoid = (question: Question): boolean => question.kind === 'refusals' || isClientPlanReview(question);
	if (mode === 'plan' || !state.questions.some(isVoid)) return state;
	return { ...state, questions: state.questions.filter((question) => !isVoid(question)) };
}

type AgentSwitch = Extract<UserEvent, { readonly type: 'set-agent-mode' | 'set-config-option' }>;

export function switchAgent(state: SessionState, event: AgentSwitch): Step {
	const { sessionId } = state;
	if (sessionId === null) return only(state);
	const agentPlan = agentPlanMode(state);
	const { optionId, value } = event.type === 'set-agent-mode' ? { optionId: undefined, value: event.modeId } : event;
	if (agentPlan !== null && agentPlan.optionId === optionId && agentPlan.plan === value) {
		return changeMode(state, 'plan', { isAgentNotified: true });
	}
	const effect =
		event.type === 'set-config-option' ? { ...event, sessionId, isChosen: true as const } : { ...event, sessionId };
	return withEffects(chooseAgentMode(state, chosenMode(state, event)), effect);
}

function chosenMode(state: SessionState, event: AgentSwitch): string | null {
	if (event.type === 'set-agent-mode') return event.modeId;
	const option = state.configOptions.find(({ id }) => id === event.optionId);
	return option?.category === 'mode' && typeof event.value === 'string' ? event.value : null;
}

function leaveAgentPlan(state: SessionState, agentPlan: AgentPlanMode): Step {
	const own = agentModeFor(state);
	const isOwn = own !== null && agentPlan.choices.some(({ id }) => id === own);
	const value = isOwn ? own : modeAfterPlan(agentPlan, state.mode.agentBeforePlan);
	return value === null ? only(state) : switchAgentPlan(state, agentPlan, value);
}

export function switchAgentPlan(state: SessionState, { optionId }: AgentPlanMode, value: string): Step {
	const { sessionId } = state;
	if (sessionId === null) return only(state);
	return optionId === undefined
		? withEffects(startSwitch(state, value), { type: 'set-agent-mode', sessionId, modeId: value })
		: withEffects(state, { type: 'set-config-option', sessionId, optionId, value });
}

/** After a turn: takes an agent whose plan was approved but that stayed in its plan mode out of it. */
export function leavePlanLate(before: SessionState): Step {
	const state = withMode(before, { isAgentModeNext: undefined });
	const agentPlan = agentPlanMode(state);
	return state.mode.mode !== 'plan' && agentPlan?.isInPlan === true ? leaveAgentPlan(state, agentPlan) : only(state);
}

/** The plan was approved with an option of the agent's own: the agent reports the mode that follows. */
export function leavePlanByAgent(state: SessionState): Step {
	const left = changeOurs(state, 'default', { isAgentNotified: false });
	return { ...left, state: withMode(left.state, { isAgentModeNext: true }) };
}
