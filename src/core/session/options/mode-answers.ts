import type { LifecycleEvent } from '../../lifecycle-event.js';
import type { UserEvent } from '../../user-event.js';
import { note } from '../entries/append.js';
import { currentAgentMode, followMode, refuseAgentMode, withMode } from '../modes/agent-mode.js';
import { reduceAgentMode, reduceConfigOptions } from '../modes/agent-mode-reports.js';
import { agentPlanMode, changeMode } from '../modes/mode.js';
import { endGrantsByMode, grantsAbout, reduceAskAgain } from '../questions/agent-grants.js';
import { MODES_HINT } from '../session-messages.js';
import type { SessionState } from '../state.js';
import { andThen, only, type Step } from '../step.js';
import { afterModelSwitch } from './follow-model.js';
import { chooseMode, chooseOption } from './option-choices.js';

type SetMode = Extract<UserEvent, { type: 'set-mode' }>;

/** Sets our mode. Default and accept edits promise that the agent asks, so a looser agent mode is taken back with them. */
export function setMode(before: SessionState, { mode, own }: Pick<SetMode, 'mode' | 'own'>, at: number): Step {
	const isRefused = mode === 'bypassPermissions' && !before.mode.isBypassAllowed;
	const state = isRefused ? before : withMode(before, { own });
	const isAsking = mode === 'default' || mode === 'acceptEdits';
	const changed = changeMode(state, mode, { isAgentNotified: true });
	const isNotifiedAnyway = changed.effects.some((effect) => effect.type === 'set-agent-mode');
	const isLoose = grantsAbout(state, 'edits').some(({ isTakenBack }) => isTakenBack !== true);
	return isAsking && isLoose && !isNotifiedAnyway ? andThen(changed, (next) => reduceAskAgain(next, at)) : changed;
}

/** The agent confirmed a switch. Answers to switches in quick succession come one by one. */
export function reduceModeSet(state: SessionState, modeId: string, at: number): Step {
	const { agentSwitch } = state.mode;
	const reported = agentSwitch?.to === modeId ? agentSwitch.reported : undefined;
	if (reported !== undefined && reported !== modeId) return only(refuse(state, modeId, nameOf(state, reported), at));
	const answered = agentSwitch === undefined ? state : withMode(state, { agentSwitch: { to: agentSwitch.to } });
	const set = andThen(reduceAgentMode(answered, modeId, true, at), (next) =>
		only(endGrantsByMode(state, next, modeId)),
	);
	const kept = state.mode.agentChosen === modeId ? andThen(set, (next) => chooseMode(next, modeId)) : set;
	return andThen(kept, followMode);
}

function refuse(state: SessionState, modeId: string, now: string, at: number): SessionState {
	const words = `The agent did not switch its mode to ${nameOf(state, modeId)}: it says that it is in ${now}.`;
	return note(refuseAgentMode(state, modeId), at, 'error', words, { hint: MODES_HINT });
}

function nameOf(state: SessionState, modeId: string): string {
	return currentAgentMode(state)?.all.find(({ id }) => id === modeId)?.name ?? modeId;
}

type OptionsSet = Extract<LifecycleEvent, { type: 'config-options-set' }>;

export function reduceOptionsSet(state: SessionState, { options, wanted }: OptionsSet, at: number): Step {
	const step = andThen(reduceConfigOptions(state, options, true, at), (next) => only(settleModel(next, wanted)));
	const option = options.find(({ id }) => id === wanted?.optionId);
	if (wanted === undefined || option === undefined) return step;
	if (option.value === wanted.value) {
		return wanted.isChosen === true ? andThen(step, (next) => chooseOption(next, option)) : step;
	}
	const failed = note(step.state, at, 'error', `The agent did not switch ${option.name} to ${wanted.value}.`);
	const isMode = option.category === 'mode' || agentPlanMode(state)?.optionId !== undefined;
	const refused = isMode && typeof wanted.value === 'string' ? refuseAgentMode(failed, wanted.value) : failed;
	return { ...step, state: refused };
}

export function refuseSwitch(state: SessionState, event: EffectFailed): SessionState {
	return settleModel(refuseAgentMode(state, event.refusedModeId), event.refusedOption);
}

type EffectFailed = Extract<LifecycleEvent, { type: 'effect-failed' }>;

function settleModel(state: SessionState, wanted: OptionsSet['wanted']): SessionState {
	const isOurs = wanted !== undefined && state.models.switching === wanted.value && wanted.isChosen !== true;
	return isOurs && typeof wanted.value === 'string'
		? { ...state, models: afterModelSwitch(state, wanted.value) }
		: state;
}
