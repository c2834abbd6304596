import type { AgentModes, ConfigOption } from '../../agent-info.js';
import { type AgentPlanMode, modeOfOptions, withModeOption } from '../../agent-modes.js';
import { defined } from '../../defined.js';
import { note } from '../entries/append.js';
import type { SessionState } from '../state.js';
import { only, type Step } from '../step.js';
import {
	chooseAgentMode,
	editsAgentMode,
	followMode,
	reportAgentMode,
	settleAgentMode,
	withMode,
} from './agent-mode.js';
import { agentPlanMode, switchAgentPlan } from './mode.js';

function reduceAgentModes(
	state: SessionState,
	news: { readonly modes?: AgentModes; readonly options?: readonly ConfigOption[] },
	isOurs: boolean,
	at: number,
): Step {
	const before = agentPlanMode(state);
	const next: SessionState = settleAgentMode({
		...state,
		...defined({ agentModes: news.modes, configOptions: news.options }),
	});
	const chosen = followAgentChoice(next);
	if (chosen !== null && !isOurs) return only(chosen);
	const after = agentPlanMode(next);
	const wasInPlan = before?.isInPlan === true;
	const isInPlan = after?.isInPlan === true;
	if (isOurs || wasInPlan === isInPlan || after === null) return only(next);
	// During a switch, a reported mode may be the echo of an earlier one.
	if (after.optionId === undefined && next.mode.agentSwitch !== undefined) return only(next);
	if (isInPlan) return followMode(followIntoPlan(next, before?.current ?? null, at));
	if (next.mode.mode !== 'plan') return only(next);
	return setBack(next, after, at);
}

/** Follows the first mode that the agent reports after its own approval option was chosen; null otherwise. */
function followAgentChoice(state: SessionState): SessionState | null {
	if (state.mode.isAgentModeNext !== true || agentPlanMode(state)?.isInPlan === true) return null;
	const chosen = chooseAgentMode(withMode(state, { isAgentModeNext: undefined }), state.agentModes?.current ?? null);
	const edits = editsAgentMode(state);
	const isEdits = edits !== null && state.agentModes?.current === edits;
	return settleAgentMode(isEdits ? withMode(chosen, { mode: 'acceptEdits' }) : chosen);
}

function followIntoPlan(state: SessionState, agentBeforePlan: string | null, at: number): SessionState {
	if (state.mode.mode === 'plan') return state;
	const moved = withMode(state, { mode: 'plan', agentBeforePlan, isAgentModeNext: undefined });
	return note(moved, at, 'info', 'The agent went into plan mode; nothing changes until you approve its plan.');
}

/** Ours stays, and the agent is set back once; the second time, without `agentBeforePlan`, a warning says so. */
function setBack(state: SessionState, agentPlan: AgentPlanMode, at: number): Step {
	const noted = note(state, at, 'warning', 'The agent left its plan mode by itself. Plan mode stays on here.', {
		hint: 'shift+tab changes the mode',
	});
	if (state.mode.agentBeforePlan === null) return only(noted);
	return switchAgentPlan(withMode(noted, { agentBeforePlan: null }), agentPlan, agentPlan.plan);
}

export function reduceAgentMode(state: SessionState, modeId: string, isOurs: boolean, at: number): Step {
	const modes: AgentModes =
		state.agentModes === null
			? { current: modeId, available: [{ id: modeId, name: modeId }] }
			: { ...state.agentModes, current: modeId };
	const reported = isOurs ? state : reportAgentMode(state, modeId);
	// Some agents announce one of the two forms only: the mode option follows the mode when it knows the value.
	return reduceAgentModes(reported, { modes, options: withModeOption(state.configOptions, modeId) }, isOurs, at);
}

export function reduceConfigOptions(
	state: SessionState,
	options: readonly ConfigOption[],
	isOurs: boolean,
	at: number,
): Step {
	const { agentModes } = state;
	const current = modeOfOptions(options, new Set(agentModes?.available.map(({ id }) => id)));
	const modes = agentModes === null || current === null ? {} : { modes: { ...agentModes, current } };
	return reduceAgentModes(state, { options, ...modes }, isOurs, at);
}
