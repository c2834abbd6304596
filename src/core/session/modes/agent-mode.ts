import type { AgentModes, ConfigOption } from '../../agent-info.js';
import { agentModeWarning, findPlanMode } from '../../agent-modes.js';
import { judge, type ModeList, modeLists, permissionModes } from '../../agents/judged-modes.js';
import { isLooseMeaning, type ModeMeaning, meaningOf, type NamedMode } from '../../agents/mode-meaning.js';
import type { ModeState, SessionState } from '../state.js';
import { only, type Step, withEffects } from '../step.js';

/** The agent's mode in which ours holds: the user's choice, else the one that asks. Null: ours says nothing. */
export function agentModeFor(state: SessionState): string | null {
	const modes = permissionModesOf(state);
	if (modes === null) return null;
	const wanted = wantedMode(state, modes);
	return wanted !== null && modes.all.some(({ id }) => id === wanted) ? wanted : null;
}

function wantedMode({ mode, agentModes, configOptions }: SessionState, { optionId, all }: ModeList): string | null {
	const { asks, hasLoose } = judge(all);
	// An agent without a looser mode need not be kept from one.
	const asking = hasLoose ? asks : null;
	const plan = findPlanMode(agentModes, configOptions);
	switch (mode.mode) {
		case 'plan':
			// Where plan is one of these modes, it is switched as the agent's own plan mode is.
			return plan !== null && plan.optionId === optionId ? null : asking;
		case 'default':
		case 'acceptEdits':
			return mode.agentChosen ?? asking;
		case 'bypassPermissions':
			return mode.agentChosen ?? (mode.agentInitial === plan?.plan ? null : (mode.agentInitial ?? null));
	}
}

function permissionModesOf({ agentModes, configOptions }: SessionState): ModeList | null {
	return permissionModes(agentModes, configOptions);
}

export function meaningOfMode(state: SessionState, modeId: string): ModeMeaning {
	const lists = modeLists(state.agentModes, state.configOptions);
	const known = lists.map(({ all }) => judge(all).meanings.get(modeId)).find((meaning) => meaning !== undefined);
	return known ?? meaningOf({ id: modeId, name: modeId });
}

export function followMode(state: SessionState): Step {
	const wanted = agentModeFor(state);
	const current = currentOrNext(state);
	if (wanted === null || current === wanted) return only(state);
	const plan = findPlanMode(state.agentModes, state.configOptions);
	// The agent's own plan mode is stricter than any other, and the agent leaves it by itself or with another mode.
	return plan !== null && plan.optionId === permissionModesOf(state)?.optionId && current === plan.plan
		? only(state)
		: setAgentMode(state, wanted);
}

/** Sets the agent's mode, the current one too: some agents take an «always» back then. */
export function setAgentMode(state: SessionState, modeId: string): Step {
	const { sessionId } = state;
	if (sessionId === null) return only(state);
	const optionId = permissionModesOf(state)?.optionId;
	if (optionId !== undefined)
		return withEffects(state, { type: 'set-config-option', sessionId, optionId, value: modeId });
	return withEffects(startSwitch(state, modeId), { type: 'set-agent-mode', sessionId, modeId });
}

/** Mode that the agent is being switched to, else its current one. An option holds its own value. */
function currentOrNext(state: SessionState): string | null {
	const isOption = permissionModesOf(state)?.optionId !== undefined;
	return (isOption ? undefined : state.mode.agentSwitch?.to) ?? currentAgentMode(state)?.id ?? null;
}

export function startSwitch(state: SessionState, to: string): SessionState {
	return withMode(state, { agentRefused: undefined, agentSwitch: { to } });
}

/** Null: the user chose something else. In plan mode the choice counts until that mode is set again. */
export function chooseAgentMode(state: SessionState, modeId: string | null): SessionState {
	return modeId === null ? state : startSwitch(withMode(state, { agentChosen: modeId }), modeId);
}

/** Each edit is to be asked about: the chosen agent mode no longer counts. */
export function forgetChosenMode(state: SessionState): SessionState {
	return withMode(state, { agentChosen: undefined });
}

/** The agent reports a mode during a switch; it answers the switch separately. */
export function reportAgentMode(state: SessionState, reported: string): SessionState {
	const { agentSwitch } = state.mode;
	return agentSwitch === undefined ? state : withMode(state, { agentSwitch: { ...agentSwitch, reported } });
}

export function settleAgentMode(state: SessionState): SessionState {
	const isThere = state.mode.agentSwitch?.to === state.agentModes?.current;
	const settled = isThere ? withMode(state, { agentSwitch: undefined }) : state;
	const { agentRefused } = settled.mode;
	const isTaken = agentRefused !== undefined && agentRefused === currentAgentMode(settled)?.id;
	return isTaken ? withMode(settled, { agentRefused: undefined }) : settled;
}

/** After a switch that the agent refused or did not make: its reported mode counts. */
export function refuseAgentMode(state: SessionState, modeId: string | undefined): SessionState {
	if (modeId === undefined) return state;
	const { agentSwitch, agentChosen } = state.mode;
	// Its plan mode may be no session mode. A later switch may be on its way already.
	if (agentSwitch?.to !== modeId) return agentSwitch === undefined ? withMode(state, { agentRefused: modeId }) : state;
	return withMode(state, {
		agentSwitch: undefined,
		agentChosen: agentChosen === modeId ? undefined : agentChosen,
		agentRefused: modeId,
	});
}

export function beginAgentMode(
	state: SessionState,
	modes: AgentModes | null,
	options: readonly ConfigOption[] = [],
): SessionState {
	return withMode(state, {
		agentSwitch: undefined,
		agentRefused: undefined,
		agentChosen: undefined,
		isAgentModeNext: undefined,
		hasAskedToLeavePlan: undefined,
		agentInitial: permissionModes(modes, options)?.current,
	});
}

type Change = { readonly [K in keyof ModeState]?: ModeState[K] | undefined };

export function withMode(state: SessionState, change: Change): SessionState {
	const fields = Object.entries({ ...state.mode, ...change }).filter(([, value]) => value !== undefined);
	// The fields that every mode has are never taken away.
	return { ...state, mode: Object.fromEntries(fields) as ModeState };
}

/** The agent's current mode, from its modes or from its option for them, and all that there are. */
export function currentAgentMode(state: SessionState): CurrentAgentMode | null {
	const modes = permissionModesOf(state);
	if (modes === null) return null;
	const { current: id, all } = modes;
	return { id, name: all.find((each) => each.id === id)?.name ?? id, all };
}

type CurrentAgentMode = { readonly id: string; readonly name: string; readonly all: readonly NamedMode[] };

export function isAskingModeMissing(state: SessionState): boolean {
	const { agentChosen } = state.mode;
	const current = currentOrNext(state);
	if (current === null || current === agentChosen || strictAgentMode(state) !== null) return false;
	return isLooseMeaning(meaningOfMode(state, current));
}

export function looserAgentMode(state: SessionState): string | null {
	const { mode } = state;
	const id = currentOrNext(state);
	if (id === null || agentModeWarning(mode.mode, meaningOfMode(state, id)) === null) return null;
	return currentAgentMode(state)?.all.find((each) => each.id === id)?.name ?? id;
}

export function strictAgentMode(state: SessionState): string | null {
	return judge(permissionModesOf(state)?.all ?? []).asks;
}

export function editsAgentMode(state: SessionState): string | null {
	return judge(permissionModesOf(state)?.all ?? []).edits;
}

/** `start`: the agent's own choice when it began. */
export function whoSetAgentMode(state: SessionState): 'you' | 'start' | 'agent' {
	const { mode } = state;
	const current = currentAgentMode(state)?.id;
	if (mode.agentChosen !== undefined && mode.agentChosen === current) return 'you';
	return mode.agentInitial === current ? 'start' : 'agent';
}

export function followAgentMode(before: SessionState, state: SessionState, at: number): SessionState {
	const current = currentAgentMode(state)?.id;
	const isSame = currentAgentMode(before)?.id === current && before.sessionId === state.sessionId;
	return isSame ? state : withMode(state, { agentModeSince: current === undefined ? undefined : at });
}

/** Null where our mode implies it: it asks as ours promises, and its modes are of the same kind. */
export function agentModeNotImplied(state: SessionState): string | null {
	const { mode } = state;
	const looser = looserAgentMode(state);
	const modes = permissionModesOf(state);
	if (looser !== null || modes === null || state.agent === null) return looser;
	const { asks, edits, hasLoose, areLevels, meanings } = judge(modes.all);
	const now = modes.current;
	const isKnown = now === asks || now === edits || ['plan', 'asks'].includes(meanings.get(now) ?? '');
	if (areLevels || isKnown || mode.agentSwitch !== undefined) return null;
	const others = modes.all.filter(({ id }) => meanings.get(id) !== 'plan');
	const isImplied = !hasLoose && (others.length < 2 || now === mode.mode);
	return isImplied ? null : (currentAgentMode(state)?.name ?? now);
}
